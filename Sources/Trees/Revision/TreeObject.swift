import SystemCalls

/// Git's tree object: mode, space, name, NUL and ID of each entry.
package struct TreeObject {
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

  package init(_ bytes: [UInt8], of object: ObjectID) {
    (self.bytes, self.object) = (bytes, object)
  }

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
  /// Whether it can be the name of a directory entry; it contains no NUL.
  var isComponent: Bool {
    let dot = UInt8(ascii: ".")
    if isEmpty || count <= 2 && allSatisfy({ $0 == dot }) { return false }
    return !contains(UInt8(ascii: "/"))
  }
}

extension FileKind {
  /// The kind of a git mode in octal digits, such as `100644`; nil if malformed.
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
