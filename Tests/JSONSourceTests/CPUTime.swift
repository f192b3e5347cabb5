import Foundation

/// The seconds that `work` keeps its thread busy, the best of a few runs, whatever else the machine does.
func seconds(of work: () -> Void) -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
  return (0..<3).map { _ in
    let start = now()
    work()
    return now() - start
  }.min() ?? 0
}

/// How many times longer `work` takes on twice the size; 2 is linear, 4 quadratic.
func growth(_ size: Int, _ work: (Int) -> Void) -> Double {
  let once = seconds { work(size) }
  return seconds { work(2 * size) } / once
}
