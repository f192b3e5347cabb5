import CommandSpec
import JSONSource
import Trees

/// The format given by `--format`, `--json` and `-c`.
package struct PrintFormat<Format: Sendable>: Sendable {
  package let format: Format
  package let layout: JSONWriter.Layout

  package init(_ format: Format, isCompact: Bool, fits isFit: Bool, needs other: String)
    throws(UsageError)
  {
    if isCompact && !isFit { throw .optionNeeds("-c", other: other) }
    self.format = format
    layout = isCompact ? .compact : .indented
  }

  /// `-c` fits the formats in `compact`, which `words` names.
  /// Inlined, because creating generic types at run time takes longer than most commands.
  @inlinable
  package static func options(
    orElse usual: Format, compact: [Format], words: String = "--json"
  ) -> Group<PrintFormat>
  where Format: CaseIterable & RawRepresentable<String>, Format.AllCases == [Format] {
    Group(
      Option(
        "--format", type: .choice("FORMAT", of: Format.self), flagWords: ["json"],
        help: "Print in FORMAT"),
      JSONWriter.Layout.flag,
      make: { (format, isCompact) throws(UsageError) in
        let format = format ?? usual
        let isFit = compact.contains { $0.rawValue == format.rawValue }
        return try PrintFormat(format, isCompact: isCompact, fits: isFit, needs: words)
      })
  }
}

/// The formats of most reports.
enum ReportFormat: String, CaseIterable { case text, json }

extension PrintFormat<Bool> {
  package static func json(help: String) -> Group<PrintFormat> {
    Group(
      Flag("--json", help: help), JSONWriter.Layout.flag,
      make: { (isJSON, isCompact) throws(UsageError) in
        try PrintFormat(isJSON, isCompact: isCompact, fits: isJSON, needs: "--json")
      })
  }
}

extension JSONWriter.Layout {
  package static let flag = Flag("-c", "--compact", help: "Print JSON on one line")
}
