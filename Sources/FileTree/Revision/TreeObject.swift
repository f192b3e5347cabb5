import SystemCalls

/// A directory as git keeps it: mode, space, name, NUL and the bytes of an object's name, one after another.
package struct TreeObject: Sequence, IteratorProtocol {
  /// One name in it.
  package struct Entry {
    let kind: FileKind
    package let name: ArraySlice<UInt8>
    /// The name of the object, not yet in letters.
    let identity: ArraySlice<UInt8>

    package var isDirectory: Bool { kind == .directory }

    /// The name of the object as git tells it.
    package var object: [UInt8] { TreeObject.name(of: identity) }
  }

  private static let digits = Array("0123456789abcdef".utf8)

  /// The name of an object, in letters.
  static func name(of identity: ArraySlice<UInt8>) -> [UInt8] {
    var name: [UInt8] = []
    name.reserveCapacity(2 * identity.count)
    for byte in identity {
      name.append(digits[Int(byte >> 4)])
      name.append(digits[Int(byte & 15)])
    }
    return name
  }

  /// What the letters of a name stand for.
  static func identity(of name: ArraySlice<UInt8>) -> [UInt8] {
    let digits = name.map { $0 < UInt8(ascii: "a") ? $0 &- UInt8(ascii: "0") : $0 &- 87 }
    return stride(from: 0, to: digits.count - 1, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  private let bytes: [UInt8]
  private let identitySize: Int
  private var at = 0

  /// Takes the bytes of an object, and how many letters the names of objects have.
  package init(_ bytes: [UInt8], nameLength: Int) {
    (self.bytes, identitySize) = (bytes, nameLength / 2)
  }

  package mutating func next() -> Entry? {
    guard at < bytes.count, let space = bytes[at...].firstIndex(of: UInt8(ascii: " ")),
      let end = bytes[space...].firstIndex(of: 0), end + identitySize < bytes.count
    else { return nil }
    let next = end + 1 + identitySize
    defer { at = next }
    return Entry(
      kind: FileKind(gitMode: bytes[at..<space]), name: bytes[(space + 1)..<end],
      identity: bytes[(end + 1)..<next])
  }
}

extension FileKind {
  /// The kind that git's mode tells: `100644`, `120000`.
  init(gitMode mode: some Collection<UInt8>) {
    func begins(_ start: String) -> Bool {
      mode.starts(with: start.utf8)
    }
    self =
      if begins("100") {
        .regular
      } else if begins("120") {
        .link
      } else if begins("160") {
        .submodule
      } else if begins("4") {
        .directory
      } else {
        .other
      }
  }
}
