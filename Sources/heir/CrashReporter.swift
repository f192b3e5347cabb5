#if os(Linux)
  /// Takes the place of the runtime's own function, by which the runtime looks for its crash reporter
  /// before `main` (stdlib/public/runtime/Backtrace.cpp): a static binary is not shipped with one.
  ///
  /// The runtime's function works out where the runtime lies, which is from `/proc`, and aborts where
  /// that is not mounted, as in a bare chroot; elsewhere it asks the disk ten times for what is not
  /// there. The one here wins in a static binary only; a runtime that is a shared library keeps its own.
  @_cdecl("swift_copyAuxiliaryExecutablePath")
  public func pathOfNoAuxiliaryExecutable(
    _ name: UnsafePointer<CChar>
  ) -> UnsafeMutablePointer<CChar>? {
    nil
  }
#endif
