/// The environment of the process.
package enum Environment {
  package static var all: [[UInt8]] {
    #if canImport(Darwin)
      let start = _NSGetEnviron()?.pointee
    #else
      let start = Optional(environ)
    #endif
    // Null after clearenv(3).
    guard var next = start else { return [] }
    var all: [[UInt8]] = []
    while let entry = next.pointee {
      all.append(Array(cString: entry))
      next += 1
    }
    return all
  }

  package static func value(of name: [UInt8]) -> [UInt8]? {
    name.withCString { getenv($0) }.map { Array(cString: $0) }
  }
}

extension [[UInt8]] {
  package func without(_ names: [String]) -> [[UInt8]] {
    filter { entry in !names.contains { entry.starts(with: ($0 + "=").utf8) } }
  }

  package func value(of name: String) -> [UInt8]? {
    let start = [UInt8]((name + "=").utf8)
    return first { $0.starts(with: start) }.map { [UInt8]($0.dropFirst(start.count)) }
  }
}
