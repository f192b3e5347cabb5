/// Lines in columns; the elastic column is cut to the width of a terminal.
struct TextTable {
  private var rows: [[String]] = []
  private var looks: [Style.Look] = []
  private let elastic: Int
  private let width: Int?

  /// The width of the elastic column if nothing is cut.
  static let usual = 60
  static let least = 24

  init(elastic: Int, width: Int?) {
    (self.elastic, self.width) = (elastic, width)
  }

  var isEmpty: Bool { rows.isEmpty }

  mutating func append(_ cells: String..., look: Style.Look = .plain) {
    rows.append(cells)
    looks.append(look)
  }

  package func text(_ style: Style = .plain, indent: String = "") -> String {
    var text = ""
    var number = 0
    forEachLine { line in
      text += indent + style.line(line, looks[number]) + "\n"
      number += 1
    }
    return text
  }

  /// Two spaces are between columns, none at the ends.
  func forEachLine(_ body: (String) -> Void) {
    if rows.isEmpty { return }
    let sizes = rows.map { $0.map(\.width) }
    // The last cell of a row needs no padding.
    let lasts = rows.map { $0.lastIndex { !$0.isEmpty } ?? -1 }
    let count = rows.map(\.count).max() ?? 0
    var widths = (0..<count).map { column in
      zip(sizes, lasts).map { $1 > column ? $0[column] : 0 }.max() ?? 0
    }
    var limit = Int.max
    if let width {
      let around = zip(sizes, lasts).map { row, last in
        (0...max(0, last)).reduce(2 * max(0, last)) { sum, column in
          if column == elastic { return sum }
          return sum + (column == last ? row[column] : widths[column])
        }
      }
      limit = max(Self.least, width - (around.max() ?? 0))
    }
    widths[elastic] = min(widths[elastic], width == nil ? Self.usual : limit)
    let told = cutCells(sizes, limit)
    for (number, row) in rows.enumerated() {
      var line = ""
      line.reserveCapacity(
        row.indices.reduce(0) { $0 + max(row[$1].utf8.count, widths[$1]) + 2 })
      for column in 0...max(0, lasts[number]) {
        let cut = column == elastic ? told?[number] : nil
        line += cut ?? row[column]
        if column < lasts[number] {
          let size = cut?.width ?? sizes[number][column]
          line += String(repeating: " ", count: max(0, widths[column] - size) + 2)
        }
      }
      body(line)
    }
  }

  private func cutCells(_ sizes: [[Int]], _ limit: Int) -> [String]? {
    let isWhole = zip(rows, sizes).allSatisfy { row, sizes in
      // ASCII text cannot look like another text.
      elastic >= row.count || sizes[elastic] <= limit && row[elastic].utf8.count == sizes[elastic]
    }
    return isWhole
      ? nil : DifferenceExcerpt.cut(rows.map { elastic < $0.count ? $0[elastic] : "" }, to: limit)
  }
}

extension String {
  /// Number of scalars: bytes that are no continuation bytes (RFC 3629 §3).
  fileprivate var width: Int { utf8.count { $0 & 0xC0 != 0x80 } }
}

func cut(_ text: String, to limit: Int) -> String {
  guard text.unicodeScalars.count > limit else { return text }
  return String(String.UnicodeScalarView(text.unicodeScalars.prefix(max(0, limit - 1)))) + "…"
}
