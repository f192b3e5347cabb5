import Answers
import Cascade
import JSONSource
import SafeText

extension ImpactFormatter {
  /// `impact` as an HTML report: keys that change in the most scopes as columns, and edits without effect.
  package func htmlReport(_ title: String) -> HTMLReport {
    let keys = impact.changes.grouped { $0.object ?? $0.key }
      .map { (key: $0.id, reach: $0.members.reduce(0) { $0 + $1.scopes.count }) }
      .sorted { $0.reach > $1.reach }.map(\.key)
    var draft = HTMLReportBuilder(impact.scopeIndex)
    for key in keys.prefix(HTMLPage.maxColumns) { append(key, to: &draft) }
    let more = keys.count - HTMLPage.maxColumns
    var htmlReport = draft.htmlReport(
      title, facts: ["\(impact.summary)."] + (more > 0 ? ["\(more) more keys change."] : []),
      sections: sections.map { ($0.heading, $0.items.map { line($0, " ", why: ": ") }) })
    htmlReport.meaningOfColour =
      "each colour in a column is one change from one value to another"
    return htmlReport
  }

  private func append(_ key: Key, to draft: inout HTMLReportBuilder) {
    for edit in impact.edits where edit.isOf(key) {
      for hold in edit.holds {
        let reason = "\(hold.reason.words); the edit at \(place(edit)) has no effect in the scope"
        draft.put(
          .init(mark: .held, origin: places.text(hold.place), reason: reason),
          in: hold.scopes.numbers)
      }
    }
    // An added or removed object is a single cell with the number of its values.
    for group in causes where group.object == key {
      let row = self.row(of: key, group.changes)
      draft.put(
        .init(
          mark: row.sides.from == nil ? .added : .removed, value: row.sides.to,
          former: row.sides.from, origin: group.edits.first.map { place($0[0]) }),
        in: row.scopes.numbers)
    }
    let changes = impact.changes.filter { $0.key == key && $0.object == nil }
      .grouped { Array(values($0).utf8) }
      .map { (alike: $0.members, count: $0.members.reduce(0) { $0 + $1.scopes.count }) }
      .sorted { $0.count > $1.count }
    var legend: HTMLReport.Legend = []
    for (tint, (alike, count)) in changes.enumerated() {
      legend.append((values(alike[0]), tint + 1, count))
      for change in alike { draft.put(cell(change, tint + 1), in: change.scopes.numbers) }
    }
    draft.end(names.text(key), legend, others: .init(mark: .unchanged))
  }

  private func cell(_ change: ImpactChange, _ tint: Int) -> HTMLReport.Cell {
    let mark: HTMLReport.Mark =
      change.from == nil ? .added : change.to == nil ? .removed : .changed
    let edits = change.edits.map { place($0) }
    let sides = self.sides(change)
    return HTMLReport.Cell(
      mark: mark, value: sides.to, former: sides.from, tint: tint,
      origin: edits.first,
      reason: edits.count > 1
        ? "and \(Printable.count(edits.count - 1, "more edit"))" : nil)
  }
}
