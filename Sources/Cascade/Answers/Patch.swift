import JSONSource

/// A JSON Patch (RFC 6902) that turns one scope's effective value into another's.
package struct Patch {
  package enum Operation {
    case add(Content)
    case replace(Content)
    case remove

    package var content: Content? {
      switch self {
      case .add(let content), .replace(let content): content
      case .remove: nil
      }
    }
  }

  /// A value, inside the objects that have to be made around it.
  package struct Content {
    package let around: [Name]
    package let key: Key
    package let value: Value
  }

  package private(set) var operations: [(path: Key, operation: Operation)] = []
  private let from: AskedScope
  private let to: AskedScope

  /// Changes only what stands under `key`; a key inside an array stands for the whole array.
  package init(from: AskedScope, to: AskedScope, under key: Key) throws(Unresolved) {
    (self.from, self.to) = (from, to)
    var key = key
    for count in key.names.indices {
      let prefix = Key(Array(key.names[..<count]))
      let kinds = [try from.value(prefix)?.kind, try to.value(prefix)?.kind]
      if kinds.contains(.array) {
        key = prefix
        break
      }
    }
    try compare(try from.value(key), try to.value(key), key)
  }

  private mutating func compare(
    _ left: ValueCursor?, _ right: ValueCursor?, _ key: Key
  ) throws(Unresolved) {
    switch (left, right) {
    case (nil, nil): return
    case (_?, nil): operations.append((key, .remove))
    case (nil, let right?): try create(right, key)
    case (let left?, let right?):
      if left.isSame(as: right) { return }
      let (left, right) = (try left.worked(), try right.worked())
      if left.isObject && right.isObject {
        for (name, pair) in left.pairs(with: right) {
          try compare(pair.from, pair.to, key.appending(name))
        }
        return
      }
      let (old, new) = (try left.whole(), try right.whole())
      if left.isObject == right.isObject, old.isEqual(new, from.view.names) { return }
      operations.append((key, .replace(Content(around: [], key: key, value: new))))
    }
  }

  /// Adds a value where its key's objects may be missing, too.
  private mutating func create(_ value: ValueCursor, _ key: Key) throws(Unresolved) {
    let content = try value.whole()
    for count in 0..<key.names.count {
      let prefix = Key(Array(key.names[..<count]))
      let rest = Array(key.names[(count + 1)...])
      guard let around = try from.value(prefix), around.isObject else {
        // Something else than an object stands there, so that all of it is replaced.
        let inside = Array(key.names[count...])
        operations.append((prefix, .replace(Content(around: inside, key: key, value: content))))
        return
      }
      if !(try around.members()).contains(where: { $0.name == key.names[count] }) {
        operations.append(
          (
            prefix.appending(key.names[count]),
            .add(Content(around: rest, key: key, value: content))
          ))
        return
      }
    }
  }

  /// A key whose secret value the patch would carry, in the eyes of either scope.
  package var secretKey: Key? {
    if to.isRevealing { return nil }
    return operations.compactMap { $0.operation.content }.first { content in
      content.value.holdsSecret(from.mask(content.key).union(to.mask(content.key)))
    }?.key
  }
}

extension NameTable {
  /// A key as a JSON Pointer (RFC 6901).
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
  /// Writes the patch document.
  package mutating func patch(_ patch: Patch, _ names: NameTable) {
    array { writer in
      for (path, operation) in patch.operations {
        writer.element()
        writer.object { writer in
          writer.member("op")
          switch operation {
          case .add: writer.string("add")
          case .replace: writer.string("replace")
          case .remove: writer.string("remove")
          }
          writer.member("path")
          writer.string(names.pointer(path))
          if let content = operation.content {
            writer.member("value")
            writer.content(content.around[...], content.value, names)
          }
        }
      }
    }
  }

  private mutating func content(
    _ around: ArraySlice<Name>, _ value: Value, _ names: NameTable
  ) {
    guard let name = around.first else {
      self.value(value, names)
      return
    }
    object { writer in
      writer.member(names.bytes(of: name))
      writer.content(around.dropFirst(), value, names)
    }
  }
}
