/// A token of a source on its tape: a container precedes its content, a name its value.
package struct Node: Sendable {
  package enum Kind: UInt8, Sendable {
    case object, array, string, number, `true`, `false`, null
    /// An ordinary member name; a leading `$$` means `$`.
    case name
    /// A member name that begins with a single `$`.
    case directive
  }

  // Twelve bytes, since a large file may have as many nodes as bytes.
  // Offsets are at most 2^28 (`Source.largest`), which leaves bits for kind and flags.
  private var startAndKind: UInt32
  private var endAndFlags: UInt32
  /// For a container, the index after its content; for a name, its number or, until interned, its hash.
  var link: UInt32

  private static let offsets: UInt32 = 1 << 29 - 1
  private static let escaped: UInt32 = 1 << 31
  private static let interned: UInt32 = 1 << 30

  @inline(__always)
  init(_ kind: Kind, _ start: Int, _ end: Int, isEscaped: Bool = false, link: UInt32 = 0) {
    startAndKind = UInt32(truncatingIfNeeded: start) << 4 | UInt32(kind.rawValue)
    endAndFlags = UInt32(truncatingIfNeeded: end) | (isEscaped ? Self.escaped : 0)
    self.link = link
  }

  @inline(__always)
  package var kind: Kind {
    // Safe: only `init` writes it, from a kind's raw value.
    unsafeBitCast(UInt8(truncatingIfNeeded: startAndKind & 0xF), to: Kind.self)
  }

  var isContainer: Bool { startAndKind & 0xF <= UInt32(Kind.array.rawValue) }

  var isName: Bool { startAndKind & 0xF == UInt32(Kind.name.rawValue) }

  package var range: ByteRange { ByteRange(Int(startAndKind >> 4), end) }

  var end: Int {
    get { Int(endAndFlags & Self.offsets) }
    set { endAndFlags = endAndFlags & ~Self.offsets | UInt32(truncatingIfNeeded: newValue) }
  }

  package var isEscaped: Bool { endAndFlags & Self.escaped != 0 }
  var isInterned: Bool { endAndFlags & Self.interned != 0 }

  mutating func note(_ name: Name) {
    link = name.id
    endAndFlags |= Self.interned
  }

  /// This node on a tape that begins `count` nodes later.
  func moved(back count: Int) -> Node {
    guard isContainer else { return self }
    var node = self
    node.link -= UInt32(count)
    return node
  }
}
