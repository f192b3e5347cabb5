/// One token of a source on its tape: containers stand before what they hold, a name before its value.
package struct Node: Sendable {
  package enum Kind: UInt8, Sendable {
    case object, array, string, number, `true`, `false`, null
    /// An ordinary member name, one `$` taken off where it began with two.
    case name
    /// A member name that begins with a single `$`.
    case directive
  }

  let startOffset: UInt32
  var endOffset: UInt32
  /// A container: the index behind all it holds; a name or directive: its number in the name table, or its
  /// print (`NamePrint`) until somebody asks for the name.
  var link: UInt32
  package let kind: Kind
  /// Whether a string or name holds a backslash, so that its bytes are not its value.
  package let isEscaped: Bool
  /// Whether `link` is the number of a name.
  var isInterned = false

  /// The same on a tape that begins so many nodes later.
  func moved(back count: Int) -> Node {
    guard kind == .object || kind == .array else { return self }
    var node = self
    node.link -= UInt32(count)
    return node
  }

  package var range: ByteRange { ByteRange(Int(startOffset), Int(endOffset)) }
}
