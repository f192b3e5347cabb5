import CLibrary

/// The machine's clocks.
package enum SystemClock {
  /// What the monotonic clock says, in milliseconds.
  package static func milliseconds() -> Int {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int(now.tv_sec) * 1000 + Int(now.tv_nsec) / 1_000_000
  }

  /// How many days have passed since 1970-01-01, in UTC.
  package static func daysSince1970() -> Int {
    // A day of the era has 86,400 seconds (POSIX.1-2024, 4.19).
    let seconds = Int(time(nil))
    return (seconds - (seconds % 86_400 + 86_400) % 86_400) / 86_400
  }

  /// Does nothing for some milliseconds, or until a signal comes.
  package static func sleep(_ milliseconds: Int) {
    var time = timespec()
    time.tv_sec = milliseconds / 1000
    time.tv_nsec = milliseconds % 1000 * 1_000_000
    nanosleep(&time, nil)
  }
}
