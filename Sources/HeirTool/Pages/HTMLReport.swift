import Answers
import Cascade

/// The content of an HTML report: scopes as rows, keys as columns.
package struct HTMLReport {
  /// The state of a key in a scope.
  enum Mark: Int, CaseIterable {
    case inherits, sets
    /// Sets the key and overrides an inherited value.
    case shadows
    case stopped, excluded, replaced
    case refused
    case neverSet, unresolved
    case changed, added, removed
    case held
    case unchanged
  }

  /// A key in a scope; rows share equal cells.
  struct Cell: Hashable {
    let mark: Mark
    /// Secrets are masked, and long values may be cut.
    var value: String?
    /// The full value if `value` is cut.
    var whole: String?
    var former: String?
    /// Equal values of a column have equal numbers; that of the first row is 0.
    var tint: Int?
    var origin: String?
    /// The reason and last day of an override, or the statement that removes the value.
    var reason: String?
  }

  typealias Legend = [(value: String, tint: Int, count: Int)]

  /// A key and the distribution of its values, most frequent first.
  struct Column {
    let key: String
    let legend: Legend
  }

  /// A key with the same value in all scopes.
  struct Constant {
    let key: String
    let value: String
    let origin: String?
  }

  /// A scope, with the index of a cell for each column.
  struct Row {
    let path: [UInt8]
    let depth: Int
    let cells: [Int]
  }

  package let title: String
  let facts: [String]
  let columns: [Column]
  var constants: [Constant] = []
  let cells: [Cell]
  /// Ancestors are before descendants, siblings in byte order.
  let rows: [Row]
  let sections: [(heading: String, lines: [String])]
  var meaningOfColour: StaticString = "each colour in a column is one value"
}

extension HTMLReport.Mark {
  var words: (short: StaticString, meaning: StaticString) {
    switch self {
    case .inherits: ("inherits", "inherits its value")
    case .sets: ("sets", "sets the value")
    case .shadows: ("overrides", "sets a value and overrides the inherited one")
    case .stopped: ("stopped", "a stop removes the inherited value")
    case .excluded: ("excluded", "an ancestor excludes the key")
    case .replaced: ("replaced", "a value of another kind replaces it")
    case .refused: ("refused", "its value is refused, because the key is final")
    case .neverSet: ("not set", "no level sets the key")
    case .unresolved: ("unresolved", "cannot be evaluated")
    case .changed: ("changed", "has a different value")
    case .added: ("added", "had no value before")
    case .removed: ("removed", "has no value any more")
    case .held: ("no effect", "an edit has no effect in the scope")
    case .unchanged: ("unchanged", "has the same value")
    }
  }
}

/// Builds a report column by column; rows share equal cells.
struct HTMLReportBuilder {
  private let scopeIndex: ScopeIndex
  private var cells = Catalog<HTMLReport.Cell, Void>()
  private var columns: [HTMLReport.Column] = []
  private var rows: [[Int]]
  private var column: [Int?]

  init(_ scopeIndex: ScopeIndex) {
    self.scopeIndex = scopeIndex
    rows = Array(repeating: [], count: scopeIndex.count)
    column = Array(repeating: nil, count: scopeIndex.count)
  }

  mutating func put(_ cell: HTMLReport.Cell, in numbers: some Sequence<Int>) {
    let index = cells.number(of: cell)
    for number in numbers { column[number] = index }
  }

  mutating func end(_ key: String, _ legend: HTMLReport.Legend, others: HTMLReport.Cell) {
    for number in rows.indices {
      rows[number].append(column[number] ?? cells.number(of: others))
      column[number] = nil
    }
    columns.append(HTMLReport.Column(key: key, legend: legend))
  }

  func htmlReport(
    _ title: String, facts: [String], sections: [(heading: String, lines: [String])]
  ) -> HTMLReport {
    HTMLReport(
      title: title, facts: facts, columns: columns, cells: cells.ids,
      rows: zip(scopeIndex.scopes, rows).map { .init(path: $0.path, depth: $0.depth, cells: $1) },
      sections: sections)
  }
}
