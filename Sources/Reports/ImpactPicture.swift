import Answers
import Cascade
import JSONSource
import Legible

/// `impact` as a picture: the keys that change as columns, and where edits do not get through.
package struct ImpactPicture {
  private let report: ImpactReport
  private let words: ImpactWords
  private let places: PlaceText
  private var cells = CellTable()
  private var rows: [[Int]]
  /// More columns nobody can read; those that hit the most scopes are shown.
  private static var mostColumns: Int { 40 }

  package init(_ report: ImpactReport, _ places: PlaceText) {
    (self.report, self.places) = (report, places)
    words = ImpactWords(report, places)
    rows = Array(repeating: [], count: report.roll.count)
  }

  /// The picture, with a title.
  package mutating func picture(_ title: String) -> Picture {
    let keys = report.changes.grouped { $0.object ?? $0.key }
      .map { (key: $0.id, reach: $0.members.reduce(0) { $0 + $1.scopes.count }) }
      .sorted { $0.reach > $1.reach }.map(\.key)
    let columns = keys.prefix(Self.mostColumns).map { column($0) }
    var facts = ["\(report.summary)."]
    if keys.count > columns.count {
      facts.append("\(keys.count - columns.count) more keys change.")
    }
    return Picture(
      title: title, facts: facts, columns: Array(columns), cells: cells.all,
      rows: report.roll.scopes.enumerated().map { number, scope in
        Picture.Row(path: scope.path, depth: scope.depth, cells: rows[number])
      },
      sections: words.sections.map { ($0.heading, $0.items.map(line)) },
      meaningOfColour:
        "one colour in a column is one change, from the same value to the same value")
  }

  private mutating func column(_ key: Key) -> Picture.Column {
    let blank = cells.index(.init(mark: .unchanged))
    var column = [Int](repeating: blank, count: rows.count)
    for edit in report.edits where edit.isOf(key) {
      for hold in edit.holds {
        let cell = cells.index(
          .init(
            mark: .held, origin: places.text(hold.place),
            reason: "\(hold.reason.rawValue); \(words.place(edit)) does not get through"))
        for number in hold.scopes.numbers { column[number] = cell }
      }
    }
    let changes = report.changes.filter { $0.key == key && $0.object == nil }
      .sorted { $0.scopes.count > $1.scopes.count }
    var legend: [(value: String, tint: Int, count: Int)] = []
    fillObjects(at: key, &column)
    for (tint, change) in changes.enumerated() {
      legend.append((words.values(change), tint + 1, change.scopes.count))
      let cell = cells.index(cell(change, tint + 1))
      for number in change.scopes.numbers { column[number] = cell }
    }
    for (number, cell) in column.enumerated() { rows[number].append(cell) }
    return Picture.Column(key: report.names.text(key), legend: legend)
  }

  /// An object that came or went is one cell, with how many values did.
  private mutating func fillObjects(at key: Key, _ column: inout [Int]) {
    for group in report.groups where group.object == key {
      let row = words.row(of: key, group.changes)
      let cell = cells.index(
        .init(
          mark: row.sides.from == nil ? .added : .removed, value: row.sides.to,
          former: row.sides.from, origin: group.edits.first.map { words.place($0) }))
      for number in row.scopes.numbers { column[number] = cell }
    }
  }

  private func cell(_ change: ImpactChange, _ tint: Int) -> Picture.Cell {
    let mark: Picture.Mark =
      change.from == nil ? .added : change.to == nil ? .removed : .changed
    let edits = change.edits.map { words.place($0) }
    let sides = words.sides(change)
    return Picture.Cell(
      mark: mark, value: sides.to, former: sides.from, tint: tint,
      origin: edits.first,
      reason: edits.count > 1
        ? "and \(Printable.count(edits.count - 1, "more edit"))" : nil)
  }

  private func line(_ item: ImpactWords.Item) -> String {
    switch item {
    case .edit(let edit):
      let why = words.why(edit)
      return "\(words.place(edit)) \(words.edit(edit))" + (why.isEmpty ? "" : ": \(why)")
    case .scope(let scope): return scope.text
    case .problem(let place, let words): return (place.map { "\($0): " } ?? "") + words
    }
  }
}
