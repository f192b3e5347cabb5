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
    for (heading, items) in words.sections { append("\(heading.lowercased()):", items) }
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
      notes += reasons(because: edit.because, until: edit.until)
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

  private mutating func append(_ heading: String, _ items: [ImpactWords.Item]) {
    text += style.strong(heading)
    // What scopes came or went is one line.
    if case .scope = items.first {
      text += " \(Printable.few(items.map(line), most: 10).joined(separator: ", "))\n"
    } else {
      text += "\n"
      for item in items { text += "    \(line(item))\n" }
    }
  }

  private func line(_ item: ImpactWords.Item) -> String {
    switch item {
    case .edit(let edit):
      let why = words.why(edit)
      return "\(words.place(edit))  \(words.edit(edit))" + (why.isEmpty ? "" : "   \(why)")
    case .scope(let scope): return scope.text
    case .problem(let place, let words): return (place.map { "\($0): " } ?? "") + words
    }
  }
}

extension StatementChange {
  /// Whether it edits what is written at a key.
  func isOf(_ key: Key) -> Bool { valueKey == key }
}
