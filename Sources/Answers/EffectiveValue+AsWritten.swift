import Cascade
import JSONSource

extension EffectiveValue {
  /// A value as its file spells it, with directives of computed values and `$$` in names; nil is `{}`.
  package convenience init(asWritten written: Definition?) {
    self.init(
      written.map { Content(asWritten: $0.document, $0.node) } ?? .object([]), .none)
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
