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
  /// The keys from which it was computed; nil for a value that is written.
  private(set) var sources: KeptSources?
  let kind: Node.Kind
  /// Whether it is as a file writes it, so that names with `$` are directives.
  let isAsWritten: Bool
  /// The statement, if a table of translations in it may show what is secret.
  private let table: Definition?

  /// An effective value of a key, with what is secret under it in the scope that has it.
  init(_ value: EffectiveValue, _ text: ValueText, of key: Key, _ mask: Mask) {
    self.key = key
    json = text.json
    kind = value.kind
    isAsWritten = false
    table = nil
    note(value, under: mask)
  }

  /// What plain values come to.
  init(_ plain: PlainStanding, _ text: ValueText, of key: Key) {
    self.key = key
    json = text.json
    kind = plain.kind
    isAsWritten = false
    table = nil
  }

  /// A value as a file writes it, directives included.
  init(asWritten written: Definition, of key: Key, _ writer: inout JSONWriter) {
    self.key = key
    writer.value(written.document, written.node, asWritten: true)
    json = writer.take()
    kind = written.kind
    isAsWritten = true
    table = SecretSearch.translates(written) ? written : nil
  }

  /// Takes note of a scope that has the value, too: there it may be computed from other keys.
  mutating func note(_ value: EffectiveValue, under mask: Mask) {
    let tree = SourceTree(value)
    let drawsOnSecret = value.drawsOnSecret(under: mask)
    if tree.isEmpty && !drawsOnSecret { return }
    let sources = sources ?? KeptSources()
    sources.note(tree)
    if drawsOnSecret { sources.noteSecret() }
    self.sources = sources
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
    guard let written = table, sources?.drawsOnSecret != true else { return }
    let sources = sources ?? KeptSources()
    self.sources = sources
    for key in around.union([key]) {
      let table = SecretSearch.tables(in: written, under: key, scope)
      sources.note(table)
      if table.isSecret { return sources.noteSecret() }
    }
  }

  /// The value read again, with its directives where it is as written.
  func document(_ names: NameTable) -> Document? {
    try? Document(Source(json), names: names)
  }
}
