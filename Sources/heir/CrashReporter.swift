#if os(Linux)
  /// Replaces the runtime's lookup of its crash reporter before `main` (stdlib/public/runtime/Backtrace.cpp).
  ///
  /// It aborts if `/proc` is not mounted, and makes ten system calls otherwise. Only a static binary uses the
  /// replacement.
  @_cdecl("swift_copyAuxiliaryExecutablePath")
  public func pathOfNoAuxiliaryExecutable(
    _ name: UnsafePointer<CChar>
  ) -> UnsafeMutablePointer<CChar>? {
    nil
  }
#endif
