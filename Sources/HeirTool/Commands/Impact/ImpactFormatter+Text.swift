import Cascade
import Output
import SafeText

extension ImpactFormatter {
  private static var maxValues: Int { 5 }
  private static var maxEdits: Int { 5 }

  package func text(_ style: Style) -> String {
    groups.map { text($0, style) }.joined()
      + sections.map { style.strong("\($0.lowercased()):") + text($1) }.joined()
  }

  private func text(_ group: ImpactGroup, _ style: Style) -> String {
    var text = ""
    var rows = rows(group)[...]
    for (index, edits) in group.edits.prefix(Self.maxEdits).enumerated() {
      let edit = edits[0]
      var line = "\(style.strong(place(edits, of: group.object)))  "
      var notes = self.notes(edits)
      if index == 0, let own = rows.first, edit.isOf(own.key) || edit.isIn(group.object) {
        line += "\(names.text(own.key))  \(own.values)   "
        notes.insert(hit(own), at: 0)
        rows.removeFirst()
      } else {
        line += self.edit(edit)
      }
      if !notes.isEmpty && !line.hasSuffix("   ") { line += "   " }
      text += line + notes.joined(separator: "; ") + "\n"
    }
    if group.edits.count > Self.maxEdits {
      let more = group.edits.dropFirst(Self.maxEdits).reduce(0) { $0 + $1.count }
      text += "and \(Printable.count(more, "more edit"))\n"
    }
    if group.edits.isEmpty { text += "\(style.strong("no edit found"))\n" }
    return text + self.text(rows)
  }

  private func text(_ rows: ArraySlice<Row>) -> String {
    var text = ""
    var rest = rows
    while let first = rest.first {
      let same = rest.prefix { $0.key == first.key }
      rest = rest.dropFirst(same.count)
      let start = "    \(names.text(first.key))  "
      for row in same.prefix(Self.maxValues) {
        text += "\(start)\(row.values)   \(hit(row))\n"
      }
      let more = same.dropFirst(Self.maxValues)
      if more.isEmpty { continue }
      let all = ScopeSet(joining: more.map(\.scopes))
      text += "\(start)\(Printable.count(more.count, "more value"))   \(scopes.words(all))\n"
    }
    return text
  }

  private func text(_ items: [Item]) -> String {
    if case .scopes = items.first {
      let lines = items.lazy.map { line($0, "", why: "") }
      return " \(Printable.few(lines, most: 10).joined(separator: ", "))\n"
    }
    return "\n"
      + items.map { item in
        guard case .moves(let moves, let changes) = item else {
          return "    \(line(item, "  ", why: "   "))\n"
        }
        return "    \(pairs(moves).joined(separator: ", "))\n"
          + few(changes).map { "        \($0)\n" }.joined()
      }.joined()
  }
}
