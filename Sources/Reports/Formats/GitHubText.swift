import Sessions

/// What the runner of GitHub's Actions reads as `$GITHUB_ENV` and `$GITHUB_OUTPUT`.
package enum GitHubText {
  /// Names that the runner refuses, in whatever case, or sets itself; heir.1 shows them.
  package static let reserved = ReservedNames(
    ["NODE_OPTIONS"], beginning: ["GITHUB_", "RUNNER_"], why: "is reserved by the runner",
    isCaseless: true)

  /// `NAME<<DELIMITER`, the text as it is, and the delimiter, which the text nowhere holds: so none can be written to
  /// end before its end, and the same values make the same lines.
  package static func lines(_ variable: Assignment) throws(Unrepresentable) -> [UInt8] {
    let name = variable.name.bytes
    guard let text = variable.text else { return [] }
    // On Windows it goes with the newline behind the text.
    if text.last == 0x0D {
      throw Unrepresentable(
        "ends with a carriage return, which the runner treats as a part of the line end")
    }
    let delimiter = delimiter(besides: text)
    return name + Array("<<".utf8) + delimiter + [0x0A] + text + [0x0A] + delimiter + [0x0A]
  }

  /// A word with more strokes behind it than the text has anywhere.
  private static func delimiter(besides text: [UInt8]) -> [UInt8] {
    let stroke = UInt8(ascii: "_")
    var (longest, run) = (0, 0)
    for byte in text {
      run = byte == stroke ? run + 1 : 0
      longest = max(longest, run)
    }
    return Array("heir".utf8) + repeatElement(stroke, count: longest + 1)
  }
}
