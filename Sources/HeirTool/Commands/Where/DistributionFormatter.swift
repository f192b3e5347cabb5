import Answers
import Cascade
import Output
import SafeText
import Trees

/// Formats the output of `where`.
struct DistributionFormatter {
  let report: Distribution
  let places: PlaceFormatter
  let scopes: ScopeSetFormatter

  init(_ report: Distribution, _ places: PlaceFormatter) {
    (self.report, self.places) = (report, places)
    scopes = ScopeSetFormatter(report.scopeIndex)
  }

  func print(_ console: Console) {
    let width = console.output.width.map { $0 - 2 }
    // Reused, because every key would allocate them.
    var text: [UInt8] = []
    var rows = TextTable(elastic: 0, width: width)
    var said = TextTable(elastic: 1, width: width)
    var messages: [ObjectIdentifier: String] = [:]
    for (index, key) in report.keys.enumerated() {
      let values = report.values(of: key)
      text.removeAll(keepingCapacity: true)
      if index > 0 { text.append(0x0A) }
      text += console.outputStyle.strong(report.names.text(key.key)).utf8
      text.append(0x0A)
      // A single value is shown in full.
      rows.width = values.count == 1 ? nil : width
      append(values, of: key, to: &rows, &messages)
      rows.append(to: &text, indent: "  ")
      rows.removeAll()
      if !report.isFiltered && !(key.definitions.isEmpty && key.markers.isEmpty) {
        text.append(0x0A)
        append(statementsOf: key, values, to: &said)
        said.append(to: &text, indent: "  ")
        said.removeAll()
      }
      console.output.append(text)
    }
  }

  private func append(
    _ values: [KeyDistribution.Share], of key: KeyDistribution, to rows: inout TextTable,
    _ messages: inout [ObjectIdentifier: String]
  ) {
    for share in values {
      rows.appendCell { Printable.append(report.mask.shown(share.value).text, to: &$0) }
      rows.appendCell { scopes.append(share.scopes, to: &$0) }
      rows.endRow()
    }
    if !report.isFiltered {
      for gap in key.absences {
        rows.appendCell { $0 += "-".utf8 }
        rows.appendCell { text in
          scopes.append(gap.scopes, to: &text)
          text += ": ".utf8
          text += (gap.absence?.words ?? Absence.notSet).utf8
          if let place = gap.absence?.place {
            text += " at ".utf8
            places.append(place, to: &text)
          }
        }
        rows.endRow()
      }
      if let failure = key.failures.first {
        let all = ScopeSet(joining: key.failures.map(\.scopes))
        // A failure is that of many keys, and its message takes long to make.
        let id = ObjectIdentifier(failure.repeated ?? failure)
        let message = messages[id] ?? failure.problem.diagnostics.first?.message ?? ""
        messages[id] = message
        rows.appendCell { $0 += "!".utf8 }
        rows.appendCell {
          scopes.append(all, to: &$0)
          $0 += ": cannot be evaluated: ".utf8
          $0 += message.utf8
        }
        rows.endRow()
      }
    }
    if rows.isEmpty { rows.append("-", "no scope has this value") }
  }

  private func append(
    statementsOf key: KeyDistribution, _ values: [KeyDistribution.Share], to said: inout TextTable
  ) {
    let told = Set(values.map(\.scopes.runs))
    for definition in key.definitions {
      said.appendCell { places.append(definition.place, to: &$0) }
      said.appendCell { Printable.append(report.mask.shown(definition.value).text, to: &$0) }
      said.appendCell {
        append(definition, isTold: told.contains(definition.scopes.runs), to: &$0)
      }
      said.endRow()
    }
    for taking in key.markers {
      let marker = taking.marker
      said.append(places.text(marker.place), report.names.text(marker), words(taking))
    }
  }

  private func append(
    _ definition: KeyDistribution.Setting, isTold: Bool, to text: inout [UInt8]
  ) {
    let start = text.count
    func append(_ words: String) {
      if text.count > start { text += "; ".utf8 }
      text += words.utf8
    }
    if let final = definition.refusedBy { append(refused(by: final)) }
    let held = definition.scopes
    if text.count == start || !held.isEmpty {
      append("effective in ")
      if isTold {
        Printable.append(held.count, "scope", to: &text)
      } else {
        scopes.append(held, to: &text)
      }
    }
    let shadows = definition.shadows
    if !shadows.isEmpty {
      append("overridden at ")
      // Naming a single further place takes no more space than counting it.
      let most = shadows.count > 5 ? 4 : 5
      Printable.append(listed: shadows, most: most, to: &text, places.append)
      if shadows.count > most { text += " places".utf8 }
    }
    reasons(because: definition.because, until: definition.until).forEach(append)
  }

