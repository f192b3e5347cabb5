/// What a page shows: scopes as rows, keys as columns.
package struct Picture {
  /// What became of a key in a scope.
  enum Mark: Int, CaseIterable {
    case inherits, sets
    /// Sets over an inherited value.
    case shadows
    case stopped, excluded, replaced
    /// Its own write is refused by a final.
    case refused
    case neverSet, unresolved
    case changed, added, removed
    /// An edit that does not get through; the cell says why.
    case held
    /// Nothing of it changed.
    case unchanged
  }

  /// A key in a scope, as it is shown; rows share cells that are equal.
  struct Cell: Hashable {
    let mark: Mark
    /// Secrets masked, maybe cut.
    var value: String?
    /// The value as it is, where it is cut so that it can be told from others.
    var whole: String?
    /// The value before, of two that are compared.
    var former: String?
    /// The same value in a column has the same number; that of the first row is 0.
    var tint: Int?
    /// Such as `prod/db.json:3:13`.
    var origin: String?
    /// Why and until when, or what cut it.
    var reason: String?
  }

  typealias Legend = [(value: String, tint: Int, count: Int)]

  /// A key, with how its values are spread, the commonest first.
  struct Column {
    let key: String
    let legend: Legend
  }

  /// A key that has one value in all scopes.
  struct Constant {
    let key: String
    let value: String
    /// Where the value is written.
    let origin: String?
  }

  /// A scope with a cell for each column, by its index in `cells`.
  struct Row {
    let path: [UInt8]
    let depth: Int
    let cells: [Int]
  }

  package let title: String
  /// Sentences under the title.
  let facts: [String]
  let columns: [Column]
  /// Keys that would be columns of one value each.
  var constants: [Constant] = []
  let cells: [Cell]
  /// As a walk meets them: ancestors before descendants, siblings in byte order.
  let rows: [Row]
  /// Such as what cannot be worked out, and edits without effect.
  let sections: [(heading: String, lines: [String])]
  /// What the legend says of colours.
  var meaningOfColour: StaticString = "each colour in a column is one value"
}

extension Picture.Mark {
  /// What stands in each cell, beside the sign that the style sheet has for it, and what the legend says of it.
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
