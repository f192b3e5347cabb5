import JSONSource

/// A value kept for a report: compact JSON, without what it was put together from, so that a report over
/// many scopes does not hold on to their files.
package final class ShownValue {
  package let json: [UInt8]
  /// Whether it draws on what is secret, wherever it is shown.
  package private(set) var drawsOnSecret: Bool
  package let kind: Node.Kind
  /// Whether it is as a file writes it, so that names with `$` are directives.
  package let isAsWritten: Bool
  /// Whether it is as a file writes it, and something in it is worked out.
  let isComputing: Bool

  /// An effective value, with what is secret under its key.
  init(_ value: Value, under key: Mask, _ names: NameTable) {
    var writer = JSONWriter(.compact)
    writer.value(value, names)
    json = writer.output
    kind = value.kind
    drawsOnSecret = value.drawsOnSecret(under: key)
    (isAsWritten, isComputing) = (false, false)
  }

  /// A value as a file writes it, directives included.
  init(asWritten written: Written, isSecret: Bool) {
    var writer = JSONWriter(.compact)
    writer.value(written.document, written.node, asWritten: true)
    json = writer.output
    kind = written.kind
    drawsOnSecret = isSecret
    (isAsWritten, isComputing) = (true, written.isComputing)
  }

  /// Takes note of a scope that has the value, too: there it may draw on what is secret.
  func note(_ value: Value, under key: Mask) {
    if !drawsOnSecret { drawsOnSecret = value.drawsOnSecret(under: key) }
  }

  /// Takes note of whether what is written translates something that is secret in a scope.
  func note(isSecret: Bool) {
    if isSecret { drawsOnSecret = true }
  }

  /// The value read again, to be masked leaf by leaf; with its directives where it is as written.
  package func document(_ names: NameTable) -> Document? {
    try? Document(Source(json), names: names)
  }

  /// Whether something in it is secret where it is shown under a mask.
  package func holdsSecret(_ mask: Mask, _ names: NameTable) -> Bool {
    if drawsOnSecret || mask.isSecret { return true }
    if mask.isNone || kind != .object && kind != .array { return false }
    guard let document = document(names) else { return false }
    return holdsSecret(document, 0, mask)
  }

  private func holdsSecret(_ document: Document, _ node: Int, _ mask: Mask) -> Bool {
    if mask.isSecret { return true }
    if mask.isNone { return false }
    switch document.kind(node) {
    case .array:
      return document.elements(node).contains { holdsSecret(document, $0, mask.ofElements) }
    case .object:
      return document.members(node).contains {
        !($0.isDirective && isAsWritten)
          && holdsSecret(document, $0.value, mask.descending($0.name))
      }
    default: return false
    }
  }
}
