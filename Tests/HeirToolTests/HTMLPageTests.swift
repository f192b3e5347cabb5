import Foundation
import SafeText
import Testing

@testable import Answers
@testable import HeirTool

/// Pictures come out as pages that say what they say, safely and in few bytes.
@Suite struct HTMLPageTests {
  private static let strings =
    NastyStrings.make(400, seed: 31) + [
      "<script>alert(1)</script>", "</td><td>", "</style><script>", "<!--", "-->", "]]>", "&amp;",
      "&#x3c;", "' onload='x", "\" onload=\"x", "<img src=x>", "&lt", "<", "</title>", "\u{0}",
      "</p>", "\u{2066}x", "&notin;", "<?php", "<![CDATA[",
    ]

  /// A picture in which each text is one of these, at every place that takes one.
  private static func htmlReport(of texts: [String]) -> HTMLReport {
    let cells = texts.enumerated().map { index, text in
      HTMLReport.Cell(
        mark: HTMLReport.Mark.allCases[index % HTMLReport.Mark.allCases.count], value: text,
        former: index % 3 == 0 ? text : nil, tint: index % 25, origin: text + ":\(index)",
        reason: text)
    }
    let rows = texts.enumerated().map { index, text in
      HTMLReport.Row(path: [0x2F] + name(text), depth: 1, cells: [index])
    }
    return HTMLReport(
      title: texts.joined(), facts: texts,
      columns: texts.prefix(1).map { text in
        HTMLReport.Column(key: text, legend: texts.map { ($0, 1, 1) })
      }, cells: cells, rows: rows, sections: texts.map { ($0, [$0]) })
  }

  private static func name(_ text: String) -> [UInt8] {
    let name = text.utf8.filter { $0 != UInt8(ascii: "/") }
    return name.isEmpty ? [0x65] : Array(name)
  }

  private static func shown(_ text: some Sequence<UInt8>) -> String { Printable.string(text) }

  @Test func noTagAndNoAttributeArisesFromData() throws {
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
      #expect(same(row.names.first, String(decoding: Self.name(text), as: UTF8.self)))
      #expect(same(page.texts["h2"]?[index + 1], text))
    }
    #expect(same(page.texts["title"]?.first, Self.strings.joined()))
    #expect(same(page.texts["h1"]?.first, Self.strings.joined()))
  }

  @Test func aLongTextIsCutAndGivenWholeOnce() throws {
    let text = String(repeating: "é€", count: 5_000)
    let cell = HTMLReport.Cell(mark: .sets, value: text, tint: 0, origin: "a.json:1:1")
    let rows = (0..<50).map { index in
      HTMLReport.Row(path: Array("/\(index)".utf8), depth: 1, cells: [index % 2])
    }
    let other = HTMLReport.Cell(mark: .shadows, value: text, tint: 0, origin: "b.json:1:1")
    let htmlReport = HTMLReport(
      title: "where x", facts: [], columns: [HTMLReport.Column(key: "x", legend: [(text, 0, 50)])],
      cells: [cell, other], rows: rows, sections: [])
    let page = try HTMLPageReader.read(htmlReport)
    #expect(page.problems == [])
    #expect(page.rows.count == 50)
    let start = try #require(page.rows[0].cells[0].value)
    #expect(text.hasPrefix(start.dropLast(2)) && start.count > 30)
    #expect(page.texts["bdi"]?.count { $0 == text } == 1)
    #expect(page.tags.count { $0 == "a href=#w1" } == 51)
    #expect(page.tags.contains("li id=w1"))
  }

  @Test func thePageNeedsNothingElseAndLetsNothingElseIn() throws {
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
    return try Program.run("/usr/bin/env", ["python3", "-c", script], in: scratch.url).output
  }
}
