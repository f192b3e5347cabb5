extension PicturePage {
  /// How many of the scopes that share a row are named at once.
  private static let named = 2
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
    html.markup("</p>\n<div class=box role=region aria-labelledby=title tabindex=0>\n<table>\n")
    html.markup("<thead>\n<tr><th scope=col>scope</th>")
    for column in picture.columns {
      html.markup("<th scope=col><code>")
      limited(column.key)
      html.markup("</code></th>")
    }
    html.markup("</tr>\n</thead>\n<tbody>\n")
    // A page of all scopes is mostly cells: the end tags that HTML can do without are a tenth of it.
    for fold in folding.folds {
      html.markup("<tr>")
      head(fold)
      for cell in picture.rows[fold.covers.lowerBound].cells { html.append(cells[cell]) }
      html.markup("\n")
    }
    html.markup("</tbody>\n</table>\n</div>\n")
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
      html.markup("<li>one colour in a column is one value; the commonest has none</li>\n")
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

  mutating func scopes(_ count: Int) {
    html.count(count)
    html.markup(count == 1 ? " scope" : " scopes")
  }
}
