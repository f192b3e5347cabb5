extension Scanner {
  /// Skips the comments here and the white space after them; returns false if there are none.
  @inline(never)
  mutating func skipComments() throws(SyntaxError) -> Bool {
    guard allowsComments, Comment.begins(base[at], base[at + 1]) else { return false }
    isStrict = false
    repeat {
      try skipComment()
      skipSpace()
    } while base[at] == UInt8(ascii: "/") && Comment.begins(base[at], base[at + 1])
    return true
  }

  private mutating func skipComment() throws(SyntaxError) {
    let opening = at
    let isBlock = base[at + 1] == UInt8(ascii: "*")
    at += 2
    while true {
      switch base[at] {
      case 0x0A, 0x0D:
        if !isBlock { return }
        at += 1
      case UInt8(ascii: "*") where isBlock && base[at + 1] == UInt8(ascii: "/"):
        at += 2
        return
      case 0x80...:
        guard let count = UTF8Sequence.length(base + at), at + count <= length else {
          throw SyntaxError(.invalidUTF8, ByteRange(at, at + 1))
        }
        at += count
      case 0x09, 0x20...: at += 1
      default:
        if at < length { throw SyntaxError(.controlInComment, ByteRange(at, at + 1)) }
        if isBlock { throw SyntaxError(.unterminatedComment, ByteRange(opening, opening + 2)) }
        return
      }
    }
  }

  func comment(or expectation: SyntaxError.Expectation) -> SyntaxError.Problem {
    guard allowsComments else { return .comment }
    return Comment.begins(base[at], base[at + 1]) ? .expected(expectation) : .noComment
  }
}
