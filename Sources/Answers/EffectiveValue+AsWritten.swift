import Cascade
import JSONSource

extension EffectiveValue {
  /// A value as its file spells it, with directives of computed values and `$$` in names; nil is `{}`.
  package convenience init(asWritten written: Definition?) {
    self.init(
      written.map { Content(asWritten: $0.document, $0.node) } ?? .object([]), .none)
  }

  /// An object of leaves, each with the rest of its key; a leaf with an empty key is the value itself.
  package static func gathered(
    _ leaves: [(ArraySlice<Name>, EffectiveValue)]
  ) -> EffectiveValue {
    leaves.count == 1 && leaves[0].0.isEmpty
      ? leaves[0].1 : EffectiveValue(.object(members(leaves[...])), .none)
  }

  // Recursion is bounded by the length of keys. Leaves of one object are adjacent.
  private static func members(
    _ leaves: ArraySlice<(ArraySlice<Name>, EffectiveValue)>
  ) -> [(name: Name, value: EffectiveValue)] {
    var members: [(name: Name, value: EffectiveValue)] = []
    var rest = leaves
    while let (names, value) = rest.first, let name = names.first {
      let end = rest.firstIndex { $0.0.first != name } ?? rest.endIndex
      if names.count == 1 {
        members.append((name, value))
      } else {
        let inner = rest[..<end].map { ($0.0.dropFirst(), $0.1) }
        members.append((name, EffectiveValue(.object(Self.members(inner[...])), .none)))
      }
      rest = rest[end...]
    }
    return members
  }
}

extension NameTable {
  /// The name as a file spells it: a leading `$` is doubled.
  package func asWritten(_ name: Name) -> Name {
    let bytes = bytes(of: name)
    return bytes.first == UInt8(ascii: "$") ? intern([UInt8(ascii: "$")] + bytes) : name
  }
}

extension EffectiveValue.Content {
  // Recursion is bounded by the nesting limit of files.
  fileprivate init(asWritten document: Document, _ node: Int) {
    switch document.kind(node) {
    case .object:
      let members = document.members(node).filter { !document.isComment($0) }
      self = .object(
        members.map {
          let name = document.names.intern(document.text($0.nameIndex))
          return (name, EffectiveValue(.init(asWritten: document, $0.value), .none))
        })
    case .array:
      self = .array(
        document.elements(node).map { EffectiveValue(.init(asWritten: document, $0), .none) })
    default: self = .node(document, node)
    }
  }
}
