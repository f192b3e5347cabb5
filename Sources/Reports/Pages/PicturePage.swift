import Answers
import Legible

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
  /// More columns nobody can read.
  static let mostColumns = 40
  /// How many values a column's legend names.
  private static let legendLength = 9

  package let picture: Picture
  var html = HTMLText()
  private var wholes = Catalog<[UInt8], Void>()

  /// The page; equal pictures make equal bytes.
  package var bytes: [UInt8] { html.bytes }

  package init(_ picture: Picture) {
    self.picture = picture
    head()
    html += "<body>\n<header>\n<h1 id=title>\(picture.title)</h1>\n"
    for fact in picture.facts { html += "<p>\(fact)</p>\n" }
    html += "</header>\n<main>\n"
    signs()
    constants()
    if !picture.columns.isEmpty || picture.constants.isEmpty { table() }
    distribution()
    for (heading, lines) in picture.sections where !lines.isEmpty {
      html += "<section>\n<h2>\(heading)</h2>\n<ul class=lines>\n"
      for text in lines { html += "<li>\(text)</li>\n" }
      html += "</ul>\n</section>\n"
    }
    appendWholes()
    html += "</main>\n</body>\n</html>\n"
  }

  private mutating func head() {
    // Only the one style sheet may act, whatever a mistake would let into the page.
    html += """
      <!doctype html>
      <html lang=en>
      <head>
      <meta charset=utf-8>
      <meta http-equiv=Content-Security-Policy content="default-src 'none'; \
      style-src '\(PictureStyle.hash)'; base-uri 'none'; form-action 'none'">
      <meta name=referrer content=no-referrer>
      <meta name=viewport content="width=device-width, initial-scale=1">
      <meta name=color-scheme content="light dark">
      <title>\(picture.title)</title>
      <style>\(PictureStyle.sheet)</style>
      </head>

      """
  }

  private mutating func constants() {
    let count = picture.constants.count
    if count == 0 { return }
    html += """
      <details class=same>
      <summary>\(Printable.amount(count)) \(count == 1 ? "key has" : "keys have") the same value in all scopes</summary>
      <ul class=lines>

      """
    for constant in picture.constants {
      html += "<li>\(limited(constant.key)) = <bdi>\(limited(constant.value))</bdi>"
      if let origin = constant.origin { html += " <bdi>\(limited(origin))</bdi>" }
      html += "</li>\n"
    }
    html += "</ul>\n</details>\n"
  }

  private mutating func distribution() {
    let columns = picture.columns.filter { !$0.legend.isEmpty }
    if columns.isEmpty { return }
    html += """
      <details class=spread>
      <summary>how the values of each key are spread</summary>
      <div class=keys>

      """
    for column in columns { append(column) }
    html += "</div>\n</details>\n"
  }

  private mutating func append(_ column: Picture.Column) {
    html += "<section>\n<h2><code>\(limited(column.key))</code></h2>\n"
    bar(column)
    html += "<ul>\n"
    for (value, tint, count) in column.legend.prefix(Self.legendLength) {
      let tint = PictureStyle.tintClass(tint)
      html += "<li><bdi class=t\(tint)>\(limited(value))</bdi> \(Printable.amount(count))</li>\n"
    }
    let others = column.legend.dropFirst(Self.legendLength)
    if !others.isEmpty {
      let count = others.reduce(0) { $0 + $1.count }
      html +=
        "<li>and \(Printable.amount(others.count)) more values in \(Self.scopes(count))</li>\n"
    }
    html += "</ul>\n</section>\n"
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
    let whole = widths.reduce(0, +)
    html += "<svg viewBox=\"0 0 \(whole) 10\" preserveAspectRatio=none aria-hidden=true>"
    var left = 0
    for (share, width) in zip(shares, widths) {
      let tint = PictureStyle.tintClass(share.0)
      html += "<rect class=t\(tint) x=\(left) width=\(width) height=10></rect>"
      left += width
    }
    html += "</svg>\n"
  }

  private mutating func appendWholes() {
    if wholes.ids.isEmpty { return }
    html += "<section>\n<h2>Long texts in full</h2>\n<ol class=lines>\n"
    for (index, whole) in wholes.ids.enumerated() {
      html += "<li id=w\(index + 1)><bdi>\(HTMLText(printable: whole))</bdi></li>\n"
    }
    html += "</ol>\n</section>\n"
  }

  /// A text that may be long and stand in many rows: cut, with a link to the whole.
  mutating func limited(_ text: String) -> HTMLText {
    let printable = HTMLText.printable(text.utf8)
    guard printable.count > Self.longest else { return HTMLText(printable: printable) }
    let start = Printable.start(of: printable[...], Self.cut)
    return "\(HTMLText(printable: start))…\(linkToWhole(printable))"
  }

  /// A link to a text that stands whole at the end, once.
  mutating func linkToWhole(_ printable: [UInt8]) -> HTMLText {
    let number = wholes.number(of: printable) + 1
    return " <a href=#w\(number)>whole&nbsp;[\(number)]</a>"
  }

  /// `1 scope`, `1,400 scopes`.
  static func scopes(_ count: Int) -> String {
    "\(Printable.amount(count)) \(Printable.plural(count, "scope"))"
  }
}
