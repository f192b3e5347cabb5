import Answers
import Cascade

/// Builds a report column by column; rows share equal cells.
struct HTMLReportBuilder {
  private let scopeIndex: ScopeIndex
  private var cells = Catalog<HTMLReport.Cell, Void>()
  private var columns: [HTMLReport.Column] = []
  private var rows: [[Int]]
  private var column: [Int?]

  init(_ scopeIndex: ScopeIndex) {
    self.scopeIndex = scopeIndex
    rows = Array(repeating: [], count: scopeIndex.count)
    column = Array(repeating: nil, count: scopeIndex.count)
  }

  mutating func put(_ cell: HTMLReport.Cell, in numbers: some Sequence<Int>) {
    let index = cells.number(of: cell)
    for number in numbers { column[number] = index }
  }

  mutating func end(_ key: String, _ legend: HTMLReport.Legend, others: HTMLReport.Cell) {
    for number in rows.indices {
      rows[number].append(column[number] ?? cells.number(of: others))
      column[number] = nil
    }
    columns.append(HTMLReport.Column(key: key, legend: legend))
  }

  func htmlReport(
    _ title: String, facts: [String], sections: [(heading: String, lines: [String])]
  ) -> HTMLReport {
    HTMLReport(
      title: title, facts: facts, columns: columns, cells: cells.ids,
      rows: zip(scopeIndex.scopes, rows).map { .init(path: $0.path, depth: $0.depth, cells: $1) },
      sections: sections)
  }
}
