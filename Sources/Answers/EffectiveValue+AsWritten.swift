import Cascade
import JSONSource

extension EffectiveValue {
  /// A value as one file writes it, with the directives of computed values and the `$$` of names; nil is a
  /// `{}`.
  package convenience init(asWritten written: Definition?) {
    self.init(
      written.map { Content(asWritten: $0.document, $0.node) } ?? .object([]), .none)
  }
}

extension NameTable {
  /// The name as a file writes it: a `$` in front of one that begins with it.
  package func asWritten(_ name: Name) -> Name {
    let bytes = bytes(of: name)
    return bytes.first == UInt8(ascii: "$") ? intern([UInt8(ascii: "$")] + bytes) : name
  }
}

extension EffectiveValue.Content {
  // Its recursion is bounded by how deep files nest.
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
