/// The white space, comma and comments between two items of a container, or between an item and a bracket.
///
/// A comment on the line of the item before belongs to it, unless the next item follows a comma on the same line.
/// A comment directly above the next item belongs to that; on the opening bracket's line, to the container.
struct Gap {
  let range: ByteRange
  let comments: ArraySlice<ByteRange>
  let comma: Int?
  /// Where the comments of the item before, or those on the bracket's line, end.
  let ownEnd: Int
  /// Where the comments of the item after begin.
  let before: Int

  init(_ document: Document, _ range: ByteRange, isLast: Bool) {
    let source = document.source
    self.range = range
    comments = document.comments(in: range)
    let parts = Self.parts(source, range, comments)
    comma = parts.first { $0.isComma }?.range.start
    let own = Self.own(parts, isLast: isLast)
    ownEnd = comments.prefix(own).last?.end ?? range.start
    var before = range.end
    if !isLast {
      for comment in comments.dropFirst(own).reversed() {
        guard source[ByteRange(comment.end, before)].lineBreaks < 2 else { break }
        before = comment.start
      }
    }
    self.before = before
  }

  private struct Part {
    let range: ByteRange
    let isComma: Bool
    let beginsLine: Bool
  }

  private static func parts(
    _ source: Source, _ range: ByteRange, _ comments: ArraySlice<ByteRange>
  ) -> [Part] {
    var parts: [Part] = []
    var at = range.start
    func append(_ part: ByteRange, isComma: Bool = false) {
      let space = source[ByteRange(at, part.start)]
      parts.append(Part(range: part, isComma: isComma, beginsLine: space.breaksLine))
      at = part.end
    }
    for comment in comments + [ByteRange(range.end, range.end)] {
      let space = source[ByteRange(at, comment.start)]
      if let comma = space.firstIndex(of: UInt8(ascii: ",")) {
        append(ByteRange(comma, comma + 1), isComma: true)
      }
      append(comment)
    }
    return parts
  }

  private static func own(_ parts: [Part], isLast: Bool) -> Int {
    let comma = parts.firstIndex { $0.isComma }
    var first = parts.prefix { !$0.beginsLine }
    if let comma, comma >= first.count {
      // Comments on the line of a comma on its own line belong to the item before, too.
      let more = parts[(comma + 1)...].prefix { !$0.beginsLine }
      if isLast || more.endIndex < parts.count { first = parts[..<more.endIndex] }
    } else if !isLast && first.count == parts.count {
      first = parts[..<(comma ?? 0)]
    }
    return first.count { !$0.isComma && $0.range.start < $0.range.end }
  }

  func isCommaFirst(_ source: Source) -> Bool {
    comma.map { source[ByteRange(range.start, $0)].breaksLine } ?? false
  }

  /// The white space and the comma without comments, with the indentation and spacing of the rest of their lines.
  func withoutComments(_ source: Source) -> ArraySlice<UInt8> {
    var output: [UInt8] = []
    var at = range.start
    for comment in comments {
      output += source[ByteRange(at, comment.start)]
      at = comment.end
      if output.last(where: { !$0.isBlank })?.isLineBreak == true {
        while at < range.end, source.bytes[at].isBlank { at += 1 }
      } else {
        while output.last?.isBlank == true { output.removeLast() }
      }
    }
    return (output + source[ByteRange(at, range.end)])[...]
  }
}

extension Container {
  func gap(_ position: Int) -> Gap {
    let start = position == 0 ? inside.start : end(of: items[position - 1])
    let isLast = position == items.count
    let end = isLast ? inside.end : self.start(of: items[position])
    return Gap(document, ByteRange(start, end), isLast: isLast)
  }

  /// Whether there are neither comments between the items nor a trailing comma.
  var isStrict: Bool {
    document.isStrict
      || (0...items.count).allSatisfy { gap($0).comments.isEmpty } && gap(items.count).comma == nil
  }
}
