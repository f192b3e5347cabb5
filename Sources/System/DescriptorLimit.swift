import CLibrary
import Synchronization

/// How many files and directories the process may have open: what its caller allows, until that is not
/// enough.
enum DescriptorLimit {
  /// What the caller allowed; 0 as long as that is what holds.
  private static let former = Atomic<UInt>(0)

  #if canImport(Glibc)
    private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let resource = RLIMIT_NOFILE
  #endif

  /// How many there may be now.
  static func now() throws(Errno) -> Int {
    var limit = rlimit()
    _ = try retrying { getrlimit(resource, &limit) }
    return Int(clamping: limit.rlim_cur)
  }

  /// Takes all that the system allows; says no where that is no more than there is.
  @discardableResult
  static func raise() -> Bool {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0 else { return false }
    let now = limit.rlim_cur
    #if canImport(Darwin)
      // macOS has a limit of its own, and takes no more.
      limit.rlim_cur = min(limit.rlim_max, rlim_t(OPEN_MAX))
    #else
      limit.rlim_cur = limit.rlim_max
    #endif
    guard limit.rlim_cur > now, setrlimit(resource, &limit) == 0 else { return false }
    former.store(UInt(now), ordering: .relaxed)
    return true
  }

  /// Runs what starts another program, which gets the limit that this one was given: one that asks
  /// select(2) can have no more.
  static func asFound<Result>(_ body: () -> Result) -> Result {
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
