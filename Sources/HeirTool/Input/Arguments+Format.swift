import Cascade
import CommandSpec
import JSONSource
import Output

extension Arguments {
  /// The format of `--format` or `--json`. `-c` fits the formats in `compact`, which `words` names.
  func format<Format: Words>(
    orElse usual: Format, compact: [Format], words: String = "--json"
  ) throws(UsageError) -> (format: Format, layout: JSONWriter.Layout) {
    let format = try self.format(help: "Print in FORMAT") ?? usual
    let isFit = compact.contains { $0.rawValue == format.rawValue }
    let isCompact = isCompact()
    if isCompact && !isFit { throw .optionNeeds("-c", other: words) }
    return (format, isCompact ? .compact : .indented)
  }

  /// `--format`, and `--json` as its abbreviation.
  func format<Format: Words>(help: String) throws(UsageError) -> Format? {
    try Format.named(
      option("--format", type: Format.type("FORMAT"), flagWords: ["json"], help: help))
  }

  func isCompact() -> Bool { flag("-c", "--compact", help: "Print JSON on one line") }

  /// The file of an HTML page.
  func page() throws(UsageError) -> [UInt8]? {
    try option("--html", type: .output, help: "Also write an HTML page")
  }

  func endsWithNUL() -> Bool { flag("-0", help: "End each name with NUL instead of a newline") }
}

/// The words that an argument or option takes.
protocol Words: RawRepresentable<String>, CaseIterable where AllCases == [Self] {}

extension Words {
  static func type(_ name: String) -> ValueType<[UInt8]> {
    // A loop, because `map` costs each start a page.
    var words: [String] = []
    for value in allCases { words.append(value.rawValue) }
    return .choice(name, words)
  }

  static func named(_ word: [UInt8]?) -> Self? {
    word.flatMap { Self(rawValue: String(decoding: $0, as: UTF8.self)) }
  }
}

extension TypeName: Words {}

/// The formats of most reports.
enum ReportFormat: String, Words { case text, json }

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
