import Foundation
import SafeText
import TestSupport
import Testing

@testable import Answers
@testable import Cascade
@testable import HeirTool

/// Reports come out as pages that say what they say, safely and in few bytes.
@Suite(.needs("python3")) struct HTMLPageTests {
  private static let strings =
    NastyStrings.make(400, seed: 31) + [
      "<script>alert(1)</script>", "</td><td>", "</style><script>", "<!--", "-->", "]]>", "&amp;",
      "&#x3c;", "' onload='x", "\" onload=\"x", "<img src=x>", "&lt", "<", "</title>", "\u{0}",
      "</p>", "\u{2066}x", "&notin;", "<?php", "<![CDATA[",
    ]

  /// A report in which each text is one of these, at every place that takes one.
  private static func htmlReport(of texts: [String]) -> HTMLReport {
    let cells = texts.enumerated().map { index, text in
      HTMLReport.Cell(
        mark: HTMLReport.Mark.allCases[index % HTMLReport.Mark.allCases.count], value: text,
        former: index % 3 == 0 ? text : nil, tint: index % 10, origin: text + ":\(index)",
        reason: text)
    }
    let scopes = texts.map { Scope([name($0)]) }
    return HTMLReport(
      title: texts.joined(), facts: texts, scopes: ScopeIndex(scopes),
      columns: texts.prefix(1).map { HTMLReport.Column(key: $0, cells: cells) },
      sections: texts.map { ($0, [$0]) })
  }

  private static func name(_ text: String) -> [UInt8] {
    let name = text.utf8.filter { $0 != UInt8(ascii: "/") }
    return name.isEmpty ? [0x65] : Array(name)
  }

  private static func shown(_ text: some Sequence<UInt8>) -> String { Printable.string(text) }

  @Test func dataMakesNoTagAndNoAttribute() throws {
    // As long as what is shown of it, so that it is cut in the same places.
    let plain = Self.strings.map { String(repeating: "x", count: Self.shown($0.utf8).utf8.count) }
    let pages = try HTMLPageReader.read([
      Self.htmlReport(of: Self.strings), Self.htmlReport(of: plain),
    ])
    try #require(pages.count == 2)
    #expect(pages[0].problems == [])
    #expect(pages[0].tags == pages[1].tags)
    #expect(pages[0].tags.contains { $0.hasPrefix("script") } == false)
  }

  @Test func everyTextIsReadBackAsItIsShown() throws {
    let page = try HTMLPageReader.read(Self.htmlReport(of: Self.strings))
    try #require(page.rows.count == Self.strings.count)
    func same(_ read: String?, _ text: String) -> Bool {
      (read ?? "?").utf8.elementsEqual(Self.shown(text.utf8).utf8)
    }
    for (index, text) in Self.strings.enumerated() where text.utf8.count < 1_000 {
      let row = page.rows[index]
      let cell = row.cells[0]
      #expect(same(cell.value ?? "", text))
      #expect(index % 3 > 0 || same(cell.former ?? "", text))
      #expect(same(cell.origin, text + ":\(index)"))
      #expect(same(cell.reason ?? "", text))
      #expect(same(row.names.first, "/" + String(decoding: Self.name(text), as: UTF8.self)))
      #expect(same(page.texts["h2"]?[index + 1], text))
    }
    #expect(same(page.texts["title"]?.first, Self.strings.joined()))
    #expect(same(page.texts["h1"]?.first, Self.strings.joined()))
  }

  @Test func aLongTextIsCutAndGivenWholeOnce() throws {
    let text = String(repeating: "é€", count: 5_000)
    let cells = (0..<50).map { index in
      HTMLReport.Cell(mark: .sets, value: text, origin: "\(index % 2).json:1:1")
    }
    let htmlReport = HTMLReport(
      title: "where x", facts: [],
      scopes: ScopeIndex((0..<50).map { Scope([Array("\($0)".utf8)]) }),
      columns: [HTMLReport.Column(key: "x", cells: cells)], sections: [])
    let page = try HTMLPageReader.read(htmlReport)
    #expect(page.problems == [])
    #expect(page.rows.count == 50)
    let start = try #require(page.rows[0].cells[0].value)
    #expect(text.hasPrefix(start.dropLast(2)) && start.count > 30)
    #expect(page.texts["bdi"]?.count { $0 == text } == 1)
    #expect(page.tags.count { $0 == "a href=#w1" } == 50)
    #expect(page.tags.contains("li id=w1"))
  }

  // MARK: Rows

  /// A random tree in the order of a walk, with cells that are often alike.
  private static func tree(seed: UInt64) -> HTMLReport {
    var random = SplitMix64(seed: seed)
    // The texts are canonically equal, in part.
    let texts = ["a", "a", "\u{E9}", "e\u{301}", "b"]
    var columns = Array(
      repeating: [HTMLReport.Cell](), count: Int.random(in: 1...3, using: &random))
    var scopes: [Scope] = []
    var likely = 0
    func add(_ scope: Scope) {
      if Int.random(in: 0..<5, using: &random) == 0 {
        likely = Int.random(in: 0..<4, using: &random)
      }
      // A report may leave scopes out.
      if scopes.isEmpty || Int.random(in: 0..<12, using: &random) > 0 {
        scopes.append(scope)
        for column in columns.indices {
          let text = texts[(likely + Int.random(in: 0...9, using: &random) / 9) % 5]
          columns[column].append(HTMLReport.Cell(mark: .sets, value: text, origin: "x.json:1:1"))
        }
      }
      guard scope.depth < 4, scopes.count < 60 else { return }
      for index in 0..<Int.random(in: 0...4, using: &random) {
        add(Scope(scope.names + [Array("n\(index)".utf8)]))
      }
    }
    add(.root)
    return HTMLReport(
      title: "x", facts: [], scopes: ScopeIndex(scopes),
      columns: columns.map { HTMLReport.Column(key: "k", cells: $0) }, sections: [])
  }

  @Test func everyScopeIsInOneRowWithItsOwnCells() throws {
    let reports = (0..<(Seeds.isLong ? 150 : 50)).map { Self.tree(seed: $0) }
    var folded = 0
    for (report, page) in zip(reports, try HTMLPageReader.read(reports)) {
      folded += report.scopes.count - page.rows.count
      for (number, scope) in report.scopes.scopes.enumerated() {
        let path = String(decoding: scope.path, as: UTF8.self)
        let covering = page.rows.filter { $0.names.contains { Self.covers($0, path) } }
        #expect(covering.count == 1, "\(path) is in \(covering.count) rows")
        let shown = covering.first?.cells.map { Array(($0.value ?? "?").utf8) }
        #expect(shown == report.columns.map { Array(($0.cells[number].value ?? "").utf8) })
      }
    }
    #expect(folded > (Seeds.isLong ? 1_000 : 330))
  }

  /// What a reader of the page takes its head to mean.
  private static func covers(_ name: String, _ path: String) -> Bool {
    guard name.hasSuffix("/**") else { return path == name }
    let top = name.dropLast(3)
    return path == (top.isEmpty ? "/" : top) || path.hasPrefix(top + "/")
  }

  @Test func thePageLoadsNothing() throws {
    let page = try HTMLPageReader.read(Self.htmlReport(of: Self.strings))
    let names = Set(page.tags.compactMap { $0.split(separator: " ").first })
    let active: Set<Substring> = [
      "script", "link", "img", "iframe", "object", "embed", "form", "input", "base",
    ]
    #expect(names.isDisjoint(with: active))
    #expect(page.tags.contains { $0.contains("src=") || $0.contains("style=") } == false)
    for tag in page.tags where tag.contains("href=") {
      #expect(tag.wholeMatch(of: /a href=#w\d+/) != nil)
    }
    let sheet = try #require(page.texts["style"]?.first)
    #expect(!sheet.contains("url(") && !sheet.contains("@import") && !sheet.contains("@font-face"))
    #expect(page.tags.contains("meta name=referrer content=no-referrer"))
    let digest = try Self.digest(sheet)
    let policy =
      "default-src 'none'; style-src 'sha256-\(digest)'; base-uri 'none'; form-action 'none'"
    #expect(page.tags.contains("meta http-equiv=Content-Security-Policy content=\(policy)"))
  }

  private static func digest(_ text: String) throws -> String {
    let scratch = Scratch([("sheet", text)])
    let script = """
      import base64, hashlib
      print(base64.b64encode(hashlib.sha256(open("sheet", "rb").read()).digest()).decode(), end="")
      """
    return try Program.run("python3", ["-c", script], in: scratch.url).output
  }

  private static func page(_ files: [(path: String, text: String)], _ arguments: String...) throws
    -> (page: HTMLPageReader, text: String)
  {
    let scratch = Scratch(files)
    _ = Harness(in: scratch.url).run(arguments + ["--html", "_page.html"])
    let bytes = try Data(contentsOf: scratch.url.appending(path: "_page.html"))
    let page = try #require(try HTMLPageReader.read(pages: [Array(bytes)]).first)
    #expect(page.problems == [])
    return (page, String(decoding: bytes, as: UTF8.self))
  }

  @Test func keysThatAreTheSameEverywhereAreOneLine() throws {
    let keys = (0..<12).map { "\"k\($0)\": \($0)" }.joined(separator: ", ")
    let files: [(path: String, text: String)] = [
      (".heir", ""), ("p.json", "{\(keys)}"), ("s/p.json", #"{"k3": 0, "k4": 4}"#),
    ]
    let (page, text) = try Self.page(files, "where", "/", "*")
    #expect(page.rows.map(\.cells.count) == [1, 1])
    #expect(text.contains("<h2>The same value in all scopes</h2>"))
    #expect(text.contains("<li>k4 = 4  p.json:1:44, s/p.json:1:17</li>"))
    #expect(!text.contains("<li>k3 ="))
    let same = try Self.page(Array(files.prefix(2)), "where", "/", "*").page
    #expect(same.rows.isEmpty && same.texts["li"]?.count == 12)
    // Few keys are all shown.
    let few = try Self.page(files, "where", "/", "k1", "k3").page
    #expect(few.rows.map(\.cells.count) == [2, 2])
  }
}
