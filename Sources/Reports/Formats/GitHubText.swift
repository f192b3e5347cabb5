import Sessions

/// What the runner of GitHub's Actions reads as `$GITHUB_ENV` and `$GITHUB_OUTPUT`.
package enum GitHubText {
  /// Names that the runner refuses, in whatever case, or sets itself; heir.1 shows them.
  package static let reserved = ReservedNames(
    ["NODE_OPTIONS"], beginning: ["GITHUB_", "RUNNER_"], why: "belongs to the runner",
    isCaseless: true)

  /// `NAME<<DELIMITER`, the text as it is, and the delimiter, which is another one each time, so that no
  /// text can be written to end before its end.
  package static func lines(
    _ variable: Assignment, _ random: inout some RandomNumberGenerator
  ) throws(Unrepresentable) -> [UInt8] {
    let name = variable.name.bytes
    guard let text = variable.text else { return [] }
    // On Windows it goes with the newline behind the text.
    if text.last == 0x0D {
      throw Unrepresentable(
        "ends with a carriage return, which the runner takes for a part of the line's end")
    }
    let delimiter = delimiter(besides: text, &random)
    return name + Array("<<".utf8) + delimiter + [0x0A] + text + [0x0A] + delimiter + [0x0A]
  }

  /// A word of 128 random bits that the text does not hold.
  private static func delimiter(
    besides text: [UInt8], _ random: inout some RandomNumberGenerator
  ) -> [UInt8] {
    while true {
      let digits = (0..<32).map { _ in "0123456789abcdef".utf8.randomElement(using: &random) ?? 0x30
      }
      let delimiter = Array("heir_".utf8) + digits
      let lines = text.split(separator: 0x0A)
      if !lines.contains(where: { $0.elementsEqual(delimiter) }) { return delimiter }
    }
  }
}
