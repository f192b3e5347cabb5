import SystemCalls

/// A directory as git keeps it: mode, space, name, NUL and the bytes of an object's name, one after another.
package struct TreeObject {
  /// One name in it.
  package struct Entry {
    let kind: FileKind
    package let name: ArraySlice<UInt8>
    fileprivate let identity: ArraySlice<UInt8>

    package var isDirectory: Bool { kind == .directory }

    package var object: ObjectID { ObjectID(identity) }
  }

  private let bytes: [UInt8]
  private let object: ObjectID
  private var at = 0

  /// Takes the bytes of an object, and its name.
  package init(_ bytes: [UInt8], of object: ObjectID) {
    (self.bytes, self.object) = (bytes, object)
  }

  /// The next name; nil after the last.
  package mutating func next() throws(BlobError) -> Entry? {
    if at == bytes.count { return nil }
    guard let space = bytes[at...].firstIndex(of: UInt8(ascii: " ")),
      let kind = FileKind(gitMode: bytes[at..<space]),
      let end = bytes[space...].firstIndex(of: 0), object.size < bytes.count - end
    else { throw .broken(object) }
    let name = bytes[(space + 1)..<end]
    guard name.isComponent else { throw .broken(object) }
    at = end + 1 + object.size
    return Entry(kind: kind, name: name, identity: bytes[(end + 1)..<at])
  }
}

extension ArraySlice<UInt8> {
  /// Whether one directory entry can have this name; it ends where a NUL would stand.
  var isComponent: Bool {
    let dot = UInt8(ascii: ".")
    if isEmpty || count <= 2 && allSatisfy({ $0 == dot }) { return false }
    return !contains(UInt8(ascii: "/"))
  }
}

extension FileKind {
  /// The kind that git's mode has, in octal digits: `100644`, `120000`; nil for a number that is none.
  init?(gitMode mode: some Collection<UInt8>) {
    guard 1...8 ~= mode.count, mode.allSatisfy({ 0x30...0x37 ~= $0 }) else { return nil }
    let number = mode.reduce(0) { $0 << 3 | Int($1 & 7) }
    self =
      switch number >> 12 {
      case 0o10: .regular
      case 0o12: .link
      case 0o16: .submodule
      case 0o04: .directory
      default: .other
      }
  }
}
