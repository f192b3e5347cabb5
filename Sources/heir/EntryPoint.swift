import Files
import HeirTool
import SystemCalls
import Trees

/// The C entry point, which receives the arguments: `CommandLine` reads them from `/proc`, which a chroot may lack.
///
/// The package manager links `heir_main` as the program's `main`.
@_cdecl("heir_main")
public func main(
  _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> Int32 {
  let session = Session.live()
  // Ends the process before what the session keeps is freed.
  return withExtendedLifetime(session) {
    exit(Tool.run([[UInt8]](arguments: arguments, count: count), session))
  }
}

#if os(Linux)
  /// Replaces the lookup of the crash reporter before `main` (stdlib/public/runtime/Backtrace.cpp): it aborts if
  /// `/proc` is missing, as in a chroot. A static binary has no crash reporter.
  @_cdecl("swift_copyAuxiliaryExecutablePath")
  public func auxiliaryExecutablePath(
    _ name: UnsafePointer<CChar>
  ) -> UnsafeMutablePointer<CChar>? { nil }
#endif
