import Answers
import Cascade
import JSONSource
import Legible

/// `where` as a picture: what each scope has, and whether it has it from itself.
package struct DistributionPicture {
  private let report: DistributionReport
  private let places: PlaceText
  private var cells = CellTable()
  private var rows: [[Int]]

  package init(_ report: DistributionReport, _ places: PlaceText) {
    (self.report, self.places) = (report, places)
    rows = Array(repeating: [], count: report.roll.count)
  }

  /// The picture, with a title.
  package mutating func picture(_ title: String) -> Picture {
    let columns = report.keys.map { column($0) }
    let roll = report.roll
    return Picture(
      title: title,
      facts: [
        "\(Printable.count(roll.count, "scope")) at and below "
          + Printable.string(roll.scopes.first?.path ?? [])
      ],
      columns: columns, cells: cells.all,
      rows: roll.scopes.enumerated().map { number, scope in
        Picture.Row(path: scope.path, depth: scope.depth, cells: rows[number])
      },
      sections: [
        ("What takes values away", report.keys.flatMap { key in key.markers.map(marker) }),
        (
          "Cannot be worked out",
          report.problems.map { "\($0.scope.text): \($0.problem.message)" }
        ),
      ])
  }

  private mutating func column(_ key: KeyDistribution) -> Picture.Column {
    let origins = Origins(key, report.roll, places)
    var column = [Int?](repeating: nil, count: rows.count)
    var legend: [(value: String, tint: Int, count: Int)] = []
    let shares = report.values(of: key)
    // What differs from the first scope has colour, the commonest of it the first.
    let usual = shares.firstIndex { $0.scopes.runs.contains { $0.contains(0) } }
    let wholes = shares.map { report.shown($0.value).string }
    let values = Contrast.cut(wholes, to: PicturePage.cut)
    for (rank, share) in shares.enumerated() {
      let tint = rank == usual ? 0 : usual.map { rank < $0 } ?? true ? rank + 1 : rank
      let isKept = wholes[rank].utf8.count <= PicturePage.mostOfOne
      // What the page would cut itself is whole, or is short.
      let isLong = values[rank].utf8.count > PicturePage.longest
      let short = isLong ? cut(values[rank], to: PicturePage.longest / 4) : values[rank]
      let value = isLong && isKept ? wholes[rank] : short
      let whole = isKept && value != wholes[rank] ? wholes[rank] : nil
      legend.append((value, tint, share.scopes.count))
      for number in share.scopes.numbers {
        let (mark, origin, reason) = origins.story(of: number)
        column[number] = cells.index(
          .init(
            mark: mark, value: value, whole: whole, tint: tint, origin: origin,
            reason: reason))
      }
    }
    for gap in key.absences {
      let reason = gap.absence.map { "at \(places.textFromRoot($0.place))" }
      for number in gap.scopes.numbers where !report.isFiltered {
        column[number] = cells.index(.init(mark: Picture.Mark(gap.absence?.reason), reason: reason))
      }
    }
    for failure in key.failures {
      let why = failure.problem.diagnostics.first?.message
      for number in failure.scopes.numbers {
        column[number] = cells.index(.init(mark: .unresolved, reason: why))
      }
    }
    let unknown = report.isFiltered ? Picture.Cell(mark: .unchanged) : .init(mark: .unresolved)
    for (number, cell) in column.enumerated() { rows[number].append(cell ?? cells.index(unknown)) }
    return Picture.Column(key: report.names.text(key.key), legend: legend)
  }

  private func marker(_ taking: KeyDistribution.TakingMarker) -> String {
    let marker = taking.marker
    return "\(places.textFromRoot(marker.place)) "
      + "\(report.names.text(marker.directive, marker.pattern)): "
      + ScopeSetText(report.roll).words(taking.scopes)
  }
}

/// From where each scope has a key.
private struct Origins {
  private var origins: [String?]
  private var marks: [Int: (mark: Picture.Mark, reason: String?)] = [:]

  package init(_ key: KeyDistribution, _ roll: ScopeRoll, _ places: PlaceText) {
    origins = Array(repeating: nil, count: roll.count)
    var counts = [Int](repeating: 0, count: roll.count)
    let shadowing = Set(key.definitions.flatMap(\.shadows).map { places.textFromRoot($0) })
    for definition in key.definitions {
      let place = places.textFromRoot(definition.place)
      for number in definition.scopes.numbers {
        counts[number] += 1
        origins[number] = counts[number] == 1 ? place : "\(place) and \(counts[number] - 1) more"
        guard roll.scopes[number] == definition.place.file.scope else { continue }
        let isShadow = shadowing.contains(place)
        let reasons = reasons(because: definition.because, until: definition.until)
          .joined(separator: "; ")
        marks[number] = (isShadow ? .shadows : .sets, reasons.isEmpty ? nil : reasons)
      }
    }
    let refused = key.definitions.filter { $0.refusedBy != nil }
    for definition in refused {
      // A scope of the roll, unless it stands above.
      let number = roll.scopes.firstIndex(of: definition.place.file.scope)
      guard let number, let final = definition.refusedBy else { continue }
      marks[number] = (
        .refused, "\(places.textFromRoot(definition.place)), final at \(places.textFromRoot(final))"
      )
    }
  }

  func story(of number: Int) -> (Picture.Mark, origin: String?, reason: String?) {
    // A scope that inherits has what the row above it has; of the first there is none above.
    guard let (mark, reason) = marks[number] else {
      return (.inherits, number == 0 ? origins[0] : nil, nil)
    }
    return (mark, origins[number], reason)
  }
}

extension Picture.Mark {
  /// Why there is no value.
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

/// Cells that rows share.
struct CellTable {
  private(set) var all: [Picture.Cell] = []
  private var known: [Picture.Cell: Int] = [:]

  mutating func index(_ cell: Picture.Cell) -> Int {
    if let index = known[cell] { return index }
    known[cell] = all.count
    all.append(cell)
    return all.count - 1
  }
}
