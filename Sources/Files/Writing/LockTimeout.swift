import SystemCalls

/// The time that a writer waits for locks in total; any user who can open a directory can hold its lock.
package final class LockTimeout {
  package static let usual = 30_000

  // Shorter waits are not reported.
  private static let quiet = 1000
  private static let longestPause = 20
  private static let latePause = 2

  private let limit: Int
  private let pause: (Int) -> Void
  private let tell: (FilePlace) -> Void
  // Counts pauses instead of reading a clock, which may be set.
  private var waited = 0
  private var reported: FilePlace?

  /// `limit` is in milliseconds; `tell` is called with the place after a second.
  package init(
    limit: Int = usual, pause: @escaping (Int) -> Void = SystemClock.sleep,
    tell: @escaping (FilePlace) -> Void = { _ in }
  ) {
    (self.limit, self.pause, self.tell) = (limit, pause, tell)
  }

  package static var none: LockTimeout { LockTimeout(limit: 0) }

  /// Waits a little; throws after the limit.
  func wait(for place: FilePlace) throws(FileError) {
    guard waited < limit else { throw FileError(place, .locked(milliseconds: limit)) }
    if waited >= Self.quiet, reported != place {
      reported = place
      tell(place)
    }
    // Pauses grow, then become short: the lock goes to the first to try, so an old waiter must try often.
    let isLate = waited >= Self.quiet
    let time = min(isLate ? Self.latePause : min(1 + waited / 4, Self.longestPause), limit - waited)
    pause(time)
    waited += time
  }
}
