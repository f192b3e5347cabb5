/// The layout of an object or array: its members or elements and the white space around them.
struct Container {
  let document: Document
  let index: Int
  let items: [Int]

  init(_ document: Document, _ index: Int) {
    self.document = document
    self.index = index
    items = Array(document.items(index))
  }

  var source: Source { document.source }

  func start(of item: Int) -> Int { document.range(item).start }

  func end(of item: Int) -> Int {
    document.range(document.kind(index) == .object ? item + 1 : item).end
  }

  var inside: ByteRange {
    let range = document.range(index)
    return ByteRange(range.start + 1, range.end - 1)
  }

  /// The white space before the first item; all of it if the container is empty.
  var lead: ArraySlice<UInt8> {
    space(ByteRange(inside.start, items.first.map { start(of: $0) } ?? inside.end))
  }

  /// The white space after the last item; all of it if the container is empty.
  var tail: ArraySlice<UInt8> {
    let tail = space(ByteRange(items.last.map { end(of: $0) } ?? inside.start, inside.end))
    return document.isStrict ? tail : tail.filter { $0 != UInt8(ascii: ",") }[...]
  }

  func space(_ range: ByteRange) -> ArraySlice<UInt8> {
    document.isStrict
      ? source[range] : Gap(document, range, isLast: false).withoutComments(source)
  }

  /// Whether each bracket is on the line of the item next to it.
  var isOneLine: Bool { !lead.breaksLine && !tail.breaksLine }

  func separator(before position: Int) -> ArraySlice<UInt8> {
    space(ByteRange(end(of: items[position - 1]), start(of: items[position])))
  }

  /// The indentation of its items relative to its own; nil if no item begins a line or is indented further.
  var indentationUnit: [UInt8]? {
    guard
      let inner = [items.last, items.first].lazy.compactMap({ $0 })
        .compactMap({ source.indentation(before: start(of: $0)) }).first
    else { return nil }
    let outer =
      source.indentation(before: inside.end) ?? source.indentation(ofLineAt: inside.start - 1)
    return inner.starts(with: outer) ? Array(inner.dropFirst(outer.count)) : nil
  }
}

/// Removes items from among comments. Comments that do not belong to a removed item stay.
extension Container {
  func cuts(_ removed: Set<Int>) -> [ByteRange] {
    let gaps = (0...items.count).map { gap($0) }
    var cuts: [ByteRange] = []
    var position = 0
    while position < items.count {
      guard removed.contains(items[position]) else {
        position += 1
        continue
      }
      let first = position
      while position < items.count, removed.contains(items[position]) { position += 1 }
      let kept = keptComma(first..<position, gaps).flatMap { gaps[$0].comma }
      for item in first..<position {
        let own = ByteRange(gaps[item].before, gaps[item + 1].ownEnd)
        if let kept, own.start <= kept, kept < own.end {
          cuts += [ByteRange(own.start, kept), ByteRange(kept + 1, own.end)]
        } else {
          cuts.append(own)
        }
      }
      for gap in gaps[first...position] {
        if let comma = gap.comma, comma != kept { cuts.append(ByteRange(comma, comma + 1)) }
      }
    }
    let joined = joined(cuts)
    let isEmptied = items.allSatisfy { removed.contains($0) }
    if isEmptied, !gaps.contains(where: { $0.isKept(by: joined) }) { return [emptied] }
    return tidied(joined)
  }

  /// The comma next to a run of removed items that separates the items around it.
  private func keptComma(_ run: Range<Int>, _ gaps: [Gap]) -> Int? {
    if run.lowerBound == 0 { return nil }
    if run.upperBound == items.count {
      // A trailing comma stays a trailing comma.
      return gaps[items.count].comma == nil ? nil : run.lowerBound
    }
    let next = gaps[run.upperBound]
    let isNext = gaps[run.lowerBound].isCommaFirst(source) && next.comma ?? 0 >= next.ownEnd
    return isNext ? run.upperBound : run.lowerBound
  }

  /// The range to delete if nothing remains between the brackets, including line breaks if they span lines.
  private var emptied: ByteRange {
    guard isOneLine else { return inside }
    var end = inside.end
    while end > inside.start, source.bytes[end - 1].isBlank { end -= 1 }
    return ByteRange(inside.start, end)
  }

