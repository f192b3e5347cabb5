import Cascade

/// The content of an HTML report: scopes as rows, keys as columns.
struct HTMLReport {
  /// The state of a key in a scope.
  enum Mark: CaseIterable {
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
