import Synchronization

/// The limit on open files, raised on demand.
enum DescriptorLimit {
  /// The limit before it was raised; 0 if it was not.
  private static let former = Atomic<UInt>(0)

  #if canImport(Glibc)
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let resource = RLIMIT_NOFILE
  #endif

  static func now() throws(Errno) -> Int {
    var limit = rlimit()
    _ = try retrying { getrlimit(resource, &limit) }
    return Int(clamping: limit.rlim_cur)
  }

  @discardableResult
  static func raise() -> Bool {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return false }
    let now = limit.rlim_cur
    #if canImport(Darwin)
      // macOS refuses values above OPEN_MAX.
      limit.rlim_cur = min(limit.rlim_max, rlim_t(OPEN_MAX))
    #else
      limit.rlim_cur = limit.rlim_max
    #endif
    guard limit.rlim_cur > now, setrlimit(resource, &limit) == 0 else { return false }
    former.store(UInt(now), ordering: .relaxed)
    return true
  }

  /// Runs `body`, which starts a program, with the original limit: select(2) fails for descriptors above 1023.
  static func withOriginalLimit<Result>(_ body: () -> Result) -> Result {
    let found = rlim_t(former.load(ordering: .relaxed))
    var limit = rlimit()
    guard found != 0, getrlimit(resource, &limit) == 0 else { return body() }
    let raised = limit
    limit.rlim_cur = found
    _ = setrlimit(resource, &limit)
    let result = body()
    limit = raised
    _ = setrlimit(resource, &limit)
    return result
  }
}
