import Foundation

/// The number of random samples on which a law is tested.
package enum Seeds {
  /// As many seeds as usual, or as `HEIR_SEEDS` asks for if those are more.
  package static func upTo(_ usual: Int) -> Range<Int> { 0..<max(usual, asked) }

  private static let asked =
    ProcessInfo.processInfo.environment["HEIR_SEEDS"].flatMap(Int.init) ?? 0
}
