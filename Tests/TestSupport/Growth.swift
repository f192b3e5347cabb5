#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The ratio of costs at two sizes.
/// Disturbances only add to a cost: the least of a few counts, and a large ratio is measured again.
package struct Growth {
  private let cost: (Int) throws -> Double
  /// What the work costs whatever its size.
  private let base: Double

  /// Takes what a work of a size costs, in any unit.
  package init(ignoring base: Double = 0, _ cost: @escaping (Int) throws -> Double) {
    (self.cost, self.base) = (cost, base)
  }

  /// A work whose cost is the processor time of this thread.
  package static func ofBusySeconds(_ work: @escaping (Int) throws -> Void) -> Growth {
    Growth { size in try busySeconds { try work(size) } }
  }

  /// The seconds of processor time that a work takes in this thread.
  package static func busySeconds(of work: () throws -> Void) rethrows -> Double {
    let start = busySeconds()
    try work()
    return busySeconds() - start
  }

  /// The ratio of the costs, found anew, up to six times, until it is below `limit`.
  package func ratio(from small: Int, to large: Int, until limit: Double) throws -> Double {
    var least = (small: Double.infinity, large: Double.infinity)
    var ratio = Double.infinity
    for _ in 0..<6 where ratio >= limit {
      // Twice the small one: if only that is disturbed, too steep a growth would pass.
      for _ in 0..<2 { least.small = min(least.small, try cost(small)) }
      least.large = min(least.large, try cost(large))
      ratio = (least.large - base) / least.small
    }
    return ratio
  }

  private static func busySeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
