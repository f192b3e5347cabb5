import SystemCalls

/// A directory as git keeps it: mode, space, name, NUL and the bytes of an object's name, one after another.
package struct TreeObject: Sequence, IteratorProtocol {
  /// One name in it.
  package struct Entry {
    let kind: FileKind
    package let name: ArraySlice<UInt8>
    fileprivate let identity: ArraySlice<UInt8>

    package var isDirectory: Bool { kind == .directory }

    package var object: ObjectID { ObjectID(identity) }
  }

  private let bytes: [UInt8]
  private let identitySize: Int
  private var at = 0

  /// Takes the bytes of an object, and its name.
  package init(_ bytes: [UInt8], of object: ObjectID) {
    (self.bytes, identitySize) = (bytes, object.size)
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
    var digits = mode.makeIterator()
    func next() -> Unicode.Scalar { Unicode.Scalar(digits.next() ?? 0) }
    self =
      switch (next(), next(), next()) {
      case ("1", "0", "0"): .regular
      case ("1", "2", "0"): .link
      case ("1", "6", "0"): .submodule
      case ("4", _, _): .directory
      default: .other
      }
  }
}
