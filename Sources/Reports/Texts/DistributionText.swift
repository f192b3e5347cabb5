import Answers
import Cascade
import JSONSource
import Legible
import Sessions

/// `where` as people read it.
package struct DistributionText {
  private var text = ""
  private let report: DistributionReport
  private let places: PlaceText
  private let style: Style
  private let width: Int?
  private let scopes: ScopeSetText
  /// The sets of scopes that stand beside the values already.
  private var told: Set<[Range<Int>]> = []

  package init(_ report: DistributionReport, _ places: PlaceText, _ show: Presentation) {
    (self.report, self.places, style) = (report, places, show.outputStyle)
    // The lines are indented.
    width = show.output.width.map { $0 - 2 }
    scopes = ScopeSetText(report.scopeIndex)
  }

  /// Prints key by key.
  package mutating func print(to output: Sink) {
    for (index, key) in report.keys.enumerated() {
      text = index > 0 ? "\n" : ""
      append(key)
      output.append(text)
    }
  }

  private mutating func append(_ key: KeyDistribution) {
    text += style.strong(report.names.text(key.key)) + "\n"
    let values = report.values(of: key)
    // One value alone is all that was asked for.
    var rows = TextTable(elastic: 0, width: values.count == 1 ? nil : width)
    for share in values {
      rows.append(report.shown(share.value).string, scopes.words(share.scopes))
    }
    if !report.isFiltered {
      for gap in key.absences {
        let reason = gap.absence.map { "\($0.words) at \(places.text($0.place))" } ?? "never set"
        rows.append("-", "\(scopes.words(gap.scopes)): \(reason)")
      }
      for failure in key.failures.prefix(1) {
        let all = ScopeSet(joining: key.failures.map(\.scopes))
        let why = failure.problem.diagnostics.first?.message ?? ""
        rows.append("!", "\(scopes.words(all)): cannot be worked out; \(why)")
      }
    }
    if rows.isEmpty { rows.append("-", "no scope has this value") }
    text += rows.text(indent: "  ")
    if report.isFiltered || key.definitions.isEmpty && key.markers.isEmpty { return }
    text += "\n"
    told = Set(key.values.map(\.scopes.runs))
    var said = TextTable(elastic: 1, width: width)
    for definition in key.definitions { append(definition, to: &said) }
    for marker in key.markers { append(marker, to: &said) }
    text += said.text(indent: "  ")
  }

  private func append(
    _ definition: KeyDistribution.Setting, to table: inout TextTable
  ) {
    var words: [String] = []
    if let final = definition.refusedBy {
      words.append("refused by the final at \(places.text(final))")
    }
    if definition.refusedBy == nil || !definition.scopes.isEmpty {
      let isTold = told.contains(definition.scopes.runs)
      let held = definition.scopes
      words.append(
        "holds in \(isTold ? Printable.count(held.count, "scope") : scopes.words(held))")
    }
    if !definition.shadows.isEmpty {
      let all = definition.shadows.map { places.text($0) }
      // One place more would take as many words as its name.
      words.append(
        "shadowed at " + Printable.listed(all, most: all.count > 5 ? 4 : 5)
          + (all.count > 5 ? " places" : ""))
    }
    words += reasons(because: definition.because, until: definition.until)
    table.append(
      places.text(definition.place), report.shown(definition.value).string,
      words.joined(separator: "; "))
  }

  private func append(_ taking: KeyDistribution.TakingMarker, to table: inout TextTable) {
    let marker = taking.marker
    var words = "takes it in \(scopes.words(taking.scopes))"
    if taking.scopes.isEmpty {
      words =
        taking.refusedBy.map { "refused by the final at \(places.text($0))" } ?? "finds nothing"
    }
    table.append(
      places.text(marker.place), report.names.text(marker.directive, marker.pattern), words)
  }
}
