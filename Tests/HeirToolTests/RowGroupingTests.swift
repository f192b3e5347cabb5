import SafeText
import TestSupport
import Testing

@testable import HeirTool

/// Whatever is folded, the page says of each scope what the picture says.
@Suite struct RowGroupingTests {
  /// A random tree in the order of a walk, with cells that are often alike.
  private static func htmlReport(seed: UInt64) -> HTMLReport {
    var random = SplitMix64(seed: seed)
    let columns = Int.random(in: 0...3, using: &random)
    let variety = Int.random(in: 1...4, using: &random)
    // Some cells differ in nothing but their place in the list, others in what is canonically equal.
    let cells = ["a", "a", "\u{E9}", "e\u{301}", "b"].map {
      HTMLReport.Cell(mark: .sets, value: $0, tint: 0, origin: "x.json:1:1")
    }
    var rows: [HTMLReport.Row] = []
    var likely = 0
    func add(_ path: String, _ depth: Int) {
      if Int.random(in: 0..<5, using: &random) == 0 {
        likely = Int.random(in: 0..<variety, using: &random)
      }
      let own = (0..<columns).map { _ in (likely + Int.random(in: 0...9, using: &random) / 9) % 5 }
      // A picture may leave scopes out.
      if rows.isEmpty || Int.random(in: 0..<12, using: &random) > 0 {
        rows.append(
          HTMLReport.Row(path: Array((path.isEmpty ? "/" : path).utf8), depth: depth, cells: own))
      }
      guard depth < 4, rows.count < 60 else { return }
      for index in 0..<Int.random(in: 0...4, using: &random) {
        add("\(path)/n\(index)", depth + 1)
      }
    }
    add("", 0)
    return HTMLReport(
      title: "x", facts: [],
      columns: (0..<columns).map { HTMLReport.Column(key: "k\($0)", legend: []) },
      cells: cells, rows: rows, sections: [])
  }

  @Test func everyScopeIsInOneRowWhoseCellsAreItsOwn() throws {
    let pictures = (0..<150).map { Self.htmlReport(seed: $0) }
    let pages = try HTMLPageReader.read(pictures)
    var folded = 0
    for (htmlReport, page) in zip(pictures, pages) {
      folded += htmlReport.rows.count - page.rows.count
      for row in htmlReport.rows {
        let path = String(decoding: row.path, as: UTF8.self)
        let covering = page.rows.filter { Self.covers($0, path) }
        #expect(covering.count == 1, "\(path) is in \(covering.count) rows")
        let shown = covering.first?.cells.map { Array(($0.value ?? "?").utf8) }
        #expect(shown == row.cells.map { Array((htmlReport.cells[$0].value ?? "").utf8) })
      }
    }
    #expect(folded > 1_000)
  }

  /// What a reader of the page takes its head to mean.
  private static func covers(_ row: HTMLPageReader.Row, _ path: String) -> Bool {
    row.names.contains { name in
      let scope = row.base + name
      guard scope.hasSuffix("/**") else { return path == scope }
      let top = scope.dropLast(3)
      return path == (top.isEmpty ? "/" : top) || path.hasPrefix(top + "/")
    }
  }
}
