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

  /// Behind the last item of a container that has one.
  init(behindLastOf container: Container, _ separator: Separator) {
    let place = container.inside.end - container.tail.count
    range = ByteRange(place, place)
    (before, after) = (separator.bytes, [])
    self.separator = separator
    line = separator.isCommaFirst ? nil : separator.line
  }

  /// Before the first item of a container that has one.
  init(beforeFirstOf container: Container, _ separator: Separator) {
    let place = container.inside.start + container.lead.count
    range = ByteRange(place, place)
    (before, after) = ([], separator.bytes)
    self.separator = separator
    line = separator.isCommaFirst ? nil : LineStart(endOf: container.lead)
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
