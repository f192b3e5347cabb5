import Answers
import Cascade
import JSONSource
import Legible

/// `impact` as a picture: the keys that change as columns, and where edits do not get through.
package struct ImpactPicture {
  private let report: ImpactReport
  private let words: ImpactWords
  private let places: PlaceText
  /// More columns nobody can read; those that hit the most scopes are shown.
  private static var mostColumns: Int { 40 }

  package init(_ report: ImpactReport, _ places: PlaceText) {
    (self.report, self.places) = (report, places)
    words = ImpactWords(report, places)
  }

  /// The picture, with a title.
  package func picture(_ title: String) -> Picture {
    let keys = report.changes.grouped { $0.object ?? $0.key }
      .map { (key: $0.id, reach: $0.members.reduce(0) { $0 + $1.scopes.count }) }
      .sorted { $0.reach > $1.reach }.map(\.key)
    var draft = PictureDraft(report.scopeIndex)
    for key in keys.prefix(Self.mostColumns) { append(key, to: &draft) }
    let more = keys.count - Self.mostColumns
    var picture = draft.picture(
      title, facts: ["\(report.summary)."] + (more > 0 ? ["\(more) more keys change."] : []),
      sections: words.sections.map { ($0.heading, $0.items.map(line)) })
    picture.meaningOfColour =
      "one colour in a column is one change, from the same value to the same value"
    return picture
  }

  private func append(_ key: Key, to draft: inout PictureDraft) {
    for edit in report.edits where edit.isOf(key) {
      for hold in edit.holds {
        let reason = "\(hold.reason.rawValue); \(words.place(edit)) does not get through"
        draft.put(
          .init(mark: .held, origin: places.text(hold.place), reason: reason),
          in: hold.scopes.numbers)
      }
    }
    // An object that came or went is one cell, with how many values did.
    for group in report.groups where group.object == key {
      let row = words.row(of: key, group.changes)
      draft.put(
        .init(
          mark: row.sides.from == nil ? .added : .removed, value: row.sides.to,
          former: row.sides.from, origin: group.edits.first.map { words.place($0) }),
        in: row.scopes.numbers)
    }
    let changes = report.changes.filter { $0.key == key && $0.object == nil }
      .sorted { $0.scopes.count > $1.scopes.count }
    var legend: Picture.Legend = []
    for (tint, change) in changes.enumerated() {
      legend.append((words.values(change), tint + 1, change.scopes.count))
      draft.put(cell(change, tint + 1), in: change.scopes.numbers)
    }
    draft.end(report.names.text(key), legend, others: .init(mark: .unchanged))
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
