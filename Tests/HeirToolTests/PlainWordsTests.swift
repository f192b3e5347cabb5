import CommandSpec
import Foundation
import HeirTool
import Testing

/// Help, messages, manuals and README use the words of the field.
@Suite struct PlainWordsTests {
  /// Patterns of ICU, in which a space matches any white space, and what to write instead.
  static let refused: [(pattern: String, instead: String)] = [
    ("means nothing to", "cannot be used with"),
    ("(?:is|are) one too many", "unexpected"),
    ("comes? twice|give it once", "given twice"),
    ("(?:is|are|be) gone", "is removed"),
    ("nearer|farther|farthest", "of higher or lower precedence; descendant, ancestor"),
    ("takes? the place of|taken the place of", "replaces, overrides"),
    ("draws? (?:up)?on|drawn (?:up)?on", "depends on"),
    (
      "nobody|somebody|anybody|whoever|whomever|whom|who(?! (?:changed|committed|wrote) )",
      "name the subject"
    ),
    ("all the same|likewise|at that(?=[,.;:])|of (?:its|their|one's) own", "leave it out"),
    ("so many|as many as", "N; the number of"),
    ("for want of", "because … is missing"),
    ("(?<!there\\s)(?:is|are) no(?! longer)(?= \\w)", "is not a …; does not exist"),
    ("keeps? still|kept still", "is not responding"),
    ("where there (?:is|are) none|where it has (?:one|none)", "if missing; if set"),
    ("works? out|worked out|working out", "evaluates, is computed"),
    ("comes? to", "evaluates to, is"),
    ("lay|lays|laid", "merges onto, overlays"),
    (
      "takes? (?:it |them |this |that |warnings )?for|taken for|took .{1,20} for",
      "treats as; looks like"
    ),
    ("stands?|stood", "is; is replaced by; matches"),
    ("lies|lie", "is"),
    ("mend|mends|mended|mending", "fix, correct"),
    ("hits?", "affects"),
    ("(?<!cannot\\s)(?:tell|tells|told)", "shows, reports, lists"),
    ("(?<!git\\s)says|said", "contains, sets"),
    ("never set", "not set anywhere"),
    ("slips?", "typo"),
    ("time of (?:a|the) tree", "revision, snapshot"),
    ("what the caller allows", "allowed variables"),
    ("behind(?! (?:the|each|every) (?:values?|levels?))", "after"),
    ("(?:reading|writing) commands?", "a command that reads or writes"),
    ("lineages?", "levels of a scope"),
    ("one a line|a line each", "one per line"),
    ("(?:keep|keeps|kept) (?:\\w+ ){0,3}to itself", "exclude from descendants"),
    ("holds? in|what holds|(?:the|that|this) value holds|still holds?", "is effective in"),
    ("nothing but", "only"),
    ("made from it", "depends on it"),
    // Sentences that new users had to read twice.
    ("what a configuration value is in a place", "resolves cascading configuration"),
    ("lock it for all below", "make it final"),
    ("hand values to", "print values for"),
    ("writes and does not read", "can write but not read"),
    ("what a killed writer leaves", "after a killed write"),
    ("one name twice", "duplicate name"),
    ("asks of all scopes at once", "shows all scopes"),
    ("scopes? without scopes below", "leaf scope"),
  ]

  /// Correct uses of refused words, by the end of the file's path.
  static let exceptions: [(place: String, text: String, reason: String)] = [
    ("HeirTool/Tool.swift", "who", "a word that users try as a command")
  ]

  /// Spellings that options had before.
  static let oldOptions: [(pattern: String, instead: String)] = [
    ("--only", "--only-here; of check: --rules"),
    ("--names", "--keys or --scopes"),
    ("--string", "--as-string"),
    ("heir check [^\\n']*--except", "--ignore"),
    ("heir set [^\\n']*--json", "--as-json"),
  ]

