import Cascade
import JSONSource

/// A JSON Patch (RFC 6902) from one effective value to another.
package struct Patch {
  package enum Operation: String { case add, replace, remove }

  package private(set) var operations: [(path: Key, operation: Operation, value: EffectiveValue?)] =
    []
  /// The first key whose secret value the patch would contain.
  package private(set) var secretKey: Key?
  /// The first object that the patch would replace although `except` names a key in it.
  package private(set) var takenKey: Key?
  private let from: Evaluation
  private let to: Evaluation
  private let except: [KeyPattern]
  private let keys: SecretKeys

  /// Compares the values of `key`, or of the array around it, without the keys that `except` names.
  package init(
    from: Evaluation, to: Evaluation, under key: Key, except: [KeyPattern] = []
  ) throws(EvaluationError) {
    (self.from, self.to, self.except) = (from, to, except)
    keys = from.secretKeys(with: to)
    var key = key
    for around in key.around
    where [try from.value(around)?.kind, try to.value(around)?.kind].contains(.array) {
      key = around
      break
    }
    try compare(try from.value(key), try to.value(key), key)
  }

  private mutating func compare(
    _ left: ValueCursor?, _ right: ValueCursor?, _ key: Key
  ) throws(EvaluationError) {
    if except.lead(to: key) { return }
    switch (left, right) {
    case (nil, nil): return
    case (let left?, nil):
      guard try left.holds(except) else { return operations.append((key, .remove, nil)) }
      for (name, member) in try left.members() {
        try compare(member, nil, key.appending(name))
      }
    case (nil, let right?):
      let kept = try right.leavingOut(except).whole()
      let isEmptied = try right.holds(except) && kept.members.isEmpty
      if !isEmptied { try create(kept, key) }
    case (let left?, let right?):
      if left.isSame(as: right) { return }
      let (left, right) = (try left.evaluated(), try right.evaluated())
      if left.isObject && right.isObject {
        for (name, pair) in left.pairs(with: right) {
          try compare(pair.from, pair.to, key.appending(name))
        }
        return
      }
      if left.isObject, try left.holds(except) {
        if takenKey == nil { takenKey = key }
        return
      }
      let (old, new) = (try left.whole(), try right.leavingOut(except).whole())
      if left.isObject == right.isObject, old.isEqual(new) { return }
      put(.replace, at: key, new, of: key)
    }
  }

  private mutating func create(_ content: EffectiveValue, _ key: Key) throws(EvaluationError) {
    for (around, name) in zip(key.around, key.names) {
      guard let object = try from.value(around), object.isObject else {
        return put(.replace, at: around, content, of: key)
      }
      let inner = around.appending(name)
      if try from.value(inner) == nil { return put(.add, at: inner, content, of: key) }
    }
  }

  /// Puts a value at a path, wrapped in the objects between the path and its key.
  private mutating func put(
    _ operation: Operation, at path: Key, _ value: EffectiveValue, of key: Key
  ) {
    if secretKey == nil, !to.isRevealing,
      value.containsSecret(from.mask(key).union(to.mask(key)), keys)
    {
      secretKey = key
    }
    let inside = key.names.dropFirst(path.names.count)
    operations.append((path, operation, EffectiveValue.gathered([(inside, value)])))
  }
}

extension NameTable {
  package func pointer(_ key: Key) -> [UInt8] {
    var output: [UInt8] = []
    for name in key.names {
      output.append(UInt8(ascii: "/"))
      for byte in bytes(of: name) {
        switch byte {
        case UInt8(ascii: "~"): output += [UInt8(ascii: "~"), UInt8(ascii: "0")]
        case UInt8(ascii: "/"): output += [UInt8(ascii: "~"), UInt8(ascii: "1")]
        default: output.append(byte)
        }
      }
    }
    return output
  }
}

extension JSONWriter {
  package mutating func patch(_ patch: Patch, _ names: NameTable) {
    array(patch.operations) { writer, step in
      writer.object { writer in
        writer.member("op")
        writer.string(step.operation.rawValue)
        writer.member("path")
        writer.string(names.pointer(step.path))
        if let value = step.value {
          writer.member("value")
          writer.value(value, names)
        }
      }
    }
  }
}
