import Cascade
import JSONSource

/// A value or statement kept as compact JSON until the secrets of all scopes are known.
/// It does not retain files, and only a mask can read it.
package struct KeptValue {
  let key: Key
  /// Keys around it to mask with it: in some scope they are arrays or computed values and shown whole.
  private(set) var around: Set<Key> = []
  let json: [UInt8]
  /// The keys from which it was computed; nil for a written value.
  private(set) var sources: KeptSources?
  let kind: Node.Kind
  /// Whether it is spelled as in a file, so that names with `$` are directives.
  let isAsWritten: Bool
  /// The statement, if it contains a table of translations, which may reveal a secret.
  private let table: Definition?

  init(_ value: EffectiveValue, _ text: ValueText, of key: Key, _ mask: Mask) {
    self.key = key
    json = text.json
    kind = value.kind
    isAsWritten = false
    table = nil
    note(value, under: mask)
  }

  init(asWritten written: Definition, of key: Key, _ writer: inout JSONWriter) {
    self.key = key
    writer.value(written.document, written.node, asWritten: true)
    json = writer.take()
    kind = written.kind
    isAsWritten = true
    table = SecretSearch.translates(written) ? written : nil
  }

  mutating func note(_ value: EffectiveValue, under mask: Mask) {
    let tree = SourceTree(value)
    let dependsOnSecret = value.dependsOnSecret(under: mask)
    if tree.isEmpty && !dependsOnSecret { return }
    let sources = sources ?? KeptSources()
    sources.note(tree)
    if dependsOnSecret { sources.noteSecret() }
    self.sources = sources
  }

  /// Records a scope in which the key is requested and the statement shown.
  mutating func note(asked view: View) {
    for count in key.names.indices.dropFirst() where view.names.index(key.names[count]) != nil {
      around.insert(Key(Array(key.names[..<count])))
    }
    let rest = view.deepest(key).rest
    if !rest.isEmpty { around.insert(Key(Array(key.names.dropLast(rest.count)))) }
  }

  /// Records a scope that reads the statement: there it may translate a secret.
  mutating func note(in scope: Evaluation) {
    guard let written = table, sources?.dependsOnSecret != true else { return }
    let sources = sources ?? KeptSources()
    self.sources = sources
    for key in around.union([key]) {
      let table = SecretSearch.tables(in: written, under: key, scope)
      sources.note(table)
      if table.isSecret { return sources.noteSecret() }
    }
  }

  func document(_ names: NameTable) -> Document? {
    try? Document(Source(json), names: names)
  }
}
