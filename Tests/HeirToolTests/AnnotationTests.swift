import SafeText
import Testing

@testable import HeirTool

@Suite struct AnnotationTests {
  struct Parsed: Equatable {
    var name = ""
    var properties: [String: String] = [:]
    var data = ""

    init?(_ line: String) {
      guard line.hasPrefix("::") else { return nil }
      let rest = line.dropFirst(2)
      guard let end = rest.firstRange(of: "::") else { return nil }
      let head = rest[..<end.lowerBound]
      name = String(head.prefix { $0 != " " })
      for property in head.drop(while: { $0 != " " }).dropFirst().split(separator: ",") {
        let pair = property.split(separator: "=", maxSplits: 1)
        guard pair.count == 2 else { return nil }
        properties[String(pair[0])] = Self.unescaped(String(pair[1]), [("%3A", ":"), ("%2C", ",")])
      }
      data = Self.unescaped(String(rest[end.upperBound...]))
    }

    private static func unescaped(_ text: String, _ more: [(String, String)] = []) -> String {
      ([("%0D", "\r"), ("%0A", "\n")] + more + [("%25", "%")]).reduce(text) {
        $0.replacing($1.0, with: $1.1)
      }
    }
  }

  private static let nasty =
    NastyStrings.make(100, seed: 11) + [
      "::error::x", "\n::add-mask::x", "##[add-mask]x", "a,b:c=d%0A%25", "%", "\r::stop-commands::",
      "::", ":", ",", " x ",
    ]

  @Test(arguments: nasty) func annotationsAreReadBack(text: String) throws {
    let shown = text.isEmpty ? "x" : text
    let command = Annotation.command(
      .warning, FilePosition(file: Array(shown.utf8), line: 1, column: 2), title: shown, shown)
    #expect(command.utf8.last == 0x0A)
    #expect(!command.unicodeScalars.dropLast().contains { $0.properties.isNoncharacterCodePoint })
    #expect(!command.utf8.dropLast().contains { $0 < 0x20 || $0 == 0x7F })
    let parsed = try #require(Parsed(String(command.unicodeScalars.dropLast())))
    let printed = Printable.string(shown.utf8)
    #expect(parsed.name == "warning")
    #expect(
      parsed.properties == [
        "file": printed, "line": "1", "col": "2", "title": printed,
      ])
    #expect(parsed.data == printed)
  }
}
