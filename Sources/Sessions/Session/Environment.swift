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

extension [[UInt8]] {
  /// What of an environment is not one of these variables.
  package func without(_ names: [String]) -> [[UInt8]] {
    filter { entry in !names.contains { entry.starts(with: ($0 + "=").utf8) } }
  }

  /// What an environment has under a name.
  func value(of name: String) -> [UInt8]? {
    let start = [UInt8]((name + "=").utf8)
    return first { $0.starts(with: start) }.map { [UInt8]($0.dropFirst(start.count)) }
  }
}
