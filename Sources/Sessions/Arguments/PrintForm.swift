import CommandSpec
import JSONSource

/// How an answer is to be printed, as `--format`, its short form `--json` and `-c` say.
package struct PrintForm<Format: Sendable>: Sendable {
  package let format: Format
  package let layout: JSONWriter.Layout

  @inlinable
  init(_ format: Format, _ layout: JSONWriter.Layout) {
    (self.format, self.layout) = (format, layout)
  }

  /// `-c` goes with some formats, which `words` name.
  // Inlined, since types that are put together while the program runs take it longer than most commands.
  @inlinable
  package static func options(
    orElse usual: Format, compact: [Format], words: String = "--json"
  ) -> Group<PrintForm> where Format: CaseIterable & RawRepresentable<String> {
    Group(
      Option(
        "--format", type: .choice("FORMAT", of: Format.self),
        abbreviations: [Abbreviation("--json", for: "json")], help: "how to print it"),
      JSONWriter.Layout.flag,
      make: { (format, isCompact) throws(UsageError) in
        let format = format ?? usual
        if isCompact && !compact.contains(where: { $0.rawValue == format.rawValue }) {
          throw .optionNeeds("-c", other: words)
        }
        return PrintForm(format, isCompact ? .compact : .indented)
      })
  }
}

extension JSONWriter.Layout {
  /// `-c`, where JSON is printed.
  package static let flag = Flag("-c", "--compact", help: "prints JSON on one line")

  /// `--json` and `-c`, of commands that know no other format; nil where it is not to be JSON.
  package static func options(help: String) -> Group<JSONWriter.Layout?> {
    Group(
      Flag("--json", help: help), flag,
      make: { (isJSON, isCompact) throws(UsageError) in
        if isCompact && !isJSON { throw .optionNeeds("-c", other: "--json") }
        return isJSON ? isCompact ? .compact : .indented : nil
      })
  }
}
