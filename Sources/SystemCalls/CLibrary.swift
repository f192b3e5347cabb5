// The C library under one name, whichever the platform has.
#if canImport(Darwin)
  @_exported import Darwin

  /// What a package calls itself: packages are made on Linux.
  package func heirVersion() -> UnsafePointer<CChar>? { nil }
#elseif canImport(Glibc)
  @_exported import LinuxCalls
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#endif
