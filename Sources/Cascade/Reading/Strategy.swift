import JSONSource

/// How an own value meets the inherited one (I8).
package enum Strategy: Equatable {
  case deep, replace, append, prepend, union
  /// Own elements first, then those inherited that none of them equals.
  case unionPrepend
  /// Elements are matched by the member of this name.
  case by(Name)

  /// Those that are told by a name.
  package static let named: [(String, Strategy)] = [
    ("deep", .deep), ("replace", .replace), ("append", .append), ("prepend", .prepend),
    ("union", .union),
  ]

  /// Whether two objects can meet so.
  package var fitsObjects: Bool { self == .deep || self == .replace }

  /// Whether two arrays can meet so.
  package var fitsArrays: Bool { self != .deep }
}