  private func words(_ taking: KeyDistribution.RemovingMarker) -> String {
    if !taking.scopes.isEmpty { return "removes it in \(scopes.words(taking.scopes))" }
    return taking.refusedBy.map(refused) ?? "has no effect"
  }

  private func refused(by final: SourceRange) -> String {
    "refused, final at \(places.text(final))"
  }

  // MARK: HTML

  /// Up to this number, all keys are columns.
  private static var fewKeys: Int { 8 }

  /// `where` as an HTML report: the value of each key in each scope and its origin. If there are many keys, only
  /// those that differ are columns.
  func htmlReport(_ title: String) -> HTMLReport {
    let scopes = report.scopeIndex
    let keys = report.isFiltered ? report.keys : report.leafKeys
    let constants = keys.count > Self.fewKeys ? keys.filter(isConstant) : []
    var columns = constants.isEmpty ? keys : keys.filter { !isConstant($0) }
    let top = scopes.scopes.first.flatMap { first in
      scopes.end(of: 0) == scopes.count ? " at and below \(first.text)" : nil
    }
    var facts = [Printable.count(scopes.count, "scope") + (top ?? "")]
    let more = columns.count - HTMLPage.maxColumns
    if more > 0 {
      columns.sort { report.values(of: $0).count > report.values(of: $1).count }
      columns.removeLast(more)
      facts.append("These keys have the most values; \(Printable.amount(more)) more keys differ.")
    }
    return HTMLReport(
      title: title, facts: facts, scopes: scopes, columns: columns.map(column),
      sections: [
        ("The same value in all scopes", constants.map(line)),
        ("Directives that remove values", report.keys.flatMap { key in key.markers.map(line) }),
        ("Cannot be evaluated", report.problems.map { "\($0.scope.text): \($0.problem.message)" }),
      ])
  }

  private func isConstant(_ key: KeyDistribution) -> Bool {
    let shares = report.values(of: key)
    return shares.count == 1 && shares[0].scopes.count == report.scopeIndex.count
  }

  private func line(_ constant: KeyDistribution) -> String {
    let value = report.mask.shown(report.values(of: constant)[0].value).string
    let places = constant.definitions.map { self.places.textFromRoot($0.place) }
    return "\(report.names.text(constant.key)) = \(value)  \(Printable.listed(places, most: 3))"
  }

  private func line(_ taking: KeyDistribution.RemovingMarker) -> String {
    "\(places.textFromRoot(taking.marker.place)) \(report.names.text(taking.marker)): "
      + scopes.words(taking.scopes)
  }

  private func column(_ key: KeyDistribution) -> HTMLReport.Column {
    let scopes = report.scopeIndex.scopes
    let others = HTMLReport.Cell(mark: report.isFiltered ? .unchanged : .unresolved)
    var column = HTMLReport.Column(
      key: report.names.text(key.key), cells: Array(repeating: others, count: scopes.count))
    for (rank, share) in report.values(of: key).enumerated() {
      let value = report.mask.shown(share.value).string
      column.put(.init(mark: .inherits, value: value, tint: rank), in: share.scopes)
    }
    for gap in key.absences where !report.isFiltered {
      let reason = gap.absence.map { "at \(places.textFromRoot($0.place))" }
      let mark = gap.absence.flatMap { HTMLReport.Mark(rawValue: $0.reason.rawValue) }
      column.put(.init(mark: mark ?? .notSet, reason: reason), in: gap.scopes)
    }
    for failure in key.failures {
      let why = failure.problem.diagnostics.first?.message
      column.put(.init(mark: .unresolved, reason: why), in: failure.scopes)
    }
    var origins = Array(repeating: [String](), count: scopes.count)
    let overridden = Set(key.definitions.flatMap(\.shadows).map { places.textFromRoot($0) })
    for definition in key.definitions {
      let place = places.textFromRoot(definition.place)
      for number in definition.scopes.numbers {
        origins[number].append(place)
        column.cells[number].origin = Printable.listed(origins[number], most: 2)
        guard scopes[number] == definition.place.file.scope else { continue }
        let reasons = HeirTool.reasons(because: definition.because, until: definition.until)
        column.cells[number].mark = overridden.contains(place) ? .overrides : .sets
        column.cells[number].reason = reasons.isEmpty ? nil : reasons.joined(separator: "; ")
      }
    }
    for definition in key.definitions {
      // The definition may be in a scope above those of the index.
      guard let final = definition.refusedBy,
        let number = scopes.firstIndex(of: definition.place.file.scope)
      else { continue }
      let place = places.textFromRoot(definition.place)
      column.cells[number].mark = .refused
      column.cells[number].reason = "\(place), final at \(places.textFromRoot(final))"
    }
    return column
  }
}
