import Foundation
import Legible
import Testing

@testable import Answers
@testable import HeirTool
@testable import Reports

/// Pictures come out as pages that say what they say, safely and in few bytes.
@Suite struct PicturePageTests {
  private static let strings =
    NastyStrings.make(400, seed: 31) + [
      "<script>alert(1)</script>", "</td><td>", "</style><script>", "<!--", "-->", "]]>", "&amp;",
      "&#x3c;", "' onload='x", "\" onload=\"x", "<img src=x>", "&lt", "<", "</title>", "\u{0}",
      "</p>", "\u{2066}x", "&notin;", "<?php", "<![CDATA[",
    ]

  /// A picture in which each text is one of these, at every place that takes one.
  private static func picture(of texts: [String]) -> Picture {
    let cells = texts.enumerated().map { index, text in
      Picture.Cell(
        mark: Picture.Mark.allCases[index % Picture.Mark.allCases.count], value: text,
        former: index % 3 == 0 ? text : nil, tint: index % 25, origin: text + ":\(index)",
        reason: text)
    }
    let rows = texts.enumerated().map { index, text in
      Picture.Row(path: [0x2F] + name(text), depth: 1, cells: [index])
    }
    return Picture(
      title: texts.joined(), facts: texts,
      columns: texts.prefix(1).map { text in
        Picture.Column(key: text, legend: texts.map { ($0, 1, 1) })
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
    let pages = try PicturePageReader.read([
      Self.picture(of: Self.strings), Self.picture(of: plain),
    ])
    try #require(pages.count == 2)
    #expect(pages[0].problems == [])
    #expect(pages[0].tags == pages[1].tags)
    #expect(pages[0].tags.contains { $0.hasPrefix("script") } == false)
  }

  @Test func everyTextIsReadBackAsItIsShown() throws {
    let page = try PicturePageReader.read(Self.picture(of: Self.strings))
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
    let cell = Picture.Cell(mark: .sets, value: text, tint: 0, origin: "a.json:1:1")
    let rows = (0..<50).map { index in
      Picture.Row(path: Array("/\(index)".utf8), depth: 1, cells: [index % 2])
    }
    let other = Picture.Cell(mark: .shadows, value: text, tint: 0, origin: "b.json:1:1")
    let picture = Picture(
      title: "where x", facts: [], columns: [Picture.Column(key: "x", legend: [(text, 0, 50)])],
      cells: [cell, other], rows: rows, sections: [])
    let page = try PicturePageReader.read(picture)
    #expect(page.problems == [])
    #expect(page.rows.count == 50)
    let start = try #require(page.rows[0].cells[0].value)
    #expect(text.hasPrefix(start.dropLast(2)) && start.count > 30)
    #expect(page.texts["bdi"]?.count { $0 == text } == 1)
    #expect(page.tags.count { $0 == "a href=#w1" } == 51)
    #expect(page.tags.contains("li id=w1"))
  }

  @Test func thePageNeedsNothingElseAndLetsNothingElseIn() throws {
    let page = try PicturePageReader.read(Self.picture(of: Self.strings))
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

  @Test func equalPicturesMakeEqualBytes() {
    let first = PicturePage(Self.picture(of: Self.strings)).bytes
    #expect((0..<3).allSatisfy { _ in PicturePage(Self.picture(of: Self.strings)).bytes == first })
  }

  @Test func theLegendExplainsTheSignsThatOccurAndNoOthers() throws {
    let marks = Picture.Mark.allCases
    let pictures = marks.map { mark in
      Picture(
        title: "x", facts: [], columns: [Picture.Column(key: "x", legend: [])],
        cells: marks.map { Picture.Cell(mark: $0) },
        rows: [Picture.Row(path: [0x2F], depth: 0, cells: [mark.rawValue])], sections: [])
    }
    for (mark, page) in zip(marks, try PicturePageReader.read(pictures)) {
      #expect(page.tags.filter { $0.hasPrefix("li") } == ["li class=m\(mark.rawValue)"])
      #expect(page.rows.map(\.cells[0].type) == ["m\(mark.rawValue)"])
      let words = page.rows.map { $0.cells[0].word.trimmingCharacters(in: .newlines) }
      #expect(words == ["\(mark.words.short)"])
    }
  }

  @Test func theLegendExplainsTheColoursWhereThereAreAny() throws {
    let tints = [nil, 0, 1, 18, 19, .max]
    let pictures = tints.map { tint in
      Picture(
        title: "x", facts: [], columns: [Picture.Column(key: "x", legend: [])],
        cells: [Picture.Cell(mark: .sets, value: "1", tint: tint)],
        rows: [Picture.Row(path: [0x2F], depth: 0, cells: [0])], sections: [])
    }
    let lines = try PicturePageReader.read(pictures).map { $0.tags.count { $0 == "li" } }
    #expect(lines == [0, 0, 1, 1, 2, 2])
  }

  @Test func theLegendSpeaksOfTheFirstScopesValueWhereItHasOne() throws {
    for (root, isTold) in [("{}", false), (#"{"k": 1}"#, true)] {
      let text = try Self.page(
        [(".heir", ""), ("p.json", root), ("s/p.json", #"{"k": 2}"#)], "where", "/", "k"
      ).text
      #expect(text.contains("<li>each colour in a column is one value"))
      #expect(text.contains("; the value of the first scope has none</li>") == isTold)
    }
  }

  @Test func aPictureWithoutRowsIsAPage() throws {
    let empty = Picture(title: "", facts: [], columns: [], cells: [], rows: [], sections: [])
    let page = try PicturePageReader.read(empty)
    #expect(page.problems == [] && page.rows.isEmpty)
  }

  /// 11,111 scopes, five deep; `odd` ones among them, evenly spread, have a value of their own.
  private static func fleet(odd: Int) -> Picture {
    var paths = [""]
    func descend(_ path: String, _ levels: ArraySlice<String>) {
      guard let level = levels.first else { return }
      for index in 0..<10 {
        paths.append("\(path)/\(level)\(index)")
        descend("\(path)/\(level)\(index)", levels.dropFirst())
      }
    }
    descend("", ["env", "region", "app", "host"])
    var cells = (0..<3).map {
      Picture.Cell(mark: .inherits, value: "5432", tint: 0, origin: "db.json:\($0):13")
    }
    let rows = paths.enumerated().map { index, path in
      let isOdd = index * odd / paths.count != (index + 1) * odd / paths.count
      if isOdd {
        cells += (0..<3).map { column in
          Picture.Cell(
            mark: .shadows, value: "\(3 * index + column)", tint: index,
            origin: "\(path.dropFirst())/db.json:\(column):13")
        }
      }
      let first = isOdd ? cells.count - 3 : 0
      return Picture.Row(
        path: Array(path.isEmpty ? "/".utf8 : path.utf8),
        depth: path.utf8.count { $0 == UInt8(ascii: "/") }, cells: [first, first + 1, first + 2])
    }
    let legend = (0...odd).map { (value: "\($0)", tint: $0, count: 1) }
    return Picture(
      title: "where a b c", facts: [],
      columns: ["a", "b", "c"].map { Picture.Column(key: $0, legend: legend) },
      cells: cells, rows: rows, sections: [])
  }

  /// Parts fold without a script, and are shut where there is much; each row stands in one of them.
  @Test func subtreesFoldWhereThereAreManyRows() throws {
    func picture(_ regions: Int, _ hosts: Int) -> Picture {
      var rows = [Picture.Row(path: Array("/".utf8), depth: 0, cells: [0])]
      for region in 0..<regions {
        rows.append(Picture.Row(path: Array("/r\(region)".utf8), depth: 1, cells: [0]))
        for host in 0..<hosts {
          rows.append(
            Picture.Row(path: Array("/r\(region)/h\(host)".utf8), depth: 2, cells: [host % 2]))
        }
      }
      return Picture(
        title: "x", facts: [], columns: [Picture.Column(key: "x", legend: [])],
        cells: [Picture.Cell(mark: .sets), Picture.Cell(mark: .inherits)], rows: rows, sections: [])
    }
    let sizes = [(3, 30), (5, 30), (20, 30), (200, 5)]
    let pages = try PicturePageReader.read(sizes.map { picture($0.0, $0.1) })
    for ((regions, hosts), page) in zip(sizes, pages) {
      #expect(page.problems == [])
      #expect(page.rows.count == 1 + regions * (hosts + 1))
    }
    func parts(_ page: PicturePageReader) -> [String] {
      page.tags.filter { $0.hasPrefix("details") }
    }
    #expect(parts(pages[0]) == [])
    #expect(parts(pages[1]) == Array(repeating: "details class=part open=None", count: 5))
    #expect(parts(pages[2]) == Array(repeating: "details class=part", count: 20))
    #expect(parts(pages[3]) == [])
    #expect(pages[1].texts["summary"]?.first == "below : 30 scopes")
    // Every table has its own head.
    #expect(pages[2].tags.count { $0 == "thead class=again" } == 40)
    #expect(pages[0].tags.count { $0.hasPrefix("thead") } == 1)
  }

  @Test func anImpactsPageSaysWhatItsColoursAre() throws {
    let scratch = Scratch([
      (".heir", ""), ("new/a.json", #"{"came":{"x":1,"y":2},"k":3}"#),
      ("new/p/a.json", #"{"k":4}"#),
      ("old/a.json", #"{"gone":{"x":1,"y":2},"k":1}"#), ("old/p/a.json", #"{"k":2}"#),
    ])
    let harness = Harness(in: scratch.url)
    let command = ["impact", "--root", "new", "--against", "old", "--html", "page.html"]
    #expect(harness.run(command).status == 1)
    let bytes = try Data(contentsOf: scratch.url.appending(path: "page.html"))
    let page = try #require(try PicturePageReader.read(pages: [Array(bytes)]).first)
    #expect(page.problems == [])
    let types = page.rows.map { $0.cells.map(\.type).sorted() }
    #expect(types == [["m10", "m11", "t1 m9"], ["m10", "m11", "t2 m9"]])
    #expect(
      String(decoding: bytes, as: UTF8.self).contains(
        "each colour in a column is one change from one value to another"))
  }

  @Test func aPartCountsTheScopesOfItsRows() throws {
    var rows = [Picture.Row(path: Array("/".utf8), depth: 0, cells: [0])]
    for region in 0..<6 {
      rows.append(Picture.Row(path: Array("/r\(region)".utf8), depth: 1, cells: [0]))
      for host in 0..<60 {
        rows.append(
          Picture.Row(path: Array("/r\(region)/h\(host)".utf8), depth: 2, cells: [host / 2 % 2]))
      }
    }
    let picture = Picture(
      title: "x", facts: [], columns: [Picture.Column(key: "x", legend: [])],
      cells: [Picture.Cell(mark: .sets), Picture.Cell(mark: .inherits)], rows: rows, sections: [])
    let page = try #require(try PicturePageReader.read([picture]).first)
    #expect(page.texts["summary"]?.first == "below : 60 scopes")
  }

  @Test func noMoreThanThreePartsStandInEachOther() throws {
    var rows = [Picture.Row(path: Array("/".utf8), depth: 0, cells: [0])]
    let paths = (1...6).map { String(repeating: "/a", count: $0) }
    for (depth, path) in paths.enumerated() {
      rows.append(Picture.Row(path: Array(path.utf8), depth: depth + 1, cells: [depth % 2]))
    }
    for (depth, path) in paths.enumerated().reversed() {
      for leaf in 0..<30 {
        rows.append(
          Picture.Row(path: Array("\(path)/h\(leaf)".utf8), depth: depth + 2, cells: [leaf % 2]))
      }
    }
    let picture = Picture(
      title: "x", facts: [], columns: [Picture.Column(key: "x", legend: [])],
      cells: [Picture.Cell(mark: .sets), Picture.Cell(mark: .inherits)], rows: rows, sections: [])
    let page = try #require(try PicturePageReader.read([picture]).first)
    #expect(page.problems == [] && page.rows.count == rows.count)
    #expect(page.tags.count { $0.hasPrefix("details class=part") } == 3)
  }

  @Test func whatIsSaidToBeWholeIsWhole() throws {
    let value = String(repeating: "a long value, ", count: 400)
    let scratch = Scratch([(".heir", ""), ("p.json", "{\"k\": \"\(value)\"}")])
    let harness = Harness(in: scratch.url)
    #expect(harness.run("where", "/", "k", "--html", "_page.html").status == 0)
    let bytes = try Data(contentsOf: scratch.url.appending(path: "_page.html"))
    let page = try #require(try PicturePageReader.read(pages: [Array(bytes)]).first)
    #expect(page.texts["bdi"]?.contains("\"\(value)\"") == true)
  }

  /// The first scope's value has none, however rare it is.
  @Test func whatDiffersFromTheRootHasColour() throws {
    let scratch = Scratch(
      [(".heir", ""), ("p.json", #"{"k": 1}"#)]
        + (0..<5).map { ("s\($0)/p.json", #"{"k": \#($0 < 3 ? 2 : 3)}"#) })
    let harness = Harness(in: scratch.url)
    let root = scratch.url.path
    #expect(harness.run("where", "/", "k", "--root", root, "--html", "_page.html").status == 0)
    let bytes = try Data(contentsOf: scratch.url.appending(path: "_page.html"))
    let page = try #require(try PicturePageReader.read(pages: [Array(bytes)]).first)
    let types = Set(page.rows.flatMap { row in row.cells.map { "\($0.type) \($0.value ?? "")" } })
    #expect(types == ["m1 1", "t1 m2 2", "t2 m2 3"])
    // Places count from the root, wherever the tree lies.
    #expect(page.rows.first?.cells.first?.origin == "p.json:1:7")
    #expect(!String(decoding: bytes, as: UTF8.self).contains(root))
    // The table comes first, and what tells of values folds.
    let order = page.tags.filter { $0.hasPrefix("table") || $0.hasPrefix("details class=spread") }
    #expect(order == ["table", "details class=spread"])
  }

  private static func page(_ files: [(path: String, text: String)], _ arguments: String...) throws
    -> (page: PicturePageReader, text: String)
  {
    let scratch = Scratch(files)
    _ = Harness(in: scratch.url).run(arguments + ["--html", "_page.html"])
    let bytes = try Data(contentsOf: scratch.url.appending(path: "_page.html"))
    let page = try #require(try PicturePageReader.read(pages: [Array(bytes)]).first)
    #expect(page.problems == [])
    return (page, String(decoding: bytes, as: UTF8.self))
  }

  @Test func anObjectWhoseMembersAreColumnsIsNone() throws {
    let files: [(path: String, text: String)] = [
      (".heir", ""), ("p.json", #"{"a": {"x": 1, "y": {"z": 2}, "e": {}}, "l": [{"m": 1}]}"#),
      ("s/p.json", #"{"a": {"x": 3}}"#),
    ]
    let heads = try Self.page(files, "where", "/", "**").page.texts["code"]
    #expect(heads?.prefix(4) == ["a.x", "a.y.z", "a.e", "l"], "\(heads ?? [])")
    // What is in it has no columns of its own.
    let few = try Self.page(files, "where", "/", "a", "a.x").page.texts["code"]
    #expect(few?.prefix(2) == ["a", "a.x"])
    // In one scope it is no object.
    let other = files + [(path: "t/p.json", text: #"{"a": 5}"#)]
    #expect(try Self.page(other, "where", "/", "**").page.texts["code"]?.first == "a")
  }

  @Test func ofManyKeysThoseThatAreTheSameEverywhereAreOneLine() throws {
    let keys = (0..<12).map { "\"k\($0)\": \($0)" }.joined(separator: ", ")
    let files: [(path: String, text: String)] = [
      (".heir", ""), ("p.json", "{\(keys)}"), ("s/p.json", #"{"k3": 0, "k4": 4}"#),
    ]
    let (page, text) = try Self.page(files, "where", "/", "*")
    #expect(page.texts["summary"]?.first == "11 keys have the same value in all scopes")
    #expect(page.rows.map(\.cells.count) == [1, 1])
    #expect(text.contains("<li>k4 = <bdi>4</bdi> <bdi>p.json:1:44, s/p.json:1:17</bdi></li>"))
    #expect(!text.contains("<li>k3"))
    let same = try Self.page(Array(files.prefix(2)), "where", "/", "*").page
    #expect(
      same.texts["summary"]?.first == "12 keys have the same value in all scopes"
        && same.rows.isEmpty)
    // Few keys are all shown.
    let few = try Self.page(files, "where", "/", "k1", "k3").page
    #expect(few.rows.map(\.cells.count) == [2, 2])
  }

  @Test func aPageHasNoMoreColumnsThanCanBeRead() throws {
    let keys = (0..<50).map { "\"k\($0)\": \($0)" }.joined(separator: ", ")
    let files: [(path: String, text: String)] = [
      (".heir", ""), ("p.json", "{\(keys)}"),
      ("s/p.json", "{\(keys.replacing(": ", with: ": 1"))}"),
    ]
    let page = try Self.page(
      files + [(path: "t/p.json", text: #"{"k47": 1, "k3": 1}"#)], "where", "/", "*"
    ).page
    #expect(page.rows.map(\.cells.count) == [40, 40, 40])
    #expect(
      page.texts["p"]?.contains("These keys have the most values; 10 more keys differ.") == true)
    let heads = page.texts["code"]?.prefix(40).map { $0 } ?? []
    #expect(heads == (0..<39).map { "k\($0)" } + ["k47"])
  }

  @Test func equalChangesHaveOneColourWhoeverMakesThem() throws {
    var files: [(path: String, text: String)] = [("old/.heir", ""), ("new/.heir", "")]
    for host in 0..<5 {
      files.append(("old/h\(host)/p.json", #"{"k": 8}"#))
      files.append(("new/h\(host)/p.json", #"{"k": \#(host == 4 ? 7 : 9)}"#))
    }
    let (page, _) = try Self.page(files, "impact", "--root", "new", "--against", "old")
    #expect(
      page.rows.flatMap { $0.cells.map(\.type) } == ["m13"] + Array(repeating: "t1 m9", count: 4)
        + ["t2 m9"])
    #expect(page.rows.map { $0.cells[0].origin }[1] == "new/h0/p.json:1:7")
  }

  @Test(arguments: [(0, 15_000), (50, 1_000_000), (11_111, 4_000_000)])
  func aPageIsSmall(odd: Int, limit: Int) {
    let picture = Self.fleet(odd: odd)
    #expect(picture.rows.count == 11_111)
    let size = PicturePage(picture).bytes.count
    #expect(size < limit, "\(odd) odd scopes make \(size) bytes")
  }
}
