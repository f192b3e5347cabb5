import Answers
import SafeText

extension HTMLPage {
  private static let named = 2
  /// Most rows without parts, most rows whose parts are open, and the minimum length of a part.
  private static let (fewRows, manyRows, partLength) = (100, 300, 12)
  private static let maxNested = 3
  /// Deeper rows are not indented further, because a narrow screen has no room.
  private static let deepest = 9

  mutating func table() {
    let cells = htmlReport.cells.map { rendered($0) }
    let folding = RowGrouping(htmlReport.rows, looks: looks(of: cells))
    let folds = folding.folds
    html += "<p class=count>\(Self.scopes(htmlReport.rows.count))"
    if folds.count < htmlReport.rows.count {
      let rows = "\(Printable.amount(folds.count)) \(Printable.plural(folds.count, "row"))"
      html += " in \(rows): scopes with the same values and origins share a row"
    }
    // The focus lets keyboard users scroll the box.
    let hasParts = folds.count > Self.fewRows
    let parts: StaticString = hasParts ? " parts" : ""
    html += "</p>\n<div class=\"box\(parts)\" role=region aria-labelledby=title tabindex=0>\n"
    if hasParts {
      // Hidden from screen readers and prints, because each part has its own head.
      html += "<table class=head aria-hidden=true>\n"
      columnHeads("<thead>\n")
      html += "</table>\n"
    }
    rows(folds[...], cells, ends: hasParts ? ends(folds) : nil, level: 0)
    html += "</div>\n"
  }

  private mutating func columnHeads(_ start: StaticString) {
    html += "\(start)<tr><th scope=col>scope</th>"
    for column in htmlReport.columns {
      html += "<th scope=col><code>\(limited(column.key))</code></th>"
    }
    html += "</tr>\n</thead>\n"
  }

  /// Writes rows, with those below a row as a part if they are many; `ends` is nil if there are no parts.
  private mutating func rows(
    _ folds: ArraySlice<RowGrouping.Group>, _ cells: [HTMLText], ends: [Int]?, level: Int
  ) {
    var isInTable = false
    func end() { if isInTable { html += "</tbody>\n</table>\n" } }
    var index = folds.startIndex
    while index < folds.endIndex {
      if !isInTable {
        html += "<table>\n"
        columnHeads(ends == nil ? "<thead>\n" : "<thead class=again>\n")
        html += "<tbody>\n"
        isInTable = true
      }
      let fold = folds[index]
      // A large page is mostly cells, and optional end tags would be a tenth of it.
      html += "<tr>"
      head(fold)
      for cell in htmlReport.rows[fold.covers.lowerBound].cells { html += cells[cell] }
      html += "\n"
      index += 1
      // Everything is below the first row, so it makes no part.
      guard let ends, index > 1, level < Self.maxNested, ends[index - 1] - index >= Self.partLength
      else { continue }
      end()
      isInTable = false
      let below = folds[index..<ends[index - 1]]
      let open: StaticString = ends.count <= Self.manyRows ? " open" : ""
      let top = htmlReport.rows[fold.covers.lowerBound].path
      let count = Self.scopes(below.reduce(0) { $0 + $1.covers.count })
      html += "<details class=part\(open)>\n<summary>below <b>\(top)</b>: \(count)</summary>\n"
      rows(below, cells, ends: ends, level: level + 1)
      html += "</details>\n"
      index = below.endIndex
    }
    end()
  }

  private func ends(_ folds: [RowGrouping.Group]) -> [Int] {
    var ends = [Int](repeating: folds.count, count: folds.count)
    var open: [Int] = []
    func depth(_ index: Int) -> Int { htmlReport.rows[folds[index].covers.lowerBound].depth }
    for index in folds.indices {
      while let last = open.last, depth(last) >= depth(index) {
        ends[last] = index
        open.removeLast()
      }
      open.append(index)
    }
    return ends
  }

