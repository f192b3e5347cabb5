import Cascade

/// The content of an HTML report: scopes as rows, keys as columns.
struct HTMLReport {
  /// The state of a key in a scope.
  enum Mark: String, CaseIterable {
    case inherits, sets
    /// Sets the key and overrides an inherited value.
    case overrides
    case stopped, excluded, replaced, refused
    case notSet = "not set"
    case unresolved
    case changed, added, removed
    case ineffective = "no effect"
    case unchanged
  }

  /// A key in a scope.
  struct Cell {
    var mark: Mark
    /// Secrets are masked, and long values may be cut.
    var value: String?
    var former: String?
    /// Equal values of a column have equal numbers; 0 has no colour.
    var tint = 0
    var origin: String?
    /// The reason and last day of an override, or the statement that removes the value.
    var reason: String?
  }

  struct Column {
    let key: String
    /// A cell for each scope.
    var cells: [Cell]

    mutating func put(_ cell: Cell, in scopes: ScopeSet) {
      for number in scopes.numbers { cells[number] = cell }
    }
  }

  let title: String
  let facts: [String]
  let scopes: ScopeIndex
  let columns: [Column]
  let sections: [(heading: String, lines: [String])]
}
