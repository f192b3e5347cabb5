/// A place for new members or elements, and what comes with them there.
struct Slot {
  let range: ByteRange
  let before: [UInt8]
  let after: [UInt8]
  /// What stands between two of the new ones.
  let separator: Separator
  /// How their line begins, if they stand on a line of their own.
  let line: LineStart?

  func splice(_ items: [[UInt8]]) -> Splice {
    Splice(range, before + Array(items.joined(separator: separator.bytes)) + after)
  }

  /// The blanks with which the line begins on which the first new one stands.
  func indentation(_ source: Source) -> [UInt8] {
    line?.indentation ?? source.indentation(ofLineAt: max(0, range.start - 1))
  }

  /// Behind the last item of a container that has one, and behind the comments that are that item's.
  init(behindLastOf container: Container, _ separator: Separator) {
    let source = container.source
    let gap = container.gap(container.items.count)
    let end = gap.range.start
    let place = max(gap.behind, gap.comma.map { $0 + 1 } ?? end)
    let kept = gap.comments.filter { $0.range.end <= place }
    var separator = separator
    // Nothing can stand behind a comment that ends its line, and what stands behind another one, or behind the
    // comma below one, takes it over.
    let needsLine = kept.last.map { last in
      last.endsLine || last.range.start > gap.comma ?? .max || gap.isCommaFirst(source)
    }
    if needsLine == true, !separator.before[...].breaksLine, !separator.after[...].breaksLine {
      let item = container.start(of: container.items[container.items.count - 1])
      separator = Separator(
        before: separator.before,
        after: source.lineBreak + source.indentation(ofLineAt: item))
    }
    let comma = [UInt8(ascii: ",")]
    if gap.comma != nil {
      range = ByteRange(place, place)
      (before, after) = (separator.isCommaFirst ? separator.before : separator.after, comma)
    } else if separator.after[...].breaksLine, !separator.isCommaFirst {
      range = ByteRange(end, place)
      before = separator.before + comma + source[range] + separator.after
      after = []
    } else {
      range = ByteRange(place, place)
      (before, after) = (separator.bytes, [])
    }
    self.separator = separator
    line = separator.isCommaFirst ? nil : separator.line
  }

  /// Before the first item of a container that has one, and before the comments that are that item's.
  init(beforeFirstOf container: Container, _ separator: Separator) {
    let place = container.gap(0).before
    range = ByteRange(place, place)
    (before, after) = ([], separator.bytes)
    self.separator = separator
    line = separator.isCommaFirst ? nil : LineStart(endOf: container.lead)
  }

  /// Between two items of a container, before the comments that are the second one's.
  init(before position: Int, in container: Container) {
    let gap = container.gap(position)
    separator = Separator(container.separator(before: position))
    range = ByteRange(gap.before, gap.before)
    if let comma = gap.comma, comma >= gap.before {
      // The comments stand above the comma.
      let source = container.source
      before = [UInt8(ascii: ",")] + separator.after
      after =
        source.indentation(before: gap.before).map { source.lineBreak + $0 } ?? separator.before
    } else {
      (before, after) = ([], separator.bytes)
    }
    line = separator.isCommaFirst ? nil : separator.line
  }

  /// In a container that holds nothing but comments, before all that do not stand on the bracket's line: they
  /// are nobody's, and stay so.
  init(within container: Container, beside gap: Gap, closing: LineStart?, unit: [UInt8]) {
    let source = container.source
    var end = gap.behind
    while end < gap.range.end, source.bytes[end].isBlank { end += 1 }
    let isLine = end < gap.range.end
    line = closing?.indented(by: unit)
    before = line?.bytes ?? [0x20]
    if let line, let closing {
      range = ByteRange(gap.behind, end)
      after = isLine ? [] : closing.bytes
      separator = Separator(after: line.bytes)
    } else {
      range = ByteRange(gap.behind, gap.behind)
      after = []
      separator = Separator(after: [0x20])
    }
  }

  /// In an empty container, on the line of its brackets.
  init(within container: Container, padding: [UInt8], _ separator: Separator) {
    range = container.inside
    (before, after) = (padding, padding)
    self.separator = separator
    line = nil
  }

  /// In an empty container, on lines of their own, deeper than the closing bracket's.
  init(within container: Container, closing: LineStart, unit: [UInt8]) {
    range = container.inside
    let inner = closing.indented(by: unit)
    (before, after) = (inner.bytes, closing.bytes)
    separator = Separator(after: inner.bytes)
    line = inner
  }
}
