import Answers
import Output
import SafeText

extension ImpactFormatter {
  /// Number of table rows before the rest is counted, because a comment has a size limit.
  private static var maxRows: Int { 40 }

  package var markdown: String {
    var text = "**\(MarkdownText.text("\(impact.summary).".utf8))**\n" + table
    for (heading, items) in sections {
      text += "\n\(heading):\n\n"
      for line in Printable.few(items.lazy.map(markdown), most: Self.maxRows) {
        text += "- \(line)\n"
      }
    }
    return text
  }

  private var table: String {
    if causes.isEmpty { return "" }
    let names = Self.told(in: impact.changes)
    let heads =
      ["edit", "key", "before", "after", "scopes"] + names.map { MarkdownText.text($0.utf8) }
    var text = "\n| \(heads.joined(separator: " | ")) |\n|\(heads.map { _ in "---|" }.joined())\n"
    let scopes = ScopeSetFormatter(impact.scopeIndex) { MarkdownText.code($0) }
    var rest = Self.maxRows
    for group in groups {
      let rows = rows(group)
      for (index, row) in rows.prefix(max(0, rest)).enumerated() {
        text += line(row, of: group, isFirst: index == 0, scopes, names)
      }
      rest -= rows.count
    }
    return text + (rest < 0 ? "\nand \(Printable.count(-rest, "more change"))\n" : "")
  }

  private func line(
    _ row: Row, of group: ImpactGroup, isFirst: Bool, _ scopes: ScopeSetFormatter,
    _ attributes: [String]
  ) -> String {
    var place = ""
    var notes: [String] = []
    if isFirst, let edit = group.edits.first?.first {
      place = places(group.edits[0])
      if !edit.isOf(row.key) && !edit.isIn(group.object) {
        place += " \(MarkdownText.code(subject(edit).utf8)) \(editVerb(edit))"
      }
      let more = group.edits.dropFirst().reduce(0) { $0 + $1.count }
      if more > 0 { place += " and \(more) more" }
      notes = group.edits.flatMap { self.notes($0) }.grouped { $0 }.map(\.id)
    }
    let hit = [scopes.words(row.scopes)] + notes.map { MarkdownText.text($0.utf8) }
    let sides = [row.sides.from, row.sides.to].map { $0.map { MarkdownText.code($0.utf8) } ?? "–" }
    let cells = [place, MarkdownText.code(names.spelling(row.key))] + sides
    let said = attributes.map { MarkdownText.text(row.words(of: $0).utf8) }
    return "| \((cells + [hit.joined(separator: "; ")] + said).joined(separator: " | ")) |\n"
  }

  private func places(_ edits: [StatementChange]) -> String {
    let first = MarkdownText.code(place(edits[0]).utf8)
    return edits.count == 1 ? first : "\(first) and \(edits.count - 1) alike"
  }

  private func markdown(_ item: Item) -> String {
    switch item {
    case .edits(let edits):
      let edit = edits[0]
      let why = why(edit)
      let said =
        edit.directive == nil
        ? MarkdownText.code(self.edit(edit).utf8)
        : "\(MarkdownText.code(subject(edit).utf8)) \(editVerb(edit))"
      return "\(places(edits)) \(said)"
        + (why.isEmpty ? "" : ": \(MarkdownText.text(why.utf8))")
    case .scopes(let top, let count):
      return count == 1 ? MarkdownText.code(top.path) : "\(MarkdownText.code(top.tree)) \(count)"
    case .moves(let moves, let changes):
      return pairs(moves).map { MarkdownText.code($0.utf8) }.joined(separator: ", ")
        + (changes.isEmpty
          ? "" : ": " + few(changes).map { MarkdownText.code($0.utf8) }.joined(separator: "; "))
    case .problem(let place, let words):
      return (place.map { "\(MarkdownText.code($0.utf8)): " } ?? "")
        + MarkdownText.text(words.utf8)
    }
  }

  // MARK: Custom attributes of changed keys, for example an owner

  private static var maxNames: Int { 6 }

  func hit(_ row: Row) -> String {
    let said = Self.told(in: row.changes).map { "\($0): \(row.words(of: $0))" }
    return ([scopes.words(row.scopes)] + said).joined(separator: "; ")
  }

  private static func told(in changes: [ImpactChange]) -> [String] {
    Array(Set(changes.flatMap { $0.attributes.map(\.name) }).sorted().prefix(maxNames))
  }
}

extension ImpactFormatter.Row {
  private static var maxTexts: Int { 3 }
  private static var longest: Int { 60 }

  func words(of name: String) -> String {
    let texts = changes.flatMap(\.attributes).filter { $0.name == name }.map(\.text)
      .grouped { $0 }.map { Printable.string($0.id, limit: Self.longest) }
    return Printable.listed(texts, most: Self.maxTexts)
  }
}
