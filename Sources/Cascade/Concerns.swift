/// The kinds of statements that occur at or below a key.
package struct Concerns: OptionSet {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }
  package static let laying = Concerns(rawValue: 1)
  package static let exclusion = Concerns(rawValue: 2)
  package static let final = Concerns(rawValue: 4)
  package static let merge = Concerns(rawValue: 8)
  /// The kinds that affect which value is effective.
  package static let inheritance: Concerns = [.laying, .exclusion, .final, .merge]
  package static let attribute = Concerns(rawValue: 16)
  /// Declarations about keys: attributes, or rules for later levels.
  package static let declaration: Concerns = [.attribute, .final, .merge]
  static let inclusion = Concerns(rawValue: 32)
  package static let marked = Concerns(rawValue: 64)
  package static let required = Concerns(rawValue: 128)
  package static let closed = Concerns(rawValue: 256)
  static let all: Concerns = [
    .laying, .exclusion, .final, .merge, .attribute, .inclusion, .marked, .required, .closed,
  ]
}
