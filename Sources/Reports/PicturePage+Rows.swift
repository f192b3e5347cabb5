extension PicturePage {
  /// How many of the scopes that share a row are named at once.
  private static let named = 2
  /// So many rows need no parts, more than so many are shown when asked for, and a part has so many at least.
  private static let (fewRows, manyRows, partLength) = (100, 300, 12)
  /// How many parts stand in each other.
  private static let mostNested = 3
  /// Deeper rows are not indented further: a narrow screen has no room for it.
  private static let deepest = 9

  mutating func table() {
    let cells = picture.cells.map { rendered($0) }
    let folding = PictureFolding(picture.rows, looks: looks(of: cells))
    html.markup("<p class=count>")
    scopes(picture.rows.count)
    if folding.folds.count < picture.rows.count {
      html.markup(" in ")
      html.count(folding.folds.count)
      html.markup(folding.folds.count == 1 ? " row" : " rows")
      html.markup(": scopes that are alike, origins included, share one")
    }
    // Whoever has no pointer scrolls the box with the keys, once it has the focus.
    let folds = folding.folds
    let hasParts = folds.count > Self.fewRows
    html.markup("</p>\n<div class=\"box")
    html.markup(hasParts ? " parts" : "")
    html.markup("\" role=region aria-labelledby=title tabindex=0>\n")
    if hasParts {
      // Each part has a head of its own, for whoever prints it or has it read out.
      html.markup("<table class=head aria-hidden=true>\n")
      columnHeads("<thead>\n")
      html.markup("</table>\n")
    }
    rows(folds[...], cells, ends: hasParts ? ends(folds) : nil, level: 0)
    html.markup("</div>\n")
  }

  private mutating func columnHeads(_ start: StaticString) {
    html.markup(start)
    html.markup("<tr><th scope=col>scope</th>")
    for column in picture.columns {
      html.markup("<th scope=col><code>")
      limited(column.key)
      html.markup("</code></th>")
    }
    html.markup("</tr>\n</thead>\n")
  }

  /// Rows, and as parts that fold what stands below one of them, where that is much and `ends` tells where
  /// it ends.
  private mutating func rows(
    _ folds: ArraySlice<PictureFolding.Fold>, _ cells: [HTMLText], ends: [Int]?, level: Int
  ) {
    var isInTable = false
    func end() { if isInTable { html.markup("</tbody>\n</table>\n") } }
    var index = folds.startIndex
    while index < folds.endIndex {
      if !isInTable {
        html.markup("<table>\n")
        columnHeads(ends == nil ? "<thead>\n" : "<thead class=again>\n")
        html.markup("<tbody>\n")
        isInTable = true
      }
      let fold = folds[index]
      // A page of all scopes is mostly cells: the end tags that HTML can do without are a tenth of it.
      html.markup("<tr>")
      head(fold)
      for cell in picture.rows[fold.covers.lowerBound].cells { html.append(cells[cell]) }
      html.markup("\n")
      index += 1
      // All there is stands below the first row.
      guard let ends, index > 1, level < Self.mostNested, ends[index - 1] - index >= Self.partLength
      else { continue }
      end()
      isInTable = false
      let below = folds[index..<ends[index - 1]]
      beginPart(below, under: fold, isOpen: ends.count <= Self.manyRows)
      rows(below, cells, ends: ends, level: level + 1)
      html.markup("</details>\n")
      index = below.endIndex
    }
    end()
  }

  private mutating func beginPart(
    _ below: ArraySlice<PictureFolding.Fold>, under fold: PictureFolding.Fold, isOpen: Bool
  ) {
    html.markup(
      isOpen
        ? "<details class=part open>\n<summary>below <b>"
        : "<details class=part>\n<summary>below <b>")
    html.text(picture.rows[fold.covers.lowerBound].path)
    html.markup("</b>: ")
    scopes(below.reduce(0) { $0 + $1.covers.count })
    html.markup("</summary>\n")
  }

  /// For each fold, where what stands below it ends.
  private func ends(_ folds: [PictureFolding.Fold]) -> [Int] {
    var ends = [Int](repeating: folds.count, count: folds.count)
    var open: [Int] = []
    func depth(_ index: Int) -> Int { picture.rows[folds[index].covers.lowerBound].depth }
    for index in folds.indices {
      while let last = open.last, depth(last) >= depth(index) {
        ends[last] = index
        open.removeLast()
      }
      open.append(index)
    }
    return ends
  }

  /// The signs that occur, in words.
  mutating func signs() {
    var occurs = Set<Picture.Mark>()
    var rarest = 0
    for row in picture.rows {
      for cell in row.cells {
        occurs.insert(picture.cells[cell].mark)
        rarest = max(rarest, picture.cells[cell].tint ?? 0)
      }
    }
    html.markup("<ul class=signs aria-label=signs>\n")
    for mark in Picture.Mark.allCases where occurs.contains(mark) {
      html.markup("<li class=m")
      html.number(mark.rawValue)
      html.markup("><p>")
      html.markup(mark.word)
      html.markup("</p> ")
      html.markup(mark.meaning)
      html.markup("</li>\n")
    }
    if rarest > 0 {
      html.markup("<li>")
      html.markup(picture.meaningOfColour)
      html.markup("</li>\n")
    }
    if PictureStyle.isRare(rarest) {
      html.markup("<li>upright stripes on grey are any of the rarer values</li>\n")
    }
    html.markup("</ul>\n")
  }

  /// Cells that come to the same bytes are one to whoever reads them. Bytes, since texts that differ may
  /// be equal as strings.
  private func looks(of cells: [HTMLText]) -> [Int] {
    var known: [[UInt8]: Int] = [:]
    return cells.map { cell in
      if let look = known[cell.bytes] { return look }
      known[cell.bytes] = known.count
      return known.count - 1
    }
  }

  private mutating func rendered(_ cell: Picture.Cell) -> HTMLText {
    let page = html
    html = HTMLText()
    append(cell)
    defer { html = page }
    return html
  }

  private mutating func append(_ cell: Picture.Cell) {
    html.markup("<td class=")
    let tint = PictureStyle.tintClass(cell.tint ?? 0)
    html.markup(tint > 0 ? "\"t" : "m")
    if tint > 0 {
      html.number(tint)
      html.markup(" m")
    }
    html.number(cell.mark.rawValue)
    html.markup(tint > 0 ? "\">" : ">")
    appendValues(cell)
    html.markup("<p>")
    html.markup(cell.mark.word)
    part(" <bdi>", cell.origin, "</bdi>")
    part(" <i>", cell.reason, "</i>")
  }

  private mutating func appendValues(_ cell: Picture.Cell) {
    if let value = cell.value, let whole = cell.whole {
      html.markup("<bdi>")
      html.text(value)
      linkToWhole(HTMLText.printable(whole.utf8))
      html.markup("</bdi>")
      return
    }
    guard cell.former != nil else { return part("<bdi>", cell.value, "</bdi>") }
    part("<del>", cell.former, "</del>")
    part(" → <ins>", cell.value, "</ins>")
  }

  private mutating func part(_ start: StaticString, _ text: String?, _ end: StaticString) {
    guard let text else { return }
    html.markup(start)
    limited(text)
    html.markup(end)
  }

  /// The scopes of a row: the path to them, the names, and how many more there are.
  private mutating func head(_ fold: PictureFolding.Fold) {
    let first = picture.rows[fold.covers.lowerBound]
    html.markup("<th scope=row class=d")
    html.number(min(max(first.depth, 0), Self.deepest))
    html.markup(">")
    if !first.base.isEmpty {
      html.markup("<i>")
      html.text(first.base)
      html.markup("</i>")
    }
    for (index, member) in fold.members.prefix(Self.named).enumerated() {
      html.markup(index > 0 ? ", <b>" : "<b>")
      html.text(picture.rows[member].name)
      html.markup("</b>")
    }
    rest(fold)
  }

  private mutating func rest(_ fold: PictureFolding.Fold) {
    let others = fold.members.dropFirst(Self.named)
    if fold.covers.count == 1 { return }
    if fold.members.count == 1 {
      html.markup(" <span>and ")
      html.count(fold.covers.count - 1)
      html.markup(" below</span>")
      return
    }
    html.markup(others.isEmpty ? " <span>alike" : " <details><summary>and ")
    if !others.isEmpty {
      html.count(others.count)
      html.markup(" more, alike")
    }
    if fold.covers.count > fold.members.count {
      html.markup("; ")
      scopes(fold.covers.count)
      html.markup(" with those below")
    }
    if others.isEmpty {
      html.markup("</span>")
      return
    }
    html.markup("</summary>")
    for (index, member) in others.enumerated() {
      html.markup(index > 0 ? ", <bdi>" : "<bdi>")
      html.text(picture.rows[member].name)
      html.markup("</bdi>")
    }
    html.markup("</details>")
  }

  package mutating func scopes(_ count: Int) {
    html.count(count)
    html.markup(count == 1 ? " scope" : " scopes")
  }
}
