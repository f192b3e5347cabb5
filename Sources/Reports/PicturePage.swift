import Answers

/// A picture as one HTML page that needs nothing else: no script, no network.
///
/// The rows stand in a real table: browsers and screen readers then tell scope and key for each cell, it
/// prints with its head on every sheet, and its text can be copied into a spreadsheet.
package struct PicturePage {
  /// Longer texts are cut where they stand and given whole once, at the end.
  static let longest = 160
  /// What is longer is nowhere given whole.
  static let mostOfOne = 1 << 16
  /// How much is left of those.
  static let cut = 100
  /// How many values a column's legend names.
  private static let legendLength = 9

  package let picture: Picture
  var html = HTMLText()
  private var wholes: [[UInt8]] = []
  private var wholeNumbers: [[UInt8]: Int] = [:]

  /// The page; equal pictures make equal bytes.
  package var bytes: [UInt8] { html.bytes }

  package init(_ picture: Picture) {
    self.picture = picture
    head()
    html.markup("<body>\n<header>\n<h1 id=title>")
    html.text(picture.title)
    html.markup("</h1>\n")
    for fact in picture.facts { line("<p>", fact, "</p>\n") }
    html.markup("</header>\n<main>\n")
    signs()
    table()
    distribution()
    for section in picture.sections where !section.lines.isEmpty { append(section) }
    appendWholes()
    html.markup("</main>\n</body>\n</html>\n")
  }

  private mutating func head() {
    html.markup("<!doctype html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n")
    // Only the one style sheet may act, whatever a mistake would let into the page.
    html.markup("<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; ")
    html.markup("style-src '")
    html.markup(PictureStyle.hash)
    html.markup("'; base-uri 'none'; form-action 'none'\">\n")
    html.markup("<meta name=referrer content=no-referrer>\n")
    html.markup("<meta name=viewport content=\"width=device-width, initial-scale=1\">\n")
    html.markup("<meta name=color-scheme content=\"light dark\">\n")
    line("<title>", picture.title, "</title>\n<style>")
    html.markup(PictureStyle.sheet)
    html.markup("</style>\n</head>\n")
  }

  private mutating func distribution() {
    guard picture.columns.contains(where: { !$0.legend.isEmpty }) else { return }
    html.markup(
      "<details class=spread>\n<summary>how the values of each key are spread</summary>\n")
    html.markup("<div class=keys>\n")
    for column in picture.columns where !column.legend.isEmpty { append(column) }
    html.markup("</div>\n</details>\n")
  }

  private mutating func append(_ column: Picture.Column) {
    html.markup("<section>\n<h2><code>")
    limited(column.key)
    html.markup("</code></h2>\n")
    bar(column)
    html.markup("<ul>\n")
    for (value, tint, count) in column.legend.prefix(Self.legendLength) {
      html.markup("<li><bdi class=t")
      html.number(PictureStyle.tintClass(tint))
      html.markup(">")
      limited(value)
      html.markup("</bdi> ")
      html.count(count)
      html.markup("</li>\n")
    }
    let others = column.legend.dropFirst(Self.legendLength)
    if !others.isEmpty {
      html.markup("<li>and ")
      html.count(others.count)
      html.markup(" more values in ")
      scopes(others.reduce(0) { $0 + $1.count })
      html.markup("</li>\n")
    }
    html.markup("</ul>\n</section>\n")
  }

  /// The shares of the values, which the list beside it tells in words.
  private mutating func bar(_ column: Picture.Column) {
    let total = column.legend.reduce(0) { $0 + $1.count }
    guard total > 0 else { return }
    var shares = column.legend.prefix(Self.legendLength).map { ($0.tint, $0.count) }
    let others = total - shares.reduce(0) { $0 + $1.1 }
    // The legend's tail is one piece, in the tint of rare values.
    if others > 0 { shares.append((.max, others)) }
    // What is there shows, be it ever so rare.
    let widths = shares.map { max($0.1 * 1000 / total, 8) }
    html.markup("<svg viewBox=\"0 0 ")
    html.number(widths.reduce(0, +))
    html.markup(" 10\" preserveAspectRatio=none aria-hidden=true>")
    var left = 0
    for (share, width) in zip(shares, widths) {
      html.markup("<rect class=t")
      html.number(PictureStyle.tintClass(share.0))
      html.markup(" x=")
      html.number(left)
      html.markup(" width=")
      html.number(width)
      html.markup(" height=10></rect>")
      left += width
    }
    html.markup("</svg>\n")
  }

  private mutating func append(_ section: (heading: String, lines: [String])) {
    line("<section>\n<h2>", section.heading, "</h2>\n<ul class=lines>\n")
    for text in section.lines { line("<li>", text, "</li>\n") }
    html.markup("</ul>\n</section>\n")
  }

  private mutating func appendWholes() {
    if wholes.isEmpty { return }
    html.markup("<section>\n<h2>Long texts, whole</h2>\n<ol class=lines>\n")
    for (index, whole) in wholes.enumerated() {
      html.markup("<li id=w")
      html.number(index + 1)
      html.markup("><bdi>")
      html.escaped(whole)
      html.markup("</bdi></li>\n")
    }
    html.markup("</ol>\n</section>\n")
  }

  private mutating func line(_ start: StaticString, _ text: String, _ end: StaticString) {
    html.markup(start)
    html.text(text)
    html.markup(end)
  }

  /// A text that may be long and stand in many rows: cut, with a link to the whole.
  mutating func limited(_ text: String) {
    let printable = HTMLText.printable(text.utf8)
    guard printable.count > Self.longest else {
      html.escaped(printable)
      return
    }
    var end = Self.cut
    while UTF8.isContinuation(printable[end]) { end -= 1 }
    html.escaped(printable[..<end])
    html.markup("…")
    linkToWhole(printable)
  }

  /// A link to a text that stands whole at the end, once.
  mutating func linkToWhole(_ printable: [UInt8]) {
    let number = wholeNumbers[printable] ?? wholes.count + 1
    if number > wholes.count {
      wholes.append(printable)
      wholeNumbers[printable] = number
    }
    html.markup(" <a href=#w")
    html.number(number)
    html.markup(">whole&nbsp;[")
    html.number(number)
    html.markup("]</a>")
  }
}
