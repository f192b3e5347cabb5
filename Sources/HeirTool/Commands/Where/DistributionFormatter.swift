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
