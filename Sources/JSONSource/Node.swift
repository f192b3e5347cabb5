/// One token of a source on its tape: containers stand before what they hold, a name before its value.
package struct Node: Sendable {
  package enum Kind: UInt8, Sendable {
    case object, array, string, number, `true`, `false`, null
    /// An ordinary member name, one `$` taken off where it began with two.
    case name
    /// A member name that begins with a single `$`.
    case directive
  }

  // Twelve bytes, since a large file is as many of them as there are bytes in it: offsets are below 2^28
  // (`Source.largest`) or, for an end, that itself, so that the kind and what is true or not go with them.
  private var startAndKind: UInt32
  private var endAndFlags: UInt32
  /// A container: the index behind all it holds; a name or directive: its number in the name table, or its
  /// print (`NamePrint`) until somebody asks for the name.
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
    // Nothing else is ever put there, and a kind's number is the byte that it is kept as.
    unsafeBitCast(UInt8(truncatingIfNeeded: startAndKind & 0xF), to: Kind.self)
  }

  var isContainer: Bool { startAndKind & 0xF <= UInt32(Kind.array.rawValue) }

  var isName: Bool { startAndKind & 0xF == UInt32(Kind.name.rawValue) }

  package var range: ByteRange { ByteRange(Int(startAndKind >> 4), end) }

  var end: Int {
    get { Int(endAndFlags & Self.offsets) }
    set { endAndFlags = endAndFlags & ~Self.offsets | UInt32(truncatingIfNeeded: newValue) }
  }

  /// Whether a string or name holds a backslash, so that its bytes are not its value.
  package var isEscaped: Bool { endAndFlags & Self.escaped != 0 }

  /// Whether `link` is the number of a name.
  var isInterned: Bool { endAndFlags & Self.interned != 0 }

  mutating func note(_ name: Name) {
    link = name.id
    endAndFlags |= Self.interned
  }

  /// The same on a tape that begins so many nodes later.
  func moved(back count: Int) -> Node {
    guard isContainer else { return self }
    var node = self
    node.link -= UInt32(count)
    return node
  }
}
