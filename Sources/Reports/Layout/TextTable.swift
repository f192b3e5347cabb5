/// Lines in columns, of which one may be long: cut to a terminal's width where there is one, and whole
/// elsewhere.
struct TextTable {
  private var rows: [[String]] = []
  private var looks: [Style.Look] = []
  private let elastic: Int
  private let width: Int?

  /// How far what follows a long cell stands to the right, where nothing is cut.
  private static let usual = 60
  /// A value is cut to no less, however narrow the terminal.
  static let least = 24

  /// Takes the column that may be cut, and the terminal's width.
  init(elastic: Int, width: Int?) {
    (self.elastic, self.width) = (elastic, width)
  }

  var isEmpty: Bool { rows.isEmpty }

  mutating func append(_ cells: String..., look: Style.Look = .plain) {
    rows.append(cells)
    looks.append(look)
  }

  /// The lines as they are printed.
  package func text(_ style: Style = .plain, indent: String = "") -> String {
    var text = ""
    for (number, line) in lines.enumerated() {
      text += indent + style.line(line, looks[number]) + "\n"
    }
    return text
  }

  /// The lines, two spaces between columns and none at the ends.
  var lines: [String] {
    if rows.isEmpty { return [] }
    // Whatever stands last in its row needs no room behind it.
    let lasts = rows.map { $0.lastIndex { !$0.isEmpty } ?? -1 }
    let count = rows.map(\.count).max() ?? 0
    var widths = (0..<count).map { column in
      zip(rows, lasts).map { $1 > column ? $0[column].unicodeScalars.count : 0 }.max() ?? 0
    }
    var limit = Int.max
    if let width {
      let around = zip(rows, lasts).map { row, last in
        (0...max(0, last)).reduce(2 * max(0, last)) { sum, column in
          if column == elastic { return sum }
          return sum + (column == last ? row[column].unicodeScalars.count : widths[column])
        }
      }
      limit = max(Self.least, width - (around.max() ?? 0))
    }
    widths[elastic] = min(widths[elastic], width == nil ? Self.usual : limit)
    let told = Contrast.cut(rows.map { elastic < $0.count ? $0[elastic] : "" }, to: limit)
    return zip(zip(rows, told), lasts).map { pair, last in
      let (row, told) = pair
      var line = ""
      for column in 0...max(0, last) {
        let cell = column == elastic ? told : row[column]
        line += cell
        if column < last {
          let gap = max(0, widths[column] - cell.unicodeScalars.count) + 2
          line += String(repeating: " ", count: gap)
        }
      }
      return line
    }
  }
}

/// Text for a line that people read, cut where it is longer.
func cut(_ text: String, to limit: Int) -> String {
  guard text.unicodeScalars.count > limit else { return text }
  return String(String.UnicodeScalarView(text.unicodeScalars.prefix(max(0, limit - 1)))) + "…"
}