  mutating func signs() {
    var occurs = Set<HTMLReport.Mark>()
    var rarest = 0
    var hasUsual = false
    for row in htmlReport.rows {
      for cell in row.cells {
        occurs.insert(htmlReport.cells[cell].mark)
        rarest = max(rarest, htmlReport.cells[cell].tint ?? 0)
        hasUsual = hasUsual || htmlReport.cells[cell].tint == 0
      }
    }
    html += "<ul class=signs aria-label=signs>\n"
    for mark in HTMLReport.Mark.allCases where occurs.contains(mark) {
      let (word, meaning) = mark.words
      html += "<li class=m\(mark.rawValue)><p>\(word)</p> \(meaning)</li>\n"
    }
    if rarest > 0 {
      let usual: StaticString = hasUsual ? "; the value of the first scope has none" : ""
      html += "<li>\(htmlReport.meaningOfColour)\(usual)</li>\n"
    }
    if HTMLStyle.isRare(rarest) {
      html += "<li>vertical stripes on grey are one of the rarer values</li>\n"
    }
    html += "</ul>\n"
  }

  /// Cells of equal bytes look equal. Strings would not do, because strings that differ in bytes may be equal.
  private func looks(of cells: [HTMLText]) -> [Int] {
    var known = Catalog<[UInt8], Void>()
    return cells.map { known.number(of: $0.bytes) }
  }

  private mutating func rendered(_ cell: HTMLReport.Cell) -> HTMLText {
    let (tint, mark) = (HTMLStyle.tintClass(cell.tint ?? 0), cell.mark)
    var html: HTMLText =
      tint > 0 ? "<td class=\"t\(tint) m\(mark.rawValue)\">" : "<td class=m\(mark.rawValue)>"
    html += values(cell)
    html += "<p>\(mark.words.short)"
    if let origin = cell.origin { html += " <bdi>\(limited(origin))</bdi>" }
    if let reason = cell.reason { html += " <i>\(limited(reason))</i>" }
    return html
  }

  private mutating func values(_ cell: HTMLReport.Cell) -> HTMLText {
    let value = cell.value
    if let value, let whole = cell.whole {
      return "<bdi>\(value)\(linkToWhole(HTMLText.printable(whole.utf8)))</bdi>"
    }
    guard let former = cell.former else {
      return value.map { "<bdi>\(limited($0))</bdi>" } ?? ""
    }
    let start: HTMLText = "<del>\(limited(former))</del>"
    return value.map { "\(start) → <ins>\(limited($0))</ins>" } ?? start
  }

  /// The path and names of a row's scopes, with `/**` if all descendants are included, and their number.
  private mutating func head(_ fold: RowGrouping.Group) {
    let first = htmlReport.rows[fold.covers.lowerBound]
    html += "<th scope=row class=d\(min(max(first.depth, 0), Self.deepest))>"
    if !first.base.isEmpty { html += "<i>\(first.base)</i>" }
    for (index, member) in fold.members.prefix(Self.named).enumerated() {
      html += "\(index > 0 ? ", " : "")<b>\(name(member))</b>"
    }
    if fold.covers.count > 1 { html += rest(fold) }
  }

  private func name(_ member: (row: Int, size: Int)) -> [UInt8] {
    let name = htmlReport.rows[member.row].name
    if member.size == 1 { return Array(name) }
    return (name.elementsEqual([UInt8(ascii: "/")]) ? [] : name) + Array("/**".utf8)
  }

  private func rest(_ fold: RowGrouping.Group) -> HTMLText {
    let (others, count) = (fold.members.dropFirst(Self.named), fold.covers.count)
    if fold.members.count == 1 { return " <span>\(Printable.amount(count))</span>" }
    let all = count > fold.members.count ? "; \(Self.scopes(count))" : ""
    if others.isEmpty { return " <span>alike\(all)</span>" }
    let more = Printable.amount(others.count)
    var html: HTMLText = " <details><summary>and \(more) more, alike\(all)</summary>"
    for (index, member) in others.enumerated() {
      html += "\(index > 0 ? ", " : "")<bdi>\(name(member))</bdi>"
    }
    html += "</details>"
    return html
  }
}
