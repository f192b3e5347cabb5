import Cascade
import CommandSpec
import JSONSource
import Output
import Trees

extension Arguments {
  /// The format of `--format` or `--json`. `-c` fits the formats in `compact`, which `words` names.
  func format<Format>(
    orElse usual: Format, compact: [Format], words: String = "--json"
  ) throws(UsageError) -> (format: Format, layout: JSONWriter.Layout)
  where Format: CaseIterable & RawRepresentable<String> & Sendable, Format.AllCases == [Format] {
    let format = try self.format(help: "Print in FORMAT") ?? usual
    let isFit = compact.contains { $0.rawValue == format.rawValue }
    let isCompact = isCompact()
    if isCompact && !isFit { throw .optionNeeds("-c", other: words) }
    return (format, isCompact ? .compact : .indented)
  }

  /// `--format`, and `--json` as its abbreviation.
  func format<Format>(help: String) throws(UsageError) -> Format?
  where Format: CaseIterable & RawRepresentable<String> & Sendable, Format.AllCases == [Format] {
    try option(
      "--format", type: .choice("FORMAT", of: Format.self), flagWords: ["json"], help: help)
  }

  /// Whether `--format json` is given, of a command with no other format than text.
  func json(help: String) throws(UsageError) -> Bool {
    // Bytes, because a type of formats costs each start several pages.
    let words = ["text", "json"]
    let type = ValueType<[UInt8]>("FORMAT", .choice(words)) {
      (bytes) throws(ArgumentProblem) in
      for word in words where word.utf8.elementsEqual(bytes) { return bytes }
      throw .notOneOf(words)
    }
    return try option("--format", type: type, flagWords: ["json"], help: help)?.first
      == UInt8(ascii: "j")
  }

  func isCompact() -> Bool { flag("-c", "--compact", help: "Print JSON on one line") }

  /// The file of an HTML page.
  func page() throws(UsageError) -> [UInt8]? {
    try option("--html", type: .output, help: "Also write an HTML page")
  }

  func endsWithNUL() -> Bool { flag("-0", help: "End each name with NUL instead of a newline") }
}

/// The formats of most reports.
enum ReportFormat: String, CaseIterable { case text, json }

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
