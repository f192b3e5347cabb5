import JSONSource
import TestSupport
import Testing

/// Texts of many tokens: what is noted of them grows while they are read.
@Suite struct LargeTextTests {
  private static func bytes(_ parts: String...) -> [UInt8] { Array(parts.joined().utf8) }

  /// Whether each value lies where its spelling begins and ends, by reading that once more.
  private func expectSpellings(_ document: Document, _ indexes: some Sequence<Int>) {
    for index in indexes {
      let spelling = Array(document.spelling(index))
      if NaiveReader.read(spelling) != document.plain(index) || spelling.first == 0x20
        || spelling.last == 0x20
      {
        Issue.record("\(String(decoding: spelling.prefix(80), as: UTF8.self)) at \(index)")
      }
    }
  }

  private func elements(_ text: [UInt8], _ count: Int) throws -> (Document, [Int]) {
    let document = try read(text)
    let elements = Array(document.elements(0))
    #expect(elements.count == count)
    #expect(document.range(0) == ByteRange(0, text.count))
    return (document, elements)
  }

  @Test func manySmallTokensLieWhereTheyStand() throws {
    let count = 150_000
    let (document, elements) = try elements(
      Self.bytes("[", String(repeating: "1,", count: count - 1), "1]"), count)
    for (number, index) in elements.enumerated()
    where document.kind(index) != .number
      || document.range(index) != ByteRange(2 * number + 1, 2 * number + 2)
    {
      Issue.record("element \(number) is at \(document.range(index))")
    }
  }

  @Test func manyContainersEndWhereTheyDo() throws {
    let count = 150_000
    let (document, elements) = try elements(
      Self.bytes("[", String(repeating: "[],", count: count - 1), "{}]"), count)
    for (number, index) in elements.enumerated()
    where document.kind(index) != (number == count - 1 ? .object : .array)
      || document.range(index) != ByteRange(3 * number + 1, 3 * number + 3)
      || document.behind(index) != (number == count - 1 ? document.behind(0) : elements[number + 1])
    {
      Issue.record("element \(number) is at \(document.range(index))")
    }
  }

  /// What a text's length promises of tokens holds for its beginning alone.
  @Test func manyTokensBehindALongOneAndOneBehindMany() throws {
    let (length, count) = (1_000_000, 150_000)
    let long = "\"" + String(repeating: "x", count: length) + "\""
    let many = String(repeating: #"{"a":0},"#, count: count / 3)
    let (one, last) = try elements(Self.bytes("[", long, ",", many, "null]"), count / 3 + 2)
    #expect(one.range(last[0]) == ByteRange(1, length + 3))
    expectSpellings(one, last.dropFirst().filter { $0 % 5_000 < 3 } + [last[count / 3 + 1]])
    let (other, first) = try elements(Self.bytes("[", many, "null,", long, "]"), count / 3 + 2)
    #expect(other.string(first[count / 3 + 1])?.count == length)
    expectSpellings(other, first.filter { $0 % 5_000 < 3 })
  }

  @Test func deepAndWideTextsTogetherLieWhereTheyStand() throws {
    let deep = String(repeating: "[{\"o\":", count: 250) + "7" + String(repeating: "}]", count: 250)
    let text = Self.bytes("[", String(repeating: "[" + deep + " ],", count: 99), "[", deep, "]]")
    let (document, elements) = try elements(text, 100)
    #expect(document.depth == 502)
    for (number, index) in elements.enumerated() {
      #expect(document.spelling(index).count == deep.utf8.count + (number == 99 ? 2 : 3))
    }
    expectSpellings(document, [elements[0], elements[57] + 4, elements[99] + 601])
  }

  @Test func everyValueOfARandomTextLiesWhereItsSpellingDoes() throws {
    var random = SplitMix64(seed: 57)
    for _ in 0..<150 {
      let text = PlainJSON.random(&random, depth: 4).text(respelling: &random)
      let document = try read(text)
      let lines = LineMap(document.source)
      for index in 0..<document.behind(0)
      where document.kind(index) != .name && document.kind(index) != .directive {
        expectSpellings(document, [index])
        let start = document.range(index).start
        let before = text[..<start]
        let line = before.count { $0 == 0x0A } + 1
        let column = start - ((before.lastIndex(of: 0x0A) ?? -1) + 1) + 1
        #expect(lines.position(of: start) == (line, column))
      }
    }
  }

  @Test(arguments: [13, 500, 5_000]) func equalNamesFarApartAreToldWithBothPlaces(count: Int) {
    // A name, and what it may be spelled like where it comes again.
    let pairs = [
      ("name", "name"), ("", ""), ("n\u{E9}", "n\\u00e9"), ("a/b", "a\\/b"), ("$$x", "\\u0024$x"),
      ("$a", "$\\u0061"), ("\\ud83d\\ude00", "\u{1F600}"), ("tab\\t", "tab\\u0009"),
    ]
    for (name, again) in pairs {
      for (first, second) in [(0, count - 1), (count / 2, count - 2), (count - 2, count - 1)] {
        var text = Self.bytes("{")
        var places: [ByteRange] = []
        for number in 0..<count {
          let own = number == first ? name : number == second ? again : "$$name \(number)"
          places.append(ByteRange(text.count, text.count + own.utf8.count + 2))
          text += Self.bytes("\"", own, "\":0", number == count - 1 ? "}" : ",")
        }
        #expect(
          problem(in: text)
            == SyntaxError(.duplicateName(first: places[first]), places[second]))
      }
    }
    // A directive is another name than what stands for its sign.
    #expect(problem(in: #"{"$a":0,"$$a":0,"a":0}"#) == nil)
  }
}
