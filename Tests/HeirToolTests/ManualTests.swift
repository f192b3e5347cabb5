import Cascade
import Foundation
import TestSupport
import Testing

/// The manuals written by hand: `man/heir.5` for files, `man/heir.7` for recipes, `man/heir-rules.7` for the rules.
@Suite struct ManualTests {
  /// The lines of a page as a terminal of 80 columns shows it, without the signs for bold and underlined.
  private static func rendered(_ page: String) throws -> [String] {
    let result = try Program.run(
      "groff", ["-man", "-Tutf8", "-P-cbou", "-rLL=80n", "-rLT=80n", "man/" + page],
      in: DocumentTests.package)
    try #require(result.status == 0 && result.errors == "", "\(result.errors)")
    return result.output.components(separatedBy: "\n").dropLast()
  }

  @Test(.needs("groff", "troff", "grotty"), arguments: ["heir.5", "heir-rules.7"])
  func aPageIsNoWiderThanATerminal(page: String) throws {
    for line in try Self.rendered(page) where line.unicodeScalars.count > 80 {
      Issue.record("\(page): \(line)")
    }
  }

  @Test func anExampleOfThePageOfFilesPrintsWhatThePageSays() throws {
    try replay("heir.5", atLeast: 20)
  }

  @Test(.needs("git")) func anExampleOfThePageOfRecipesPrintsWhatThePageSays() throws {
    try replay("heir.7", atLeast: 10)
  }

  private func replay(_ name: String, atLeast count: Int) throws {
    let source = try ManualPage(name).source
    let pieces = try ManualPage(name).pieces.filter(PageExample.isOurs)
    #expect(pieces.count > count)
    var page = source
    for piece in pieces {
      let example = try PageExample(piece)
      let printed = example.replayed(in: example.tree())
      #expect(printed == example.steps)
      page = page.replacing(Self.roffSteps(example.steps), with: Self.roffSteps(printed))
    }
    if page != source, ProcessInfo.processInfo.environment["UPDATE_FIXTURES"] == "1" {
      let file = DocumentTests.package.appending(path: "man/" + name)
      try page.write(to: file, atomically: true, encoding: .utf8)
    }
  }

  private static func roffSteps(_ steps: String) -> String {
    "\n" + steps.components(separatedBy: "\n").map(ManualPage.roff).joined(separator: "\n")
      + "\n.EE"
  }

  private static let linesOfFiles =
    ((try? ManualPage("heir.5").source) ?? "").components(separatedBy: "\n")
    .map(ManualPage.letters)

  @Test(arguments: Directive.known.map(\.rawValue) + ["$x-NAME"])
  func everyDirectiveIsDescribed(directive: String) throws {
    let lines = Self.linesOfFiles
    let heads = lines.indices.filter {
      let isHead = $0 > 0 && lines[$0 - 1] == ".TP"
      return isHead && lines[$0].drop { $0 != "\"" }.hasPrefix("\"\(directive)\":")
    }
    let head = try #require(heads.first, "\(directive)")
    #expect(heads.count == 1)
    let paragraph = lines[(head + 1)...].prefix { $0 != ".TP" && !$0.hasPrefix(".S") }
    let name = directive.replacing("NAME", with: "")
    #expect(paragraph.contains { $0.contains("\"" + name) }, "\(directive) has no example")
  }

  private static let numbers: [String] = {
    let source = (try? ManualPage("heir-rules.7").source) ?? ""
    return source.matches(of: #/(?m)^\.(?:SS|IP) ([A-Z][0-9]+) /#).map { String($0.1) }
  }()

  @Test func everyNumberIsDefinedOnce() {
    #expect(Self.numbers.count > 180)
    for (number, uses) in Dictionary(grouping: Self.numbers, by: \.self) where uses.count > 1 {
      Issue.record("\(number) is defined \(uses.count) times")
    }
  }

  @Test(arguments: ["Sources", "Tests", "man", "Fixtures/transcripts", "Fixtures/conformance"])
  func everyNumberThatIsNamedIsDefined(place: String) throws {
    let numbers = Set(Self.numbers)
    let named = try NSRegularExpression(
      pattern: #"\b(?:D[1-9][0-9]{0,2}|[ACFIKRTVW][1-9][0-9]?)\b"#)
    let top = DocumentTests.package.appending(path: place)
    let paths = try #require(FileManager.default.enumerator(atPath: top.path))
    for case let path as String in paths {
      guard let text = try? String(contentsOf: top.appending(path: path), encoding: .utf8) else {
        continue
      }
      let string = text as NSString
      for match in named.matches(in: text, range: NSRange(location: 0, length: string.length)) {
        let name = string.substring(with: match.range)
        #expect(numbers.contains(name), "\(path) names \(name)")
      }
    }
  }
}
