/// What became of a statement.
package enum Outcome: String {
  case effective, merged, overridden, stopped, excluded, replaced, refused
  case acted, idle

  /// Whether the statement gives something to what holds.
  package var isInForce: Bool { self == .effective || self == .merged }
}
