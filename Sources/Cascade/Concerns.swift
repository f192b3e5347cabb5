/// What is said of a key, or of something in it, by what has to look at it.
package struct Concerns: OptionSet {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }
  package static let laying = Concerns(rawValue: 1)
  package static let exclusion = Concerns(rawValue: 2)
  package static let final = Concerns(rawValue: 4)
  package static let merge = Concerns(rawValue: 8)
  /// By what a level has a say in what holds.
  package static let inheritance: Concerns = [.laying, .exclusion, .final, .merge]
  package static let attribute = Concerns(rawValue: 16)
  /// What is declared of keys, by attributes or for the levels that follow.
  package static let declaration: Concerns = [.attribute, .final, .merge]
  /// Something is included here or below, which may say anything.
  static let inclusion = Concerns(rawValue: 32)
  /// A marker leads here or below.
  package static let marked = Concerns(rawValue: 64)
  /// A key is required, so that it is missed where it is not.
  package static let required = Concerns(rawValue: 128)
  /// An object is closed, so that it takes no members but those that are known.
  package static let closed = Concerns(rawValue: 256)
  static let all: Concerns = [
    .laying, .exclusion, .final, .merge, .attribute, .inclusion, .marked, .required, .closed,
  ]
}
