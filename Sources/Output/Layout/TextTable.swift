import SafeText

/// Lines in columns; the elastic column is cut to the width of a terminal.
package struct TextTable {
  private struct Cell {
    let text: Range<Int>
    /// In terminal cells.
    let width: Int
  }

  /// The text of all cells.
  private var text: [UInt8] = []
  private var cells: [Cell] = []
  private var rows: [(cells: Range<Int>, look: Style.Look)] = []
  private let elastic: Int
  package var width: Int?

  /// The width of the elastic column if nothing is cut.
  package static let usual = 60
  package static let least = 24

  package init(elastic: Int, width: Int?) {
    (self.elastic, self.width) = (elastic, width)
  }

  package var isEmpty: Bool { rows.isEmpty }

  /// Keeps the memory for further rows.
  package mutating func removeAll() {
    text.removeAll(keepingCapacity: true)
    cells.removeAll(keepingCapacity: true)
    rows.removeAll(keepingCapacity: true)
  }

  package mutating func append(_ cells: String..., look: Style.Look = .plain) {
    for cell in cells { appendCell { $0 += cell.utf8 } }
    endRow(look)
  }

  /// Appends the text that `body` appends as the next cell of a row, which `endRow` ends.
  package mutating func appendCell(_ body: (inout [UInt8]) -> Void) {
    let start = text.count
    body(&text)
    let isASCII = text[start...].allSatisfy { $0 < 0x80 }
    let width =
      isASCII ? text.count - start : String(decoding: text[start...], as: UTF8.self).cells
    cells.append(Cell(text: start..<text.count, width: width))
  }

  package mutating func endRow(_ look: Style.Look = .plain) {
    let start = rows.last?.cells.upperBound ?? 0
    // The last cell of a row needs no padding.
    while cells.count > start, cells[cells.count - 1].text.isEmpty { cells.removeLast() }
    rows.append((start..<cells.count, look))
  }

  package func text(_ style: Style = .plain, indent: String = "") -> String {
    Printable.text { append(to: &$0, style, indent: indent) }
  }

  /// Two spaces are between columns, none at the ends.
  package func append(
    to output: inout [UInt8], _ style: Style = .plain, indent: String = ""
  ) {
    var widths = [Int](repeating: 0, count: elastic + 1)
    for row in rows {
      for (column, cell) in cells[row.cells].dropLast().enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], cell.width)
      }
    }
    var around = 0
    for row in rows {
      var sum = 2 * max(0, row.cells.count - 1)
      for (column, cell) in cells[row.cells].enumerated() where column != elastic {
        sum += column == row.cells.count - 1 ? cell.width : widths[column]
      }
      around = max(around, sum)
    }
    let limit = width.map { max(Self.least, $0 - around) }
    widths[elastic] = min(widths[elastic], limit ?? Self.usual)
    let cut = cutCells(to: limit ?? .max)
    for (number, row) in rows.enumerated() {
      let (start, end) = style.codes(row.look)
      output += indent.utf8
      output += start.utf8
      for (column, cell) in cells[row.cells].enumerated() {
        if column > 0 { output += "  ".utf8 }
        var cellWidth = cell.width
        if column == elastic, let cut {
          output += cut[number].utf8
          cellWidth = cut[number].cells
        } else {
          output += text[cell.text]
        }
        if column < row.cells.count - 1, cellWidth < widths[column] {
          output += repeatElement(0x20, count: widths[column] - cellWidth)
        }
      }
      output += end.utf8
      output.append(0x0A)
    }
  }

  /// The texts of the elastic column; nil if they need no change.
  private func cutCells(to limit: Int) -> [String]? {
    let all = rows.map { row in
      elastic < row.cells.count
        ? cells[row.cells.lowerBound + elastic] : Cell(text: 0..<0, width: 0)
    }
    // Only texts that are not ASCII may look alike.
    if all.allSatisfy({ $0.width == $0.text.count && $0.width <= limit }) { return nil }
    return DifferenceExcerpt.cut(
      all.map { String(decoding: text[$0.text], as: UTF8.self) }, to: limit)
  }
}

package func cut(_ text: String, to limit: Int) -> String {
  guard text.cells > limit else { return text }
  return String(text.unicodeScalars.prefix(cells: max(0, limit - 1))) + "…"
}
