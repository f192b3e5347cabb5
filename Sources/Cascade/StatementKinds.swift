/// The kinds of statements that occur at or below a key.
package struct StatementKinds: OptionSet {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }
  package static let value = StatementKinds(rawValue: 1)
  package static let exclusion = StatementKinds(rawValue: 2)
  package static let final = StatementKinds(rawValue: 4)
  package static let merge = StatementKinds(rawValue: 8)
  /// The kinds that affect which value is effective.
  package static let inheritance: StatementKinds = [.value, .exclusion, .final, .merge]
  package static let attribute = StatementKinds(rawValue: 16)
  /// Declarations about keys: attributes, or rules for later levels.
  package static let declaration: StatementKinds = [.attribute, .final, .merge]
  static let inclusion = StatementKinds(rawValue: 32)
  package static let marked = StatementKinds(rawValue: 64)
  package static let required = StatementKinds(rawValue: 128)
  package static let closed = StatementKinds(rawValue: 256)
  package static let secret = StatementKinds(rawValue: 512)
  /// The attributes whose keys a closed object accepts (A7).
  package static let naming = StatementKinds(rawValue: 1024)
  static let all = StatementKinds(rawValue: 2047)
}
