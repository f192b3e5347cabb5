/// A place for new members or elements, and the text inserted around them.
struct Slot {
  let range: ByteRange
  let before: [UInt8]
  let after: [UInt8]
  let separator: Separator
  let line: LineStart?

  func splice(_ items: [[UInt8]]) -> Splice {
    Splice(range, before + Array(items.joined(separator: separator.bytes)) + after)
  }

  func indentation(_ source: Source) -> [UInt8] {
    line?.indentation ?? source.indentation(ofLineAt: max(0, range.start - 1))
  }
}

extension Slot {
  /// After the last item of a container and that item's comments.
  init(behindLastOf container: Container, _ separator: Separator) {
    let source = container.source
    let gap = container.gap(container.items.count)
    let end = gap.range.start
    let place = max(gap.ownEnd, gap.comma.map { $0 + 1 } ?? end)
    let kept = gap.comments.filter { $0.end <= place }
    var separator = separator
    // A line comment hides text after it, and a comment would belong to an item added on its line.
    let needsLine = kept.last.map { last in
      source.bytes[last.start + 1] == UInt8(ascii: "/") || last.start > gap.comma ?? .max
        || gap.isCommaFirst(source)
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

  /// Before the first item of a container and that item's comments.
  init(beforeFirstOf container: Container, _ separator: Separator) {
    let place = container.gap(0).before
    range = ByteRange(place, place)
    (before, after) = ([], separator.bytes)
    self.separator = separator
    line = separator.isCommaFirst ? nil : LineStart(endOf: container.lead)
  }

  /// Between two items of a container, before the second item's comments.
  init(before position: Int, in container: Container) {
    let gap = container.gap(position)
    separator = Separator(container.separator(before: position))
    range = ByteRange(gap.before, gap.before)
    if let comma = gap.comma, comma >= gap.before {
      let source = container.source
      before = [UInt8(ascii: ",")] + separator.after
      after =
        source.indentation(before: gap.before).map { source.lineBreak + $0 } ?? separator.before
    } else {
      (before, after) = ([], separator.bytes)
    }
    line = separator.isCommaFirst ? nil : separator.line
  }

  /// In a container with comments only, before all comments that are not on the bracket's line.
  init(within container: Container, beside gap: Gap, closing: LineStart?, unit: [UInt8]) {
    let source = container.source
    var end = gap.ownEnd
    while end < gap.range.end, source.bytes[end].isBlank { end += 1 }
    let isLine = end < gap.range.end
    line = closing?.indented(by: unit)
    before = line?.bytes ?? [0x20]
    if let line, let closing {
      range = ByteRange(gap.ownEnd, end)
      after = isLine ? [] : closing.bytes
      separator = Separator(after: line.bytes)
    } else {
      range = ByteRange(gap.ownEnd, gap.ownEnd)
      after = []
      separator = Separator(after: [0x20])
    }
  }
}

/// A comma with its white space between two members or elements.
struct Separator: Equatable {
  let before: [UInt8]
  let after: [UInt8]

  init(before: [UInt8] = [], after: [UInt8]) {
    self.before = before
    self.after = after
  }

  init(_ written: ArraySlice<UInt8>) {
    let comma = written.firstIndex(of: UInt8(ascii: ",")) ?? written.endIndex
    before = Array(written[..<comma].withoutBlankLines)
    after = Array(written[comma...].dropFirst().withoutBlankLines)
  }

  var bytes: [UInt8] { before + [UInt8(ascii: ",")] + after }
  var isCommaFirst: Bool { before[...].breaksLine }

  /// The start of the next item's line; nil if the separator has no line break after the comma.
  var line: LineStart? { LineStart(endOf: after[...]) }
}
