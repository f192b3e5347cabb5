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
  var meaningOfColour: StaticString = "one colour in a column is one value"
}

extension Picture.Mark {
  /// What stands in each cell, beside the sign that the style sheet has for it, and what the legend says of it.
  var words: (short: StaticString, meaning: StaticString) {
    switch self {
    case .inherits: ("inherits", "takes the value that holds above")
    case .sets: ("sets", "has a value of its own")
    case .shadows: ("shadows", "has a value of its own over an inherited one")
    case .stopped: ("stopped", "a stop cuts off what it would inherit")
    case .excluded: ("excluded", "a scope above keeps the key to itself")
    case .replaced: ("replaced", "a nearer value of another kind took its place")
    case .refused: ("refused", "its own value is refused by a final")
    case .neverSet: ("never set", "neither it nor a scope above sets the key")
    case .unresolved: ("unresolved", "cannot be worked out")
    case .changed: ("changed", "has another value than before")
    case .added: ("added", "has a value and had none")
    case .removed: ("removed", "had a value and has none")
    case .held: ("held", "an edit does not get through to it")
    case .unchanged: ("unchanged", "is as it was")
    }
  }
}
