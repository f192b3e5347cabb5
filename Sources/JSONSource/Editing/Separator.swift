/// What stands between two members or elements: a comma in white space.
struct Separator: Equatable {
  let before: [UInt8]
  let after: [UInt8]

  init(before: [UInt8] = [], after: [UInt8]) {
    self.before = before
    self.after = after
  }

  /// The style of a separator as it is written, but without its blank lines.
  init(_ written: ArraySlice<UInt8>) {
    let comma = written.firstIndex(of: UInt8(ascii: ",")) ?? written.endIndex
    before = Array(written[..<comma].withoutBlankLines)
    after = Array(written[comma...].dropFirst().withoutBlankLines)
  }

  var bytes: [UInt8] { before + [UInt8(ascii: ",")] + after }

  /// Whether the comma stands on the line of what follows it.
  var isCommaFirst: Bool { before[...].breaksLine }

  /// How the line of what follows it begins, if it follows on a line of its own.
  var line: LineStart? { LineStart(endOf: after[...]) }
}
