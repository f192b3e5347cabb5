import Trees

/// Lines for `$GITHUB_ENV` and `$GITHUB_OUTPUT` of GitHub Actions.
package enum GitHubText {
  /// Names that the runner refuses, in any case, or sets itself; see heir(1).
  package static let reserved = ReservedNames(
    ["NODE_OPTIONS"], beginning: ["GITHUB_", "RUNNER_"], why: "is reserved by the runner",
    isCaseless: true)

  /// `NAME<<DELIMITER`, the text, and the delimiter. The text never contains its delimiter, so no value can inject
  /// lines, and equal values give equal lines.
  package static func lines(_ variable: Assignment) throws(RepresentationError) -> [UInt8] {
    let name = variable.name.bytes
    guard let text = variable.text else { return [] }
    // On Windows the runner removes it with the newline.
    if text.last == 0x0D {
      throw RepresentationError(
        "ends with a carriage return, which the runner treats as a part of the line end")
    }
    let delimiter = delimiter(besides: text)
    return name + Array("<<".utf8) + delimiter + [0x0A] + text + [0x0A] + delimiter + [0x0A]
  }

  /// A word with a longer run of underscores than the text contains.
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
