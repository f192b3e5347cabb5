/// Lines in columns; the elastic column is cut to the width of a terminal.
package struct TextTable {
  private var rows: [[String]] = []
  private var looks: [Style.Look] = []
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
    rows.append(Array(cells.prefix((cells.lastIndex { !$0.isEmpty } ?? -1) + 1)))
    looks.append(look)
  }

  /// Two spaces are between columns, none at the ends.
  package func text(_ style: Style = .plain, indent: String = "") -> String {
    var widths = Array(repeating: 0, count: max(elastic + 1, rows.map(\.count).max() ?? 0))
    for row in rows {
      for (column, cell) in row.dropLast().enumerated() {
        widths[column] = max(widths[column], cell.width)
      }
    }
    let around = rows.map { row in
      row.indices.reduce(2 * max(0, row.count - 1)) { sum, column in
        if column == elastic { return sum }
        return sum + (column == row.count - 1 ? row[column].width : widths[column])
      }
    }
    let limit = width.map { max(Self.least, $0 - (around.max() ?? 0)) }
    widths[elastic] = min(widths[elastic], limit ?? Self.usual)
    let cut = DifferenceExcerpt.cut(
      rows.map { elastic < $0.count ? $0[elastic] : "" }, to: limit ?? .max)
    var text = ""
    for (number, row) in rows.enumerated() {
      let cells = row.enumerated().map { column, cell in
        let cell = column == elastic ? cut[number] : cell
        if column == row.count - 1 { return cell }
        return cell + String(repeating: " ", count: max(0, widths[column] - cell.width))
      }
      text += indent + style.line(cells.joined(separator: "  "), looks[number]) + "\n"
    }
    return text
  }
}

extension String {
  /// Number of scalars: bytes that are no continuation bytes (RFC 3629 §3).
  fileprivate var width: Int { utf8.count { $0 & 0xC0 != 0x80 } }
}

package func cut(_ text: String, to limit: Int) -> String {
  guard text.unicodeScalars.count > limit else { return text }
  return String(String.UnicodeScalarView(text.unicodeScalars.prefix(max(0, limit - 1)))) + "…"
}
