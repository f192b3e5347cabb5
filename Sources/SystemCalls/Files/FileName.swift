/// A path component, as bytes.
package typealias FileName = [UInt8]

extension FileName {
  package var isDot: Bool { count == 1 && self[0] == UInt8(ascii: ".") }
  package var isDotDot: Bool {
    count == 2 && self[0] == UInt8(ascii: ".") && self[1] == UInt8(ascii: ".")
  }

  package var isComponent: Bool {
    !isEmpty && !isDot && !isDotDot && !contains { $0 == 0 || $0 == UInt8(ascii: "/") }
  }

  package var isUTF8: Bool {
    allSatisfy { $0 < 0x80 } || String(validating: self, as: UTF8.self) != nil
  }

  /// Splits a path; an empty component becomes `.`, so that a trailing slash requires a directory.
  package var components: [FileName] {
    split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { $0.isEmpty ? [UInt8(ascii: ".")] : FileName($0) }
  }
}

extension [FileName] {
  package var joinedPath: [UInt8] {
    var path: [UInt8] = []
    path.reserveCapacity(reduce(count) { $0 + $1.count })
    for name in self {
      if !path.isEmpty { path.append(UInt8(ascii: "/")) }
      path += name
    }
    return path
  }
}
