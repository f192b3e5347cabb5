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
