#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How many files and directories the process may have open.
package enum DescriptorLimit {
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

  /// Takes all that the system allows, for who holds many directories at once.
  package static func raise() {
    var limit = rlimit()
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
    limit.rlim_cur = limit.rlim_max
    #if canImport(Darwin)
      // macOS has a limit of its own, and takes no more.
      limit.rlim_cur = min(limit.rlim_max, rlim_t(OPEN_MAX))
    #endif
    // Without it, opening tells.
    _ = setrlimit(resource, &limit)
  }
}
