/// A comment of a source, without the line break that ends it.
struct Comment {
  let range: ByteRange
  let endsLine: Bool

  /// Whether these two bytes begin a comment. Reads `second` only after a slash, since the text may end there.
  static func begins(_ first: UInt8, _ second: @autoclosure () -> UInt8) -> Bool {
    guard first == UInt8(ascii: "/") else { return false }
    let second = second()
    return second == UInt8(ascii: "/") || second == UInt8(ascii: "*")
  }

  /// The comment at an offset; nil if it is not closed.
  init?(_ source: Source, at start: Int) {
    let bytes = source.bytes
    guard start + 1 < source.count, Self.begins(bytes[start], bytes[start + 1]) else { return nil }
    var end = start + 2
    endsLine = bytes[start + 1] == UInt8(ascii: "/")
    if endsLine {
      while end < source.count, !bytes[end].isLineBreak { end += 1 }
    } else {
      while bytes[end] != UInt8(ascii: "*") || bytes[end + 1] != UInt8(ascii: "/") {
        end += 1
        if end >= source.count { return nil }
      }
      end += 2
    }
    range = ByteRange(start, end)
  }
}

extension Source {
  /// The comments of a range, in order; `range` must not begin inside a comment.
  func comments(in range: ByteRange) -> [Comment] {
    var found: [Comment] = []
    var at = range.start
    while at < range.end {
      if let comment = Comment(self, at: at) {
        found.append(comment)
        at = comment.range.end
      } else if bytes[at] == UInt8(ascii: "\"") {
        at += 1
        while at < range.end, bytes[at] != UInt8(ascii: "\"") {
          at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
        }
        at += 1
      } else {
        at += 1
      }
    }
    return found
  }

  package var isBlank: Bool {
    var at = textStart
    while at < count {
      if let comment = Comment(self, at: at) {
        at = comment.range.end
      } else if bytes[at].isBlank || bytes[at].isLineBreak {
        at += 1
      } else {
        return false
      }
    }
    return true
  }
}
