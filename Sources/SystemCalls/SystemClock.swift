package enum SystemClock {
  package static func milliseconds() -> Int {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int(now.tv_sec) * 1000 + Int(now.tv_nsec) / 1_000_000
  }

  package static func daysSince1970() -> Int {
    // A day has 86,400 seconds (POSIX.1-2024, 4.19).
    let seconds = Int(time(nil))
    return (seconds - (seconds % 86_400 + 86_400) % 86_400) / 86_400
  }

  /// Sleeps until the time has passed or a signal arrives.
  package static func sleep(_ milliseconds: Int) {
    var time = timespec()
    time.tv_sec = milliseconds / 1000
    time.tv_nsec = milliseconds % 1000 * 1_000_000
    nanosleep(&time, nil)
  }
}
