import Foundation

/// The number of random samples on which a law is tested.
package enum Seeds {
  /// The usual number of seeds, times `HEIR_SEEDS` if that is set.
  package static func upTo(_ usual: Int, from start: Int = 0) -> Range<Int> {
    start..<start + usual * factor
  }

  /// The first few samples, or all of them in `.ci/nightly`.
  package static func first<Sample>(_ count: Int, of samples: [Sample]) -> [Sample] {
    isLong ? samples : Array(samples.prefix(count))
  }

  /// Every few samples one, so that they are of all kinds, or all of them in `.ci/nightly`.
  package static func every<Sample>(_ step: Int, of samples: [Sample]) -> [Sample] {
    isLong ? samples : stride(from: 0, to: samples.count, by: step).map { samples[$0] }
  }

  /// Whether tests run at length, as in `.ci/nightly`; with fewer samples it is no long run.
  package static let isLong = factor >= 30

  private static let factor =
    ProcessInfo.processInfo.environment["HEIR_SEEDS"].flatMap(Int.init) ?? 1
}
