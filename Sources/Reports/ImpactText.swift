import Answers
import Cascade
import JSONSource
import Legible

/// `impact` as people read it.
package struct ImpactText {
  package private(set) var text = ""
  private let report: ImpactReport
  private let words: ImpactWords
  private let style: Style
  /// How many different changes of one key are told for one cause before the rest is only counted.
  private static var mostValues: Int { 5 }
  private static var mostEdits: Int { 5 }

  package init(_ report: ImpactReport, _ places: PlaceText, _ style: Style) {
    self.report = report
    self.style = style
    words = ImpactWords(report, places)
    for group in report.groups { append(group) }
    append("does not get through:", report.heldAbove.map(idle))
    append("changes nothing:", report.idle.map(idle))
    appendScopes("scopes added:", report.added)
    appendScopes("scopes removed:", report.removed)
    append(
      "cannot be worked out:",
      words.unresolved.map { "\($0.place.map { "\($0): " } ?? "")\($0.words)" })
  }

  private mutating func append(_ group: ImpactReport.Group) {
    var rows = words.rows(group)[...]
    for (index, edit) in group.edits.prefix(Self.mostEdits).enumerated() {
      var line = "\(style.strong(words.place(edit)))  "
      var notes = words.holds(edit)
      if index == 0, let own = rows.first, edit.isOf(own.key) || edit.isIn(group.object) {
        line += "\(report.names.text(own.key))  \(own.values)   "
        notes.insert(words.scopes.words(own.scopes), at: 0)
        rows.removeFirst()
      } else {
        line += words.edit(edit)
      }
      notes += words.reasons(edit)
      if !notes.isEmpty && !line.hasSuffix("   ") { line += "   " }
      text += line + notes.joined(separator: "; ") + "\n"
    }
    if group.edits.count > Self.mostEdits {
      text += "and \(group.edits.count - Self.mostEdits) more edits\n"
    }
    if group.edits.isEmpty { text += "\(style.strong("by no edit that heir can name"))\n" }
    append(rows)
  }

  /// Other keys, and other values of the key itself.
  private mutating func append(_ rows: ArraySlice<ImpactWords.Row>) {
    var rest = rows
    while let first = rest.first {
      let same = rest.prefix { $0.key == first.key }
      rest = rest.dropFirst(same.count)
      let key = report.names.text(first.key)
      for row in same.prefix(Self.mostValues) {
        text += "    \(key)  \(row.values)   \(words.scopes.words(row.scopes))\n"
      }
      let more = same.dropFirst(Self.mostValues)
      if more.isEmpty { continue }
      let scopes = ScopeSet(joining: more.map(\.scopes))
      text += "    \(key)  \(more.count) more values   \(words.scopes.words(scopes))\n"
    }
  }

  private func idle(_ edit: Edit) -> String {
    let why = words.why(edit)
    return "\(words.place(edit))  \(words.edit(edit))" + (why.isEmpty ? "" : "   \(why)")
  }

  private mutating func append(_ heading: String, _ lines: [String]) {
    if lines.isEmpty { return }
    text += "\(style.strong(heading))\n"
    for line in lines { text += "    \(line)\n" }
  }

  private mutating func appendScopes(_ heading: String, _ scopes: [Scope]) {
    if !scopes.isEmpty { text += "\(style.strong(heading)) \(words.listed(scopes))\n" }
  }
}

extension Edit {
  /// Whether it edits what is written at a key.
  func isOf(_ key: Key) -> Bool { valueKey == key }
}
