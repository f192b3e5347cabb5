import SystemCalls

/// How long a writer waits, in all, for directories that others have locked: whoever may open a directory
/// can lock it, and need never let go.
package final class LockPatience {
  /// How long one waits who has nothing else to say, in milliseconds.
  package static let usual = 30_000

  // Who waits for less wants to hear nothing.
  private static let quiet = 1000
  private static let longestPause = 20
  private static let latePause = 2

  private let limit: Int
  private let pause: (Int) -> Void
  private let tell: (FilePlace) -> Void
  // Pauses are counted and no clock is asked: one that stands still, or is set, makes nobody wait for ever.
  private var waited = 0
  private var told: FilePlace?

  /// `limit` is in milliseconds; `tell` is called with what is waited for, once that takes long.
  package init(
    limit: Int = usual, pause: @escaping (Int) -> Void = SystemClock.sleep,
    tell: @escaping (FilePlace) -> Void = { _ in }
  ) {
    (self.limit, self.pause, self.tell) = (limit, pause, tell)
  }

  /// That of one who does not wait.
  package static var none: LockPatience { LockPatience(limit: 0) }

  /// Waits a little for a directory; says no where there was waiting enough.
  func waits(for place: FilePlace) -> Bool {
    guard waited < limit else { return false }
    if waited >= Self.quiet, told != place {
      told = place
      tell(place)
    }
    // What is soon over is not waited for long; and who has waited long does not fall behind those who come,
    // since the lock is whose who tries first.
    let isLate = waited >= Self.quiet
    let time = min(isLate ? Self.latePause : min(1 + waited / 4, Self.longestPause), limit - waited)
    pause(time)
    waited += time
    return true
  }

  /// What became of it.
  func refusal(of place: FilePlace) -> FileError {
    FileError(place, .locked(seconds: limit / 1000))
  }
}
