import Answers
import Cascade
import JSONSource
import SafeText
import Trees

/// Formats the output of `where`.
package struct DistributionFormatter {
  let report: Distribution
  let places: PlaceFormatter
  let scopes: ScopeSetFormatter

  package init(_ report: Distribution, _ places: PlaceFormatter) {
    (self.report, self.places) = (report, places)
    scopes = ScopeSetFormatter(report.scopeIndex)
  }

  package func print(_ console: Console) {
    for (index, key) in report.keys.enumerated() {
      if index > 0 { console.output.append("\n") }
      let width = console.output.width.map { $0 - 2 }
      console.output.append(console.outputStyle.strong(report.names.text(key.key)) + "\n")
      console.output.append(values(key, width))
      if report.isFiltered || key.definitions.isEmpty && key.markers.isEmpty { continue }
      console.output.append("\n")
      console.output.append(statements(key, width))
    }
  }

  private func values(_ key: KeyDistribution, _ width: Int?) -> TextTable {
    let values = report.values(of: key)
    // A single value is shown in full.
    var rows = TextTable(elastic: 0, width: values.count == 1 ? nil : width)
    for share in values {
      rows.append(report.mask.shown(share.value).string, scopes.words(share.scopes))
    }
    if !report.isFiltered {
      for gap in key.absences {
        let reason = gap.absence.map { "\($0.words) at \(places.text($0.place))" } ?? Absence.notSet
        rows.append("-", "\(scopes.words(gap.scopes)): \(reason)")
      }
      for failure in key.failures.prefix(1) {
        let all = ScopeSet(joining: key.failures.map(\.scopes))
        let why = failure.problem.diagnostics.first?.message ?? ""
        rows.append("!", "\(scopes.words(all)): cannot be evaluated: \(why)")
      }
    }
    if rows.isEmpty { rows.append("-", "no scope has this value") }
    return rows
  }

  private func statements(_ key: KeyDistribution, _ width: Int?) -> TextTable {
    let told = Set(key.values.map(\.scopes.runs))
    var said = TextTable(elastic: 1, width: width)
    for definition in key.definitions {
      said.append(
        places.text(definition.place), report.mask.shown(definition.value).string,
        words(definition, isTold: told.contains(definition.scopes.runs)))
    }
    for taking in key.markers {
      let marker = taking.marker
      said.append(places.text(marker.place), report.names.text(marker), words(taking))
    }
    return said
  }

  private func words(_ definition: KeyDistribution.Setting, isTold: Bool) -> String {
    var words = definition.refusedBy.map { [refused(by: $0)] } ?? []
    let held = definition.scopes
    if words.isEmpty || !held.isEmpty {
      words.append(
        "effective in \(isTold ? Printable.count(held.count, "scope") : scopes.words(held))")
    }
    if !definition.shadows.isEmpty {
      let all = definition.shadows.map { places.text($0) }
      // Naming a single further place takes no more space than counting it.
      words.append(
        "overridden at " + Printable.listed(all, most: all.count > 5 ? 4 : 5)
          + (all.count > 5 ? " places" : ""))
    }
    words += reasons(because: definition.because, until: definition.until)
    return words.joined(separator: "; ")
  }

  private func words(_ taking: KeyDistribution.RemovingMarker) -> String {
    if !taking.scopes.isEmpty { return "removes it in \(scopes.words(taking.scopes))" }
    return taking.refusedBy.map(refused) ?? "has no effect"
  }

  private func refused(by final: SourceRange) -> String {
    "refused, final at \(places.text(final))"
  }
}

extension OutputBuffer {
  fileprivate func append(_ table: TextTable) {
    table.forEachLine { line in
      append("  ")
      append(line)
      append("\n")
    }
  }
}

extension DistributionFormatter {
  /// Up to this number, all keys are columns.
  private static var fewKeys: Int { 8 }

  /// `where` as an HTML report: the value of each key in each scope and its origin. If there are many keys, only
  /// those that differ are columns.
  package func htmlReport(_ title: String) -> HTMLReport {
    let scopeIndex = report.scopeIndex
    var draft = HTMLReportBuilder(scopeIndex)
    let keys = report.isFiltered ? report.keys : report.leafKeys
    var constants: [HTMLReport.Constant] = []
    var differing: [KeyDistribution] = []
    for key in keys {
      if keys.count > Self.fewKeys, let constant = constant(key) {
        constants.append(constant)
      } else {
        differing.append(key)
      }
    }
    for key in mostVaried(differing) { append(key, to: &draft) }
    let count = Printable.count(scopeIndex.count, "scope")
    let more = differing.count - HTMLPage.maxColumns
    var facts = ["\(count) at and below \(scopeIndex.scopes.first?.text ?? "")"]
    if more > 0 {
      facts.append("These keys have the most values; \(Printable.amount(more)) more keys differ.")
    }
    var htmlReport = draft.htmlReport(
      title, facts: facts,
      sections: [
        ("Directives that remove values", report.keys.flatMap { key in key.markers.map(marker) }),
        ("Cannot be evaluated", report.problems.map { "\($0.scope.text): \($0.problem.message)" }),
      ])
    htmlReport.constants = constants
    return htmlReport
  }

