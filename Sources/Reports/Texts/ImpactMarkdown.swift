import Answers
import Cascade
import JSONSource
import Legible

/// `impact` as a comment on a pull request: what a reviewer has to know first, and no more than fits.
package struct ImpactMarkdown {
  package private(set) var text = ""
  private let report: ImpactReport
  private let words: ImpactWords
  private let scopes: ScopeSetText
  /// How many rows a table has before the rest is only counted: a comment has its bounds, and a reader has.
  private static var mostRows: Int { 40 }

  package init(_ report: ImpactReport, _ places: PlaceText) {
    self.report = report
    words = ImpactWords(report, places)
    scopes = ScopeSetText(report.scopeIndex) { MarkdownText.code($0) }
    text += "**\(MarkdownText.text("\(report.summary).".utf8))**\n"
    appendChanges()
    for (heading, items) in words.sections {
      text += "\n\(heading):\n\n"
      for line in Printable.few(items.lazy.map(line), most: Self.mostRows) {
        text += "- \(line)\n"
      }
    }
  }

  private mutating func appendChanges() {
    if report.groups.isEmpty { return }
    text += "\n| edit | key | before | after | scopes |\n|---|---|---|---|---|\n"
    var rows = 0
    for group in report.groups {
      for (index, row) in words.rows(group).enumerated() {
        rows += 1
        if rows <= Self.mostRows { append(row, of: group, isFirst: index == 0) }
      }
    }
    if rows > Self.mostRows { text += "\nand \(rows - Self.mostRows) more changes\n" }
  }

  private mutating func append(
    _ row: ImpactWords.Row, of group: ImpactReport.Group, isFirst: Bool
  ) {
    var place = ""
    var notes: [String] = []
    if isFirst, let edit = group.edits.first {
      place = MarkdownText.code(words.place(edit).utf8)
      if !edit.isOf(row.key) && !edit.isIn(group.object) {
        place += " \(MarkdownText.code(words.subject(edit).utf8)) \(words.fate(edit))"
      }
      let more = group.edits.count - 1
      if more > 0 { place += " and \(more) more" }
      for note in group.edits.flatMap(words.notes) where !notes.contains(note) {
        notes.append(note)
      }
    }
    let hit = [scopes.words(row.scopes)] + notes.map { MarkdownText.text($0.utf8) }
    let cells = [
      place, MarkdownText.code(report.names.spelling(row.key)), value(row.sides.from),
      value(row.sides.to),
      hit.joined(separator: "; "),
    ]
    text += "| \(cells.joined(separator: " | ")) |\n"
  }

  private func value(_ text: String?) -> String {
    text.map { MarkdownText.code($0.utf8) } ?? "–"
  }

  private func line(_ item: ImpactWords.Item) -> String {
    switch item {
    case .edit(let edit):
      let why = words.why(edit)
      return "\(MarkdownText.code(words.place(edit).utf8)) \(subject(edit))"
        + (why.isEmpty ? "" : ": \(MarkdownText.text(why.utf8))")
    case .scope(let scope): return MarkdownText.code(scope.path)
    case .problem(let place, let words):
      return (place.map { "\(MarkdownText.code($0.utf8)): " } ?? "")
        + MarkdownText.text(words.utf8)
    }
  }

  private func subject(_ edit: StatementChange) -> String {
    if edit.directive == nil { return MarkdownText.code(words.edit(edit).utf8) }
    return "\(MarkdownText.code(words.subject(edit).utf8)) \(words.fate(edit))"
  }
}
