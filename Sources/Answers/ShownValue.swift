import Cascade
import JSONSource

/// A value or a statement as a report shows it: what is secret in it is masked, and nothing leads to what
/// stood there. Only a mask makes one, so that whatever prints a report cannot forget to.
package struct ShownValue: Equatable {
  /// On one line; JSON unless something in it is masked.
  package let text: [UInt8]
  package let isMasked: Bool

  /// A value of which nothing is shown.
  package static let secret = ShownValue(text: Array("<secret>".utf8), isMasked: true)

  fileprivate init(text: [UInt8], isMasked: Bool) {
    (self.text, self.isMasked) = (text, isMasked)
  }
}

extension Mask {
  /// A value that was worked out, as it is shown under this mask.
  func shown(_ value: Value, _ names: NameTable) -> ShownValue {
    .init { $0.masked(value, self, names) }
  }

  /// A value as one file writes it.
  func shown(_ written: Written) -> ShownValue {
    shown(written.document, written.node, asWritten: true)
  }

  /// A value of a document; names with `$` are directives where it is as a file writes it.
  func shown(_ document: Document, _ node: Int, asWritten: Bool) -> ShownValue {
    .init { $0.masked(document, node, self, asWritten: asWritten) }
  }

  /// A value that was kept for a report.
  func shown(_ kept: KeptValue, _ names: NameTable) -> ShownValue {
    if isSecret { return .secret }
    guard !isNone, kept.kind == .object || kept.kind == .array else {
      return ShownValue(text: kept.json, isMasked: false)
    }
    guard let document = kept.document(names) else { return .secret }
    return shown(document, 0, asWritten: kept.isAsWritten)
  }
}

extension ShownValue {
  /// A value where secrets are shown.
  static func revealed(_ value: Value, _ names: NameTable) -> ShownValue {
    .init { $0.json.value(value, names) }
  }

  fileprivate init(_ body: (inout MaskingWriter) -> Void) {
    var writer = MaskingWriter()
    body(&writer)
    self.init(text: writer.json.output, isMasked: writer.meetsSecret)
  }
}

/// Writes values with their secrets masked, leaf by leaf.
private struct MaskingWriter {
  var json = JSONWriter(.compact)
  /// Whether something was masked, so that what is written is no JSON.
  var meetsSecret = false

  private mutating func mask() {
    meetsSecret = true
    json.output += ShownValue.secret.text
  }

  mutating func masked(_ value: Value, _ outer: Mask, _ names: NameTable) {
    let mask = outer.union(value.mask)
    if mask.isSecret { return self.mask() }
    if mask.isNone && !value.isCompound {
      json.value(value, names)
    } else if let elements = value.elements {
      array(elements) { $0.masked($1, mask.ofElements, names) }
    } else if value.kind == .object {
      object(value.members.map { (names.bytes(of: $0.name), ($0.name, $0.value)) }) {
        $0.masked($1.1, mask.descending($1.0), names)
      }
    } else {
      json.value(value, names)
    }
  }

  mutating func masked(_ document: Document, _ node: Int, _ mask: Mask, asWritten: Bool) {
    if mask.isSecret { return self.mask() }
    switch document.kind(node) {
    case .array where !mask.isNone:
      array(document.elements(node)) {
        $0.masked(document, $1, mask.ofElements, asWritten: asWritten)
      }
    case .object where !mask.isNone:
      object(document.members(node).map { (document.text($0.nameIndex), $0) }) {
        let inner = $1.isDirective && asWritten ? .none : mask.descending($1.name)
        $0.masked(document, $1.value, inner, asWritten: asWritten)
      }
    default: json.value(document, node, asWritten: true)
    }
  }

  private mutating func array<Item>(
    _ elements: some Sequence<Item>, _ body: (inout MaskingWriter, Item) -> Void
  ) {
    json.raw("[")
    for (index, element) in elements.enumerated() {
      if index > 0 { json.raw(",") }
      body(&self, element)
    }
    json.raw("]")
  }

  private mutating func object<Bytes: Sequence<UInt8>, Item>(
    _ members: [(name: Bytes, Item)], _ body: (inout MaskingWriter, Item) -> Void
  ) {
    json.raw("{")
    for (index, member) in members.enumerated() {
      if index > 0 { json.raw(",") }
      json.string(member.name)
      json.raw(":")
      body(&self, member.1)
    }
    json.raw("}")
  }
}
