import Foundation
import TestSupport
import Testing

@testable import HeirTool

@Suite struct ReportFileTests {
  private static let files = [
    ("p.json", #"{"k": 1, "b": "x", "c": [true]}"#), ("prod/p.json", #"{"$stop": ["c"], "k": 2}"#),
    ("dev/p.json", #"{"b": {"$ref": "k"}}"#),
  ]

  private func edited() throws -> Repository {
    let repository = try Repository(Self.files)
    repository.write("p.json", #"{"k": 9, "b": "x", "c": [true]}"#)
    return repository
  }

  static let commands = [["impact", "--since", "HEAD"], ["where", "/", "k", "b", "c"]]

  private func page(_ repository: Repository, _ name: String = "page.html") throws -> String {
    try String(contentsOf: repository.scratch.url.appending(path: name), encoding: .utf8)
  }

  @Test(.needs("git"), arguments: commands) func aPageDoesNotChangeTheOutput(command: [String])
    throws
  {
    let repository = try edited()
    let plain = repository.harness.run(command)
    let drawn = repository.harness.run(command + ["--html", "page.html"])
    #expect(drawn == plain)
    #expect(try page(repository).hasPrefix("<!doctype html>"))
    // The page is no property file, and stands where the user is and not at the root.
    let line = command.joined(separator: " ")
    try repository.shell(
      "mkdir _out && cd _out && $HEIR \(line) -q --root .. --html a.html >/dev/null || [ $? = 1 ]")
    let other = try page(repository, "_out/a.html")
    func plainly(_ page: String) -> String {
      page.replacing("../", with: "").replacing(/\d{4}-\d\d-\d\d/, with: "DAY")
    }
    #expect(plainly(other) == plainly(try page(repository)))
  }

  // MARK: Odd names

  private static let odd = "a\u{1B}[31m\u{202E}b\u{2066}\u{7F}\nc\u{200B}|`<i>@x#1"

  private static func steers(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      switch scalar.value {
      case 0x0A: false
      case 0..<0x20, 0x7F..<0xA0, 0x200B...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
  }

  @Test(.needs("git", "python3"), arguments: ["text", "json", "github", "markdown"])
  func oddNamesAreEscaped(format: String) throws {
    let odd = Self.odd
    let json = NastyStrings.json(odd)
    func text(_ value: Int) -> String {
      "{\(json): {\(json): \"\(value)\"}, \"v\": \(NastyStrings.json("\(odd)\(value)")), "
        + "\"$because\": {\(NastyStrings.json("/" + odd)): \(json)}}"
    }
    let repository = try Repository([("p.json", "{}")])
    repository.write("\(odd)/\(odd).json", text(1))
    repository.write("gone\(odd)/p.json", "{}")
    try repository.commit()
    repository.write("\(odd)/\(odd).json", text(2))
    repository.write("new\(odd)/p.json", "{}")
    repository.write("bad\(odd)/p.json", "{\(json)")
    try FileManager.default.removeItem(
      at: repository.scratch.url.appending(path: "gone\(odd)"))
    let pattern = "\(json).*"
    let key = "v"
    var results = [
      repository.heir(
        "impact", "--since", "HEAD", "--format", format, "--html", "impact.html"),
      repository.heir("impact", "--since", "HEAD", "--scopes"),
    ]
    if format == "text" || format == "json" {
      results.append(
        repository.heir("where", "/", pattern, key, "--format", format, "--html", "where.html"))
      #expect(!Self.steers(try page(repository, "where.html")))
      #expect(try page(repository, "where.html").contains("\\u001b[31m\\u202eb"))
      results.append(repository.heir("where", "/", key, "--scopes"))
    }
    for result in results {
      #expect(result.status == 2)
      // JSON is for programs: nothing in it ends a line or begins a sequence of a terminal.
      let isData = result.output.hasPrefix("{")
      #expect(isData || !Self.steers(result.output), "\(result)")
      #expect(!result.output.unicodeScalars.contains { $0 < " " && $0 != "\n" })
      #expect(!Self.steers(result.errors), "\(result)")
      // Markdown has its own way to say a backslash.
      let printed = result.output.replacing("&#92;", with: "\\")
      #expect(printed.contains("\\u001b"), "\(printed)")
    }
    #expect(!Self.steers(try page(repository, "impact.html")))
    #expect(try page(repository, "impact.html").contains("\\u001b[31m\\u202eb"))
    let pages = [Array(try page(repository, "impact.html").utf8)]
    #expect(try HTMLPageReader.read(pages: pages).allSatisfy { $0.problems == [] })
    guard format == "json" else { return }
    for result in [results[0], results[2]] {
      let parsed = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
      // Programs get the names as they are.
      let strings = Self.strings(in: parsed)
      #expect(strings.contains("/\(odd)") && strings.contains("\(odd)/\(odd).json"))
    }
  }

  private static func strings(in json: Any) -> [String] {
    switch json {
    case let text as String: [text]
    case let list as [Any]: list.flatMap(strings)
    case let object as [String: Any]: object.values.flatMap(strings)
    default: []
    }
  }
}
