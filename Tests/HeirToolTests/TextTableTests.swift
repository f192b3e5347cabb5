import Testing

@testable import HeirTool
@testable import Output

@Suite struct TextTableTests {
  private func lines(_ width: Int?, _ rows: [[String]]) -> [String] {
    var table = TextTable(elastic: 1, width: width)
    for row in rows { table.append(row[0], row[1], row[2]) }
    return table.text().split(separator: "\n").map { String($0) }
  }

  private let long = String(repeating: "v", count: 100)

  @Test(arguments: [nil, 80]) func widthsCountScalars(width: Int?) {
    #expect(
      lines(width, [["ä", "€", "x"], ["bb", "22", "y"]]) == ["ä   €   x", "bb  22  y"])
    // What looks alike is spelled out.
    #expect(
      lines(width, [["a", "\u{E9}", "x"], ["b", "e\u{301}", "y"]]) == [
        #"a  \u{00E9}  x"#, #"b  e\u{0301}  y"#,
      ])
  }

  @Test func widthsCountTerminalCells() {
    #expect(
      lines(nil, [["日本", "👍🏽", "x"], ["e\u{301}bbb", "🇩🇪한", "y"], ["bbbb", "4444", "z"]])
        == ["日本  👍🏽    x", "e\u{301}bbb  🇩🇪한  y", "bbbb  4444  z"])
    let wide = String(repeating: "日", count: 50)
    let cut = String(wide.prefix(11)) + "…"
    for (value, shown) in [(wide, cut + " "), ("x" + wide, "x" + cut)] {
      #expect(lines(10, [["a", value, "y"], ["b", "1", "y"]])[0] == "a  \(shown)  y")
    }
  }

  @Test(arguments: [40, 60, 80, 200]) func aLineIsNoWiderThanTheTerminal(width: Int) {
    let found = lines(width, [["a", long, "place"], ["b", "1", "y"]])
    #expect(found.allSatisfy { $0.unicodeScalars.count <= width })
    #expect(found[0].contains("…") == (width < 110))
    if width < 110 { #expect(found[0].unicodeScalars.count == width) }
  }

  @Test func aNarrowTerminalShowsPartOfEachValue() {
    let place = String(repeating: "p", count: 90)
    #expect(lines(80, [["a", long, place]]) == ["a  \(long.prefix(23))…  \(place)"])
  }
}
