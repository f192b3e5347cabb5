import Cascade
import JSONSource

/// A masked value as text.
/// Only a mask creates it, so that no report can print an unmasked value.
package struct ShownValue: Equatable {
  /// A single line; JSON unless masked.
  package let text: [UInt8]
  package let isMasked: Bool
  package static let secret = ShownValue(text: Array("<secret>".utf8), isMasked: true)
  /// A value that may be secret, because a file that cannot be read may declare it so.
  package static let unread = ShownValue(text: Array("<masked>".utf8), isMasked: true)

  fileprivate init(text: [UInt8], isMasked: Bool) {
    (self.text, self.isMasked) = (text, isMasked)
  }

  static func revealed(_ value: EffectiveValue, _ names: NameTable) -> ShownValue {
    .init { writer in
      writer.value(value, names)
      return false
    }
  }

  /// `body` writes the value, and returns whether a part was masked.
  fileprivate init(_ body: (inout JSONWriter) -> Bool) {
    var isMasked = false
    let text = JSONWriter.compact { isMasked = body(&$0) }
    self.init(text: text, isMasked: isMasked)
  }
}

extension Mask {
  func shown(_ value: EffectiveValue, _ keys: SecretKeys, _ names: NameTable) -> ShownValue {
    .init { $0.masked(value, self, keys, names) }
  }

  func shown(_ written: Definition) -> ShownValue {
    shown(written.document, written.node, asWritten: true)
  }

  /// A value merged from several levels; fully masked if any part is secret.
  func shown(_ node: ViewNode, _ names: NameTable) -> ShownValue {
    if mayHoldSecret || atElements.mayHoldSecret { return .secret }
    return .revealed(node.value(), names)
  }

  /// A value of a document; `asWritten` treats names with `$` as directives.
  func shown(_ document: Document, _ node: Int, asWritten: Bool) -> ShownValue {
    let secrets = secrets(in: document, node, isAsWritten: asWritten)
    return .init { writer in
      var hidden = secrets.map(\.node)[...]
      writer.value(document, node, hiding: &hidden)
      return !secrets.isEmpty
    }
  }

  func shown(_ kept: KeptValue, _ names: NameTable) -> ShownValue {
    if isSecret { return .secret }
    guard !isNone, kept.kind == .object || kept.kind == .array else {
      return ShownValue(text: kept.json, isMasked: false)
    }
    guard let document = kept.document(names) else { return .secret }
    return shown(document, 0, asWritten: kept.isAsWritten)
  }
}

extension JSONWriter {
  fileprivate mutating func masked(
    _ value: EffectiveValue, _ outer: Mask, _ keys: SecretKeys, _ names: NameTable
  ) -> Bool {
    let mask = value.mask(outer, keys)
    if mask.isSecret { return secret() }
    var isMasked = false
    let isPlain = mask.isNone && !value.isCompound
    if !isPlain, let elements = value.elements {
      array(elements) { if $0.masked($1, mask.atElements, keys, names) { isMasked = true } }
    } else if !isPlain, value.kind == .object {
      object { writer in
        for (name, value) in value.members {
          writer.member(names.bytes(of: name))
          if writer.masked(value, mask.descending(name), keys, names) { isMasked = true }
        }
      }
    } else {
      self.value(value, names)
    }
    return isMasked
  }

  /// Writes a value without its hidden nodes, which are in document order.
  fileprivate mutating func value(
    _ document: Document, _ node: Int, hiding hidden: inout ArraySlice<Int>
  ) {
    guard let next = hidden.first, next < document.indexAfter(node) else {
      return value(document, node, asWritten: true)
    }
    if next == node {
      hidden.removeFirst()
      _ = secret()
    } else if document.kind(node) == .array {
      array(document.elements(node)) { $0.value(document, $1, hiding: &hidden) }
    } else {
      object { writer in
        for member in document.members(node) {
          writer.member(document.text(member.nameIndex))
          writer.value(document, member.value, hiding: &hidden)
        }
      }
    }
  }

  private mutating func secret() -> Bool {
    raw(ShownValue.secret.text[...])
    return true
  }
}