  private func joined(_ cuts: [ByteRange]) -> [ByteRange] {
    var joined: [ByteRange] = []
    for cut in cuts.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
      if let last = joined.last,
        cut.start <= last.end || source[ByteRange(last.end, cut.start)].allSatisfy(\.isBlank)
      {
        joined[joined.count - 1] = ByteRange(last.start, max(last.end, cut.end))
      } else {
        joined.append(cut)
      }
    }
    return joined
  }

  /// Extends the ranges by white space that is no longer needed; empty lines are deleted as a whole.
  private func tidied(_ cuts: [ByteRange]) -> [ByteRange] {
    var result: [ByteRange] = []
    var next = 0
    while next < cuts.count {
      let first = next
      repeat {
        next += 1
      } while next < cuts.count
        && !source[ByteRange(cuts[next - 1].end, cuts[next].start)].breaksLine
      let line = cuts[first..<next]
      let start = source.lineStart(before: cuts[first].start)
      let end = source.lineEnd(from: cuts[next - 1].end)
      let isWhole = zip([start] + line.map(\.end), line.map(\.start) + [end]).allSatisfy {
        source[ByteRange($0, $1)].allSatisfy(\.isBlank)
      }
      if isWhole {
        result.append(lines(ByteRange(start, source.pastLineBreak(at: end))))
      } else {
        result += line.map { withBlanks($0, ByteRange(start, end)) }
      }
    }
    return result
  }

  /// Extends whole lines by the blank lines on one side, if both sides have them or the other is a bracket.
  private func lines(_ lines: ByteRange) -> ByteRange {
    var (start, end) = (lines.start, lines.end)
    var above = start
    while let line = source.blankLine(endingAt: above), line > inside.start { above = line }
    var below = end
    while let line = source.blankLine(beginningAt: below), line < inside.end { below = line }
    let isFirst = source[ByteRange(inside.start, above)].allSatisfy { $0.isBlank || $0.isLineBreak }
    let isLast = source[ByteRange(below, inside.end)].allSatisfy(\.isBlank)
    if isLast {
      start = above
    } else if isFirst || above < start {
      end = below
    }
    return ByteRange(start, end)
  }

  /// Extends a part of a line by the blanks before or after it that are no longer needed.
  private func withBlanks(_ cut: ByteRange, _ line: ByteRange) -> ByteRange {
    var (start, end) = (cut.start, cut.end)
    while start > line.start, source.bytes[start - 1].isBlank { start -= 1 }
    while end < line.end, source.bytes[end].isBlank { end += 1 }
    if end == line.end || cut.end == inside.end { return ByteRange(start, end) }
    return ByteRange(cut.start, start == line.start || start < cut.start ? end : cut.end)
  }
}

extension Gap {
  fileprivate func isKept(by cuts: [ByteRange]) -> Bool {
    comments.contains { comment in !cuts.contains { $0.contains(comment) } }
  }
}

extension Source {
  func lineStart(before offset: Int) -> Int {
    bytes[..<offset].lastIndex(where: \.isLineBreak).map { $0 + 1 } ?? textStart
  }

  fileprivate func lineEnd(from offset: Int) -> Int {
    bytes[offset..<count].firstIndex(where: \.isLineBreak) ?? count
  }

  fileprivate func pastLineBreak(at offset: Int) -> Int {
    let isPair = bytes[offset] == 0x0D && bytes[offset + 1] == 0x0A
    return min(count, offset + (isPair ? 2 : 1))
  }

  /// The start of the blank line directly before the line at an offset; nil if that line is not blank.
  fileprivate func blankLine(endingAt line: Int) -> Int? {
    guard line > textStart else { return nil }
    let isPair = bytes[line - 1] == 0x0A && line > 1 && bytes[line - 2] == 0x0D
    let end = line - (isPair ? 2 : 1)
    let start = lineStart(before: end)
    return self[ByteRange(start, end)].allSatisfy(\.isBlank) ? start : nil
  }

  /// The start of the line after the blank line at an offset; nil if that line is not blank.
  fileprivate func blankLine(beginningAt line: Int) -> Int? {
    let end = lineEnd(from: line)
    guard end < count, self[ByteRange(line, end)].allSatisfy(\.isBlank) else { return nil }
    return pastLineBreak(at: end)
  }
}
