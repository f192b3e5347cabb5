import Cascade
import JSONSource

/// A value or a statement kept for a report until it is known what is secret in any of its scopes: compact
/// JSON, without what it was put together from, so that a report over many scopes does not hold on to their
/// files. Nothing but a mask gets at it.
package struct KeptValue {
  /// The key under which it stands, and what of it is secret.
  let key: Key
  /// The keys around it under which it may stand, too: what a key leads into in some scope, an array or a
  /// computed value, may be what is shown of it.
  private(set) var around: Set<Key> = []
  let json: [UInt8]
  /// Whether it draws on what is secret, wherever it is shown.
  private(set) var drawsOnSecret: Bool
  let kind: Node.Kind
  /// Whether it is as a file writes it, so that names with `$` are directives.
  let isAsWritten: Bool
  /// The statement, as long as a table of translations in it may turn out to tell what is secret.
  private var table: Definition?

  /// An effective value of a key, with what is secret under it in the scope that has it.
  init(_ value: EffectiveValue, _ text: ValueText, of key: Key, _ mask: Mask) {
    self.key = key
    json = text.json
    kind = value.kind
    drawsOnSecret = value.drawsOnSecret(under: mask)
    isAsWritten = false
  }

  /// What plain values come to.
  init(_ plain: PlainStanding, _ text: ValueText, of key: Key) {
    self.key = key
    json = text.json
    kind = plain.kind
    (drawsOnSecret, isAsWritten) = (false, false)
  }

  /// A value as a file writes it, directives included.
  init(asWritten written: Definition, of key: Key, _ writer: inout JSONWriter) {
    self.key = key
    writer.value(written.document, written.node, asWritten: true)
    json = writer.take()
    kind = written.kind
    drawsOnSecret = false
    isAsWritten = true
    table = SecretSearch.translates(written) ? written : nil
  }

  /// Takes note of a scope that has the value, too: there it may draw on what is secret.
  mutating func note(_ value: EffectiveValue, under mask: Mask) {
    if !drawsOnSecret { drawsOnSecret = value.drawsOnSecret(under: mask) }
  }

  /// Takes note of a scope in which the key is asked for, and the statement told of it.
  mutating func note(asked view: View) {
    for count in key.names.indices.dropFirst() where view.names.index(key.names[count]) != nil {
      around.insert(Key(Array(key.names[..<count])))
    }
    let rest = view.deepest(key).rest
    if !rest.isEmpty { around.insert(Key(Array(key.names.dropLast(rest.count)))) }
  }

  /// Takes note of a scope in which the statement is read: there it may translate what is secret.
  mutating func note(in scope: Evaluation) {
    guard let written = table,
      around.union([key]).contains(where: { scope.translatesSecret(written, under: $0) })
    else { return }
    drawsOnSecret = true
    table = nil
  }

  /// The value read again, with its directives where it is as written.
  func document(_ names: NameTable) -> Document? {
    try? Document(Source(json), names: names)
  }
}
