/// Lines in columns; the elastic column is cut to the width of a terminal.
package struct TextTable {
  /// The widths of cells are in terminal cells.
  private var rows: [(cells: [(text: String, width: Int)], look: Style.Look)] = []
  private let elastic: Int
  private let width: Int?

  /// The width of the elastic column if nothing is cut.
  package static let usual = 60
  package static let least = 24

  package init(elastic: Int, width: Int?) {
    (self.elastic, self.width) = (elastic, width)
  }

  package var isEmpty: Bool { rows.isEmpty }

  package mutating func append(_ cells: String..., look: Style.Look = .plain) {
    // The last cell of a row needs no padding.
    let count = (cells.lastIndex { !$0.isEmpty } ?? -1) + 1
    rows.append((cells.prefix(count).map { ($0, $0.cells) }, look))
  }

  /// Two spaces are between columns, none at the ends.
  package func text(_ style: Style = .plain, indent: String = "") -> String {
    var widths = [Int](repeating: 0, count: elastic + 1)
    for row in rows {
      for (column, cell) in row.cells.dropLast().enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.width)
      }
    }
    var around = 0
    for row in rows {
      var sum = 2 * max(0, row.cells.count - 1)
      for (column, cell) in row.cells.enumerated() where column != elastic {
        sum += column == row.cells.count - 1 ? cell.width : widths[column]
      }
      around = max(around, sum)
    }
    let limit = width.map { max(Self.least, $0 - around) }
    widths[elastic] = min(widths[elastic], limit ?? Self.usual)
    let cut = DifferenceExcerpt.cut(
      rows.map { elastic < $0.cells.count ? $0.cells[elastic].text : "" }, to: limit ?? .max)
    var text = ""
    for (row, cut) in zip(rows, cut) {
      var line = ""
      for (column, cell) in row.cells.enumerated() {
        if column > 0 { line += "  " }
        line += column == elastic ? cut : cell.text
        if column == row.cells.count - 1 { break }
        let width = column == elastic ? cut.cells : cell.width
        line += String(repeating: " ", count: max(0, widths[column] - width))
      }
      text += indent + style.line(line, row.look) + "\n"
    }
    return text
  }
}

package func cut(_ text: String, to limit: Int) -> String {
  guard text.cells > limit else { return text }
  return String(text.unicodeScalars.prefix(cells: max(0, limit - 1))) + "…"
}
