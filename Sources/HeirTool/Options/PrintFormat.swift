import Cascade
import CommandSpec
import Files
import JSONSource
import Output
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

/// Lists of names for programs, each ended by a newline or NUL.
enum NameList {
  static let flag = Flag("-0", help: "End each name with NUL instead of a newline")

  static func print(_ scopes: [Scope], endsWithNUL: Bool, _ output: OutputBuffer) {
    for scope in scopes { print(scope.path, endsWithNUL: endsWithNUL, scope.text, output) }
  }

  static func print(
    _ name: [UInt8], endsWithNUL: Bool, _ line: @autoclosure () -> String, _ output: OutputBuffer
  ) {
    if endsWithNUL { output.append(name + [0]) } else { output.append(line() + "\n") }
  }
}
