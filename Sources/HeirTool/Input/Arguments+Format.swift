import Cascade
import CommandSpec
import JSONSource
import Output
import Trees

/// The format given by `--format`, `--json` and `-c`.
package struct PrintFormat<Format: Sendable>: Sendable {
  package let format: Format
  package let layout: JSONWriter.Layout

  private init(_ format: Format, isCompact: Bool, fits isFit: Bool, needs other: String)
    throws(UsageError)
  {
    if isCompact && !isFit { throw .optionNeeds("-c", other: other) }
    self.format = format
    layout = isCompact ? .compact : .indented
  }
}

extension PrintFormat
where Format: CaseIterable & RawRepresentable<String>, Format.AllCases == [Format] {
  /// `-c` fits the formats in `compact`, which `words` names.
  package init(
    _ arguments: Arguments, orElse usual: Format, compact: [Format], words: String = "--json"
  ) throws(UsageError) {
    let format =
      try arguments.option(
        "--format", type: .choice("FORMAT", of: Format.self), flagWords: ["json"],
        help: "Print in FORMAT") ?? usual
    let isFit = compact.contains { $0.rawValue == format.rawValue }
    try self.init(format, isCompact: arguments.isCompact(), fits: isFit, needs: words)
  }
}

/// The formats of most reports.
enum ReportFormat: String, CaseIterable { case text, json }

extension PrintFormat<Bool> {
  package init(json arguments: Arguments, help: String) throws(UsageError) {
    let isJSON = arguments.flag("--json", help: help)
    try self.init(isJSON, isCompact: arguments.isCompact(), fits: isJSON, needs: "--json")
  }
}

extension Arguments {
  func isCompact() -> Bool { flag("-c", "--compact", help: "Print JSON on one line") }

  func endsWithNUL() -> Bool { flag("-0", help: "End each name with NUL instead of a newline") }
}

/// Lists of names for programs, each ended by a newline or NUL.
enum NameList {
  static func print(_ scopes: [Scope], endsWithNUL: Bool, _ output: OutputBuffer) {
    for scope in scopes { print(scope.path, endsWithNUL: endsWithNUL, scope.text, output) }
  }

  static func print(
    _ name: [UInt8], endsWithNUL: Bool, _ line: @autoclosure () -> String, _ output: OutputBuffer
  ) {
    if endsWithNUL { output.append(name + [0]) } else { output.append(line() + "\n") }
  }
}
