import Cascade
import JSONSource

/// A value or statement kept as compact JSON until the secrets of all scopes are known.
/// It does not retain files, and only a mask can read it.
package final class KeptValue {
  let key: Key
  /// Keys around it to mask with it: in some scope they are arrays or computed values and shown whole.
  private(set) var around: Set<Key> = []
  let json: [UInt8]
  /// Whether it is written beside an inclusion that cannot be read, and that may declare it secret.
  var isUncertain = false
  /// Whether a secret of a scope is among the keys from which it was computed.
  private(set) var dependsOnSecret = false
  /// The keys from which it was computed, in any of its scopes: in most cases all have the same.
  private(set) var trees: [SourceTree] = []
  private(set) var tables: Set<TableSources> = []
  let kind: Node.Kind
  /// Whether it is spelled as in a file, so that names with `$` are directives.
  let isAsWritten: Bool
  /// The statement, if it contains a table of translations, which may reveal a secret.
  private let table: Definition?

  /// `other` is a value of the key that was probably computed from the same keys.
  init(
    _ value: EffectiveValue, _ text: ValueText, of key: Key, _ mask: Mask,
    like other: KeptValue? = nil
  ) {
    self.key = key
    json = text.json
    kind = value.kind
    isAsWritten = false
    table = nil
    note(value, under: mask)
    // Equal lists of keys are kept once: a chain of references has long ones.
    trees = trees.map { tree in other?.trees.first { $0 == tree } ?? tree }
  }

  init(asWritten written: Definition, of key: Key, _ writer: inout JSONWriter) {
    self.key = key
    writer.value(written.document, written.node, asWritten: true)
    json = writer.take()
    kind = written.kind
    isAsWritten = true
    table = SecretSearch.translates(written) ? written : nil
  }

  var isComputed: Bool { dependsOnSecret || !trees.isEmpty || !tables.isEmpty }

  func note(_ value: EffectiveValue, under mask: Mask) {
    if let tree = SourceTree(value), !trees.contains(tree) { trees.append(tree) }
    if value.dependsOnSecret(under: mask) { dependsOnSecret = true }
  }

  /// Records a scope in which the key is requested and the statement shown; `rest` is not on the path through objects.
  func note(asked rest: ArraySlice<Name>, _ names: NameTable) {
    if around.isEmpty {
      for count in key.names.indices.dropFirst() where names.index(key.names[count]) != nil {
        around.insert(key.prefix(count))
      }
    }
    if !rest.isEmpty { around.insert(key.prefix(key.names.count - rest.count)) }
  }

  /// Records a scope that reads the statement: there it may translate a secret.
  func note(in scope: Evaluation) {
    guard let written = table, !dependsOnSecret else { return }
    for key in around.union([key]) {
      let table = SecretSearch.tables(in: written, under: key, scope)
      tables.insert(table)
      if table.isSecret { dependsOnSecret = true }
    }
  }

  func document(_ names: NameTable) -> Document? {
    try? Document(Source(json), names: names)
  }
}
