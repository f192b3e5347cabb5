import Cascade
import Output
import SafeText

/// A report as a single HTML page without scripts or network access.
///
/// The rows are a real table, so that screen readers name scope and key.
struct HTMLPage {
  /// Longer texts are cut, and shown in full at the end.
  private static let (longest, cut) = (160, 100)
  /// Longer texts are never shown in full.
  private static let longestWhole = 1 << 16
  /// A page with more columns cannot be read.
  static let maxColumns = 40
  private static let maxValues = 9
  private static let maxNames = 2

  private let report: HTMLReport
  private var html = HTMLText()
  private var wholes = Catalog<[UInt8], Void>()

  /// Equal reports have equal bytes.
  var bytes: [UInt8] { html.bytes }

  init(_ report: HTMLReport) {
    self.report = report
    head()
    html += "<body>\n<header>\n<h1 id=title>\(report.title)</h1>\n"
    for fact in report.facts { html += "<p>\(fact)</p>\n" }
    html += "</header>\n<main>\n"
    if !report.columns.isEmpty {
      table()
      section("Values by number of scopes", report.columns.flatMap(values))
    }
    for (heading, lines) in report.sections { section(heading, lines) }
    if !wholes.ids.isEmpty {
      html += "<section>\n<h2>Long texts in full</h2>\n<ol class=lines>\n"
      for (index, whole) in wholes.ids.enumerated() {
        html += "<li id=w\(index + 1)><bdi>\(HTMLText(printable: whole))</bdi></li>\n"
      }
      html += "</ol>\n</section>\n"
    }
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
      <title>\(report.title)</title>
      <style>\(HTMLStyle.sheet)</style>
      </head>

      """
  }

  private mutating func table() {
    html += """
      <p>\(Printable.count(report.scopes.count, "scope")); neighbours with the same values and \
      origins share a row. Each colour in a column is one value or change; grey is one of the rarer \
      ones.</p>

      """
    // The focus lets keyboard users scroll the box.
    html += "<div class=box role=region aria-labelledby=title tabindex=0>\n<table>\n<thead>\n"
    html += "<tr><th scope=col>scope</th>"
    for column in report.columns {
      html += "<th scope=col><code>\(limited(column.key))</code></th>"
    }
    html += "</tr>\n</thead>\n<tbody>\n"
    var (start, last) = (0, HTMLText())
    for number in 0..<report.scopes.count {
      var cells = HTMLText()
      for column in report.columns { cells += cell(column.cells[number]) }
      if number > start, cells.bytes != last.bytes {
        row(start..<number, last)
        start = number
      }
      last = cells
    }
    row(start..<report.scopes.count, last)
    html += "</tbody>\n</table>\n</div>\n"
  }

  /// A row for scopes with equal cells; `/**` stands for a scope with all its descendants.
  private mutating func row(_ numbers: Range<Int>, _ cells: HTMLText) {
    if numbers.isEmpty { return }
    var names: [[UInt8]] = []
    var next = numbers.lowerBound
    while next < numbers.upperBound {
      let scope = report.scopes.scopes[next]
      let end = report.scopes.end(of: next)
      let isTree = end > next + 1 && end <= numbers.upperBound
      names.append(isTree ? scope.tree : scope.path)
      next = isTree ? end : next + 1
    }
    // A large page is mostly cells, and optional end tags would be a tenth of it.
    html += "<tr><th scope=row>"
    for name in names.prefix(Self.maxNames) { html += "<b>\(name)</b> " }
    let more = names.dropFirst(Self.maxNames)
    if !more.isEmpty {
      html += "<details><summary>and \(more.count) more</summary>"
      for name in more { html += "<bdi>\(name)</bdi> " }
      html += "</details>"
    }
    if numbers.count > names.count {
      html += "<span>\(Printable.count(numbers.count, "scope"))</span>"
    }
    html += cells
    html += "\n"
  }

  private mutating func cell(_ cell: HTMLReport.Cell) -> HTMLText {
    // All rarer values share the last class.
    var html: HTMLText = cell.tint > 0 ? "<td class=t\(min(cell.tint, 7))>" : "<td>"
    if let former = cell.former { html += "<del>\(limited(former))</del>" }
    if cell.former != nil, cell.value != nil { html += " → " }
    if let value = cell.value { html += "<ins>\(limited(value))</ins>" }
    html += "<p>\(cell.mark.rawValue)"
    if let origin = cell.origin { html += " <bdi>\(limited(origin))</bdi>" }
    if let reason = cell.reason { html += " <i>\(limited(reason))</i>" }
    return html
  }

  private func values(of column: HTMLReport.Column) -> [String] {
    let values = column.cells.map { cell in
      let sides = [cell.former, cell.value].compactMap { $0 }
      return sides.isEmpty ? "(\(cell.mark.rawValue))" : sides.joined(separator: " → ")
    }.grouped { Array($0.utf8) }.sorted { $0.members.count > $1.members.count }
    return Printable.few(
      values.map {
        "\(column.key): \($0.members[0]): \(Printable.count($0.members.count, "scope"))"
      }, most: Self.maxValues, doing: " values of \(column.key)")
  }

  private mutating func section(_ heading: String, _ lines: [String]) {
    if lines.isEmpty { return }
    html += "<section>\n<h2>\(heading)</h2>\n<ul class=lines>\n"
    for line in lines { html += "<li>\(limited(line))</li>\n" }
    html += "</ul>\n</section>\n"
  }

  private mutating func limited(_ text: String) -> HTMLText {
    let printable = Array(Printable.string(text.utf8).utf8)
    if printable.count <= Self.longest { return HTMLText(printable: printable) }
    let start = HTMLText(printable: Printable.start(of: printable[...], Self.cut))
    if printable.count > Self.longestWhole {
      return "\(start)… (\(Printable.amount(printable.count)) bytes)"
    }
    let number = wholes.number(of: printable) + 1
    return "\(start)… <a href=#w\(number)>whole&nbsp;[\(number)]</a>"
  }
}
