import Answers
import Cascade
import SafeText

extension ImpactFormatter {
  /// `impact` as an HTML report: keys that change in the most scopes as columns, and edits without effect.
  func htmlReport(_ title: String) -> HTMLReport {
    let keys = impact.changes.grouped { $0.object ?? $0.key }
      .map { (key: $0.id, reach: $0.members.reduce(0) { $0 + $1.scopes.count }) }
      .sorted { $0.reach > $1.reach }.map(\.key)
    let more = keys.count - HTMLPage.maxColumns
    return HTMLReport(
      title: title,
      facts: ["\(impact.summary)."]
        + (more > 0 ? ["\(Printable.count(more, "more key")) changed."] : []),
      scopes: impact.scopeIndex, columns: keys.prefix(HTMLPage.maxColumns).map(column),
      sections: sections.map { ($0.heading, $0.items.map { line($0, " ", why: ": ") }) })
  }

  private func column(_ key: Key) -> HTMLReport.Column {
    var column = HTMLReport.Column(
      key: names.text(key),
      cells: Array(repeating: .init(mark: .unchanged), count: impact.scopeIndex.count))
    for edit in impact.edits where edit.isOf(key) {
      for hold in edit.holds {
        let reason = "\(hold.reason.words); the edit at \(place(edit)) has no effect in the scope"
        column.put(
          .init(mark: .ineffective, origin: places.text(hold.place), reason: reason),
          in: hold.scopes)
      }
    }
    // An added or removed object is a single cell with the number of its values.
    for group in causes where group.object == key {
      let row = self.row(of: key, group.changes)
      column.put(cell(row.sides, 0, group.edits.first ?? []), in: row.scopes)
    }
    let changes = impact.changes.filter { $0.key == key && $0.object == nil }
      .grouped { Array(values($0).utf8) }
      .map { (alike: $0.members, count: $0.members.reduce(0) { $0 + $1.scopes.count }) }
      .sorted { $0.count > $1.count }
    for (rank, (alike, _)) in changes.enumerated() {
      for change in alike {
        column.put(cell(sides(change), rank + 1, change.edits), in: change.scopes)
      }
    }
    return column
  }

  private func cell(
    _ sides: BeforeAfter<String?>, _ tint: Int, _ edits: [StatementChange]
  ) -> HTMLReport.Cell {
    HTMLReport.Cell(
      mark: sides.from == nil ? .added : sides.to == nil ? .removed : .changed, value: sides.to,
      former: sides.from, tint: tint, origin: edits.first.map { place($0) },
      reason: edits.count > 1 ? "and \(Printable.count(edits.count - 1, "more edit"))" : nil)
  }
}