  private func mostVaried(_ keys: [KeyDistribution]) -> [KeyDistribution] {
    if keys.count <= HTMLPage.maxColumns { return keys }
    let all = keys.enumerated().map { (offset: $0, count: report.values(of: $1).count, key: $1) }
    return all.sorted { ($1.count, $0.offset) < ($0.count, $1.offset) }
      .prefix(HTMLPage.maxColumns).sorted { $0.offset < $1.offset }.map(\.key)
  }

  private func constant(_ key: KeyDistribution) -> HTMLReport.Constant? {
    let shares = report.values(of: key)
    guard shares.count == 1, shares[0].scopes.count == report.scopeIndex.count else { return nil }
    let places = key.definitions.map { self.places.textFromRoot($0.place) }
    return HTMLReport.Constant(
      key: report.names.text(key.key), value: report.mask.shown(shares[0].value).string,
      origin: places.isEmpty ? nil : Printable.listed(places, most: 3))
  }

  private func append(_ key: KeyDistribution, to draft: inout HTMLReportBuilder) {
    let origins = Origins(key, report.scopeIndex, places)
    var legend: HTMLReport.Legend = []
    let shares = report.values(of: key)
    // Values other than the first scope's have colours, the most frequent first.
    let usual = shares.firstIndex { $0.scopes.runs.contains { $0.contains(0) } }
    let wholes = shares.map { report.mask.shown($0.value).string }
    let values = DifferenceExcerpt.cut(wholes, to: HTMLPage.cut)
    for (rank, share) in shares.enumerated() {
      let tint = rank == usual ? 0 : usual.map { rank < $0 } ?? true ? rank + 1 : rank
      let isKept = wholes[rank].utf8.count <= HTMLPage.longestFullText
      // A value that the page would cut is passed in full, or cut shorter if it is too long for the page.
      let isLong = values[rank].utf8.count > HTMLPage.longest
      let short = isLong ? cut(values[rank], to: HTMLPage.longest / 4) : values[rank]
      let value = isLong && isKept ? wholes[rank] : short
      let whole = isKept && value != wholes[rank] ? wholes[rank] : nil
      legend.append((value, tint, share.scopes.count))
      for number in share.scopes.numbers {
        let (mark, origin, reason) = origins.story(of: number)
        let cell = HTMLReport.Cell(
          mark: mark, value: value, whole: whole, tint: tint, origin: origin, reason: reason)
        draft.put(cell, in: CollectionOfOne(number))
      }
    }
    for gap in key.absences where !report.isFiltered {
      let reason = gap.absence.map { "at \(places.textFromRoot($0.place))" }
      let cell = HTMLReport.Cell(mark: HTMLReport.Mark(gap.absence?.reason), reason: reason)
      draft.put(cell, in: gap.scopes.numbers)
    }
    for failure in key.failures {
      let why = failure.problem.diagnostics.first?.message
      draft.put(.init(mark: .unresolved, reason: why), in: failure.scopes.numbers)
    }
    draft.end(
      report.names.text(key.key), legend,
      others: .init(mark: report.isFiltered ? .unchanged : .unresolved))
  }

  private func marker(_ taking: KeyDistribution.RemovingMarker) -> String {
    let marker = taking.marker
    return "\(places.textFromRoot(marker.place)) "
      + "\(report.names.text(marker)): "
      + scopes.words(taking.scopes)
  }
}

/// The origin of a key's value in each scope.
private struct Origins {
  private var origins: [String?]
  private var marks: [Int: (mark: HTMLReport.Mark, reason: String?)] = [:]

  package init(_ key: KeyDistribution, _ scopeIndex: ScopeIndex, _ places: PlaceFormatter) {
    origins = Array(repeating: nil, count: scopeIndex.count)
    var counts = [Int](repeating: 0, count: scopeIndex.count)
    let shadowing = Set(key.definitions.flatMap(\.shadows).map { places.textFromRoot($0) })
    for definition in key.definitions {
      let place = places.textFromRoot(definition.place)
      for number in definition.scopes.numbers {
        counts[number] += 1
        origins[number] = counts[number] == 1 ? place : "\(place) and \(counts[number] - 1) more"
        guard scopeIndex.scopes[number] == definition.place.file.scope else { continue }
        let isShadow = shadowing.contains(place)
        let reasons = reasons(because: definition.because, until: definition.until)
          .joined(separator: "; ")
        marks[number] = (isShadow ? .shadows : .sets, reasons.isEmpty ? nil : reasons)
      }
    }
    let refused = key.definitions.filter { $0.refusedBy != nil }
    for definition in refused {
      // The definition may be in a scope above those of the index.
      let number = scopeIndex.scopes.firstIndex(of: definition.place.file.scope)
      guard let number, let final = definition.refusedBy else { continue }
      marks[number] = (
        .refused, "\(places.textFromRoot(definition.place)), final at \(places.textFromRoot(final))"
      )
    }
  }

  func story(of number: Int) -> (HTMLReport.Mark, origin: String?, reason: String?) {
    // An inheriting scope has the origin of the row above; the first row has none above.
    guard let (mark, reason) = marks[number] else {
      return (.inherits, number == 0 ? origins[0] : nil, nil)
    }
    return (mark, origins[number], reason)
  }
}

extension HTMLReport.Mark {
  package init(_ reason: AbsenceReason?) {
    switch reason {
    case nil, .neverSet: self = .neverSet
    case .stopped: self = .stopped
    case .excluded: self = .excluded
    case .replaced: self = .replaced
    case .refused: self = .refused
    }
  }
}