  private static func expression(_ patterns: [(pattern: String, instead: String)]) throws
    -> NSRegularExpression
  {
    let groups = patterns.map { "(" + $0.pattern.replacing(" ", with: "\\s+") + ")" }
    // A literal that is one word is a name, not prose.
    let start = "(?<![\\w-])(?!(?<=\\|)\\w+\\|)"
    return try NSRegularExpression(
      pattern: start + "(?:" + groups.joined(separator: "|") + ")(?![\\w-])",
      options: [.caseInsensitive])
  }

  /// The places in a text where a pattern matches, as `place:line: 'match': instead`.
  private static func matches(
    _ patterns: [(pattern: String, instead: String)], in text: String, of place: String
  ) throws -> [String] {
    let string = text as NSString
    let whole = NSRange(location: 0, length: string.length)
    return try expression(patterns).matches(in: text, range: whole).compactMap { match in
      let found = string.substring(with: match.range)
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if exceptions.contains(where: { place.hasSuffix($0.place) && found == $0.text }) {
        return nil
      }
      let line = string.substring(to: match.range.location).count { $0.isNewline } + 1
      let group = patterns.indices.first { match.range(at: $0 + 1).location != NSNotFound } ?? 0
      return "\(place):\(line): '\(found)': write \(patterns[group].instead)"
    }
  }

  private static func report(_ findings: [String]) {
    for finding in findings { Issue.record("\(finding)") }
  }

  private static func contents(_ path: String) throws -> String {
    try String(contentsOf: DocumentTests.package.appending(path: path), encoding: .utf8)
  }

  /// A manual without fonts and the spellings of roff.
  private static func plain(manual: String) -> String {
    [
      ("\\fB", ""), ("\\fI", ""), ("\\fR", ""), ("\\fP", ""), ("\\-", "-"), ("\\(aq", "'"),
      ("\\&", ""),
    ].reduce(manual) { $0.replacing($1.0, with: $1.1) }
  }

  @Test(arguments: ["README.md", "man/heir.1", "man/heir.5", "man/heir.7", "man/heir-rules.7"])
  func aPageUsesPlainWords(page: String) throws {
    let text = Self.plain(manual: try Self.contents(page))
    Self.report(try Self.matches(Self.refused, in: text, of: page))
    Self.report(try Self.matches(Self.oldOptions, in: text, of: page))
  }

  static let helpPages = Set(
    Harness.commands + Tool.table.topics.map(\.name) + [""])

  @Test(arguments: helpPages.sorted())
  func helpUsesPlainWords(name: String) throws {
    let result = Harness().run(["help", name].filter { !$0.isEmpty })
    try #require(result.status == 0)
    let place = "heir help \(name)"
    Self.report(try Self.matches(Self.refused, in: result.output, of: place))
    Self.report(try Self.matches(Self.oldOptions, in: result.output, of: place))
  }

  @Test func messagesUsePlainWords() throws {
    for (path, source) in SwiftSource.all {
      Self.report(try Self.matches(Self.refused, in: source.literals, of: "Sources/" + path))
    }
  }

  private static func problems(
    _ summary: String, of place: String, isImperative: Bool
  ) -> [String] {
    let word = summary.prefix { $0 != " " }.lowercased()
    var problems: [String] = []
    if isImperative, word.hasSuffix("s"), !word.hasSuffix("ss") {
      problems.append("\(place): '\(word)': write the imperative")
    }
    if summary.count > 60 {
      problems.append("\(place): \(summary.count) characters: write at most 60")
    }
    if summary.hasSuffix(".") { problems.append("\(place): leave out the final period") }
    return problems
  }

  @Test(arguments: Harness.commands) func summariesAreShortAndImperative(name: String) throws {
    let command = try #require(Tool.table.command(named: Array(name.utf8)))
    Self.report(Self.problems(command.summary, of: "heir \(name)", isImperative: true))
    for option in command.options {
      Self.report(Self.problems(option.help, of: "heir \(name) \(option.name)", isImperative: true))
    }
    for argument in command.arguments {
      Self.report(
        Self.problems(argument.help, of: "heir \(name) \(argument.name)", isImperative: false))
    }
  }

  @Test func summariesOfTopicsAreShort() {
    for topic in Tool.table.topics {
      Self.report(Self.problems(topic.summary, of: "heir help \(topic.name)", isImperative: false))
    }
  }
}
