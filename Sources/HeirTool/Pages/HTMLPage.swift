import Answers
import SafeText

/// A report as a single HTML page without scripts or network access.
///
/// The rows are a real table, so that screen readers name scope and key, and each printed sheet has a head.
package struct HTMLPage {
  /// Longer texts are cut, and shown in full at the end.
  static let longest = 160
  /// Longer texts are never shown in full.
  static let longestFullText = 1 << 16
  static let cut = 100
  /// A page with more columns cannot be read.
  static let maxColumns = 40
  private static let legendLength = 9

  package let htmlReport: HTMLReport
  var html = HTMLText()
  private var wholes = Catalog<[UInt8], Void>()

  /// Equal pictures have equal bytes.
  package var bytes: [UInt8] { html.bytes }

  package init(_ htmlReport: HTMLReport) {
    self.htmlReport = htmlReport
    head()
    html += "<body>\n<header>\n<h1 id=title>\(htmlReport.title)</h1>\n"
    for fact in htmlReport.facts { html += "<p>\(fact)</p>\n" }
    html += "</header>\n<main>\n"
    signs()
    constants()
    if !htmlReport.columns.isEmpty || htmlReport.constants.isEmpty { table() }
    distribution()
    for (heading, lines) in htmlReport.sections where !lines.isEmpty {
      html += "<section>\n<h2>\(heading)</h2>\n<ul class=lines>\n"
      for text in lines { html += "<li>\(text)</li>\n" }
      html += "</ul>\n</section>\n"
    }
    appendWholes()
    html += "</main>\n</body>\n</html>\n"
  }

  private mutating func head() {
    // The policy allows only this style sheet, even if a bug lets other content into the page.
    html += """
      <!doctype html>
      <html lang=en>
      <head>
      <meta charset=utf-8>
      <meta http-equiv=Content-Security-Policy content="default-src 'none'; \
      style-src '\(HTMLStyle.hash)'; base-uri 'none'; form-action 'none'">
      <meta name=referrer content=no-referrer>
      <meta name=viewport content="width=device-width, initial-scale=1">
      <meta name=color-scheme content="light dark">
      <title>\(htmlReport.title)</title>
      <style>\(HTMLStyle.sheet)</style>
      </head>

      """
  }

  private mutating func constants() {
    let count = htmlReport.constants.count
    if count == 0 { return }
    html += """
      <details class=same>
      <summary>\(Printable.amount(count)) \(count == 1 ? "key has" : "keys have") the same value in all scopes</summary>
      <ul class=lines>

      """
    for constant in htmlReport.constants {
      html += "<li>\(limited(constant.key)) = <bdi>\(limited(constant.value))</bdi>"
      if let origin = constant.origin { html += " <bdi>\(limited(origin))</bdi>" }
      html += "</li>\n"
    }
    html += "</ul>\n</details>\n"
  }

  private mutating func distribution() {
    let columns = htmlReport.columns.filter { !$0.legend.isEmpty }
    if columns.isEmpty { return }
    html += """
      <details class=spread>
      <summary>how the values of each key are spread</summary>
      <div class=keys>

      """
    for column in columns { append(column) }
    html += "</div>\n</details>\n"
  }

  private mutating func append(_ column: HTMLReport.Column) {
    html += "<section>\n<h2><code>\(limited(column.key))</code></h2>\n"
    bar(column)
    html += "<ul>\n"
    for (value, tint, count) in column.legend.prefix(Self.legendLength) {
      let tint = HTMLStyle.tintClass(tint)
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

  /// A bar of the values' shares; the list beside it has the numbers.
  private mutating func bar(_ column: HTMLReport.Column) {
    let total = column.legend.reduce(0) { $0 + $1.count }
    guard total > 0 else { return }
    var shares = column.legend.prefix(Self.legendLength).map { ($0.tint, $0.count) }
    let others = total - shares.reduce(0) { $0 + $1.1 }
    // All values beyond the legend are a single piece, in the tint of rare values.
    if others > 0 { shares.append((.max, others)) }
    // Rare values stay visible.
    let widths = shares.map { max($0.1 * 1000 / total, 8) }
    let whole = widths.reduce(0, +)
    html += "<svg viewBox=\"0 0 \(whole) 10\" preserveAspectRatio=none aria-hidden=true>"
    var left = 0
    for (share, width) in zip(shares, widths) {
      let tint = HTMLStyle.tintClass(share.0)
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

  mutating func limited(_ text: String) -> HTMLText {
    let printable = HTMLText.printable(text.utf8)
    guard printable.count > Self.longest else { return HTMLText(printable: printable) }
    let start = Printable.start(of: printable[...], Self.cut)
    return "\(HTMLText(printable: start))…\(linkToWhole(printable))"
  }

  mutating func linkToWhole(_ printable: [UInt8]) -> HTMLText {
    let number = wholes.number(of: printable) + 1
    return " <a href=#w\(number)>whole&nbsp;[\(number)]</a>"
  }

  static func scopes(_ count: Int) -> String {
    "\(Printable.amount(count)) \(Printable.plural(count, "scope"))"
  }
}
