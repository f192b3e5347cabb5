import JSONSource

/// A JSON Patch (RFC 6902) that turns one view's effective value into another's.
package struct Patch {
  package enum Operation {
    case add(Content)
    case replace(Content)
    case remove
  }

  /// A value, inside the objects that have to be made around it.
  package struct Content {
    package let around: [Name]
    package let value: EffectiveValue
  }

  package private(set) var operations: [(path: Key, operation: Operation)] = []

  /// Changes only what stands under `key`; a key inside an array stands for the whole array.
  package init(from: View, to: View, under key: Key) {
    var key = key
    while !key.names.isEmpty, from.value(key)?.element != nil || to.value(key)?.element != nil {
      key.names.removeLast()
    }
    compare(from, from.value(key), to.value(key), key)
  }

  private mutating func compare(
    _ view: View, _ from: EffectiveValue?, _ to: EffectiveValue?, _ key: Key
  ) {
    switch (from, to) {
    case (nil, nil): return
    case (_?, nil): operations.append((key, .remove))
    case (nil, let to?): create(view, to, key)
    case (let from?, let to?):
      if from.entry === to.entry { return }
      guard from.entry.isObject, to.entry.isObject else {
        if let left = from.written, let right = to.written,
          left.document.equal(left.node, right.document, right.node)
        {
          return
        }
        operations.append((key, .replace(Content(around: [], value: to))))
        return
      }
      var names: [Name] = from.entry.members?.live().map(\.name) ?? []
      let known = Set(names)
      names += (to.entry.members?.live().map(\.name) ?? []).filter { !known.contains($0) }
      for name in names {
        compare(view, from.member(name), to.member(name), key.appending(name))
      }
    }
  }

  /// Adds a value where its key's objects may be missing, too.
  private mutating func create(_ view: View, _ value: EffectiveValue, _ key: Key) {
    for count in 0..<key.names.count {
      let prefix = Key(Array(key.names[..<count]))
      let rest = Array(key.names[(count + 1)...])
      guard let around = view.value(prefix), around.written == nil else {
        // Something else than an object stands there, so that all of it is replaced.
        let inside = Array(key.names[count...])
        operations.append((prefix, .replace(Content(around: inside, value: value))))
        return
      }
      if around.member(key.names[count]) == nil {
        operations.append(
          (prefix.appending(key.names[count]), .add(Content(around: rest, value: value))))
        return
      }
    }
  }
}

extension EffectiveValue {
  fileprivate func member(_ name: Name) -> EffectiveValue? {
    guard let entry = entry.members?.entry(name), entry.isLive else { return nil }
    return EffectiveValue(entry: entry)
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
          switch operation {
          case .add(let content), .replace(let content):
            writer.member("value")
            writer.content(content.around[...], content.value, names)
          case .remove: break
          }
        }
      }
    }
  }

  private mutating func content(
    _ around: ArraySlice<Name>, _ value: EffectiveValue, _ names: NameTable
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
