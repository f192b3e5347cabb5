/// One component of a path, as the bytes that the disk spells.
package typealias FileName = [UInt8]

extension FileName {
  package static let settings: FileName = Array(".heir".utf8)

  var isDot: Bool { self == [UInt8(ascii: ".")] }
  var isDotDot: Bool { self == [UInt8(ascii: "."), UInt8(ascii: ".")] }
  var isHidden: Bool { first == UInt8(ascii: ".") || first == UInt8(ascii: "_") }

  /// Whether one directory entry can have this name.
  var isComponent: Bool {
    !isEmpty && !isDot && !isDotDot && !contains(0) && !contains(UInt8(ascii: "/"))
  }

  var isUTF8: Bool {
    allSatisfy { $0 < 0x80 } || String(validating: self, as: UTF8.self) != nil
  }

  /// Splits a path; an empty component means `.`, which makes a trailing slash ask for a directory.
  var components: [FileName] {
    split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { $0.isEmpty ? [UInt8(ascii: ".")] : FileName($0) }
  }
}
