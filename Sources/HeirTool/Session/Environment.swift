#if canImport(Glibc)
  @preconcurrency import Glibc
#elseif canImport(Musl)
  @preconcurrency import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The environment of a process, whole, as its children inherit it.
enum Environment {
  /// Every `NAME=value`.
  static var all: [[UInt8]] {
    #if canImport(Darwin)
      let start = _NSGetEnviron()?.pointee
    #else
      let start = Optional(environ)
    #endif
    // Null for whoever cleared it.
    guard var next = start else { return [] }
    var all: [[UInt8]] = []
    while let entry = next.pointee {
      all.append(Array(UnsafeRawBufferPointer(start: entry, count: strlen(entry))))
      next += 1
    }
    return all
  }
}
