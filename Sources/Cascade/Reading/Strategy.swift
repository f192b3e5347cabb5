import JSONSource

/// A merge strategy (I8).
package enum Strategy: Equatable {
  case deep, replace, append, prepend, union
  /// Own elements first, then the inherited elements without equal.
  case unionPrepend
  /// Elements with equal values of this member are merged.
  case by(Name)

  package static let named: [(String, Strategy)] = [
    ("deep", .deep), ("replace", .replace), ("append", .append), ("prepend", .prepend),
    ("union", .union),
  ]

  package var fitsObjects: Bool { self == .deep || self == .replace }
  package var fitsArrays: Bool { self != .deep }
}
