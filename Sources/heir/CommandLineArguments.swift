#if os(Linux) && !DEBUG
  /// Replaces the runtime's lookup of arguments (stdlib/public/stubs/CommandLine.cpp), because `main` receives them.
  ///
  /// The runtime reads `/proc/self/maps` in a static binary, which costs half the pages of a small command. Debug
  /// builds keep the lookup, because tests need their arguments.
  @_cdecl("_swift_stdlib_getUnsafeArgvArgc")
  public func noArguments(
    _ count: UnsafeMutablePointer<Int32>
  ) -> UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? {
    count.pointee = 0
    return nil
  }
#endif
