import Cascade
import JSONSource
import Legible

/// `where` as a picture: what each scope has, and whether it has it from itself.
struct DistributionPicture {
  private let report: DistributionReport
  private let places: PlaceText
  private var cells = CellTable()
  private var rows: [[Int]]

  init(_ report: DistributionReport, _ places: PlaceText) {
    (self.report, self.places) = (report, places)
    rows = Array(repeating: [], count: report.roll.count)
  }

  /// The picture, with a title.
  mutating func picture(_ title: String) -> Picture {
    let columns = report.keys.map { column($0) }
    let roll = report.roll
    return Picture(
      title: title,
      facts: [
        "\(ScopeSetText.count(roll.count)) at and below "
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
          report.problems.map { "\(Printable.string($0.scope.path)): \($0.problem.message)" }
        ),
      ])
  }

  private mutating func column(_ key: KeyDistribution) -> Picture.Column {
    let origins = Origins(key, report.roll, places)
    var column = [Int?](repeating: nil, count: rows.count)
    var legend: [(value: String, tint: Int, count: Int)] = []
    let shares = report.values(of: key)
    let values = Contrast.cut(shares.map { report.shown($0.value).string }, to: 200)
    for (tint, (share, value)) in zip(shares, values).enumerated() {
      legend.append((value, tint, share.scopes.count))
      for number in share.scopes.numbers {
        let (mark, origin, reason) = origins.story(of: number)
        column[number] = cells.index(
          .init(mark: mark, value: value, tint: tint, origin: origin, reason: reason))
      }
    }
    for gap in key.absences {
      let reason = gap.absence.map { "at \(places.text($0.place))" }
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
    let pattern = String(decoding: report.names.shown(taking.marker.pattern), as: UTF8.self)
    return "\(places.text(taking.marker.place)) \(taking.marker.directive.rawValue) \(pattern): "
      + ScopeSetText(report.roll).words(taking.scopes)
  }
}

/// From where each scope has a key.
private struct Origins {
  private var origins: [String?]
  private var marks: [Int: (mark: Picture.Mark, reason: String?)] = [:]

  init(_ key: KeyDistribution, _ roll: ScopeRoll, _ places: PlaceText) {
    origins = Array(repeating: nil, count: roll.count)
    var counts = [Int](repeating: 0, count: roll.count)
    let shadowing = Set(key.definitions.flatMap(\.shadows).map { places.text($0) })
    for definition in key.definitions {
      let place = places.text(definition.place)
      for number in definition.scopes.numbers {
        counts[number] += 1
        origins[number] = counts[number] == 1 ? place : "\(place) and \(counts[number] - 1) more"
        guard roll.scopes[number] == definition.place.file.scope else { continue }
        let isShadow = shadowing.contains(place)
        let reasons = [
          definition.because.map { "because: \(Printable.excerpt($0))" },
          definition.until.map { "until \(Printable.string($0))" },
        ].compactMap { $0 }.joined(separator: "; ")
        marks[number] = (isShadow ? .shadows : .sets, reasons.isEmpty ? nil : reasons)
      }
    }
    let refused = key.definitions.filter { $0.refusedBy != nil }
    for definition in refused {
      // A scope of the roll, unless it stands above.
      let number = roll.scopes.firstIndex(of: definition.place.file.scope)
      guard let number, let final = definition.refusedBy else { continue }
      marks[number] = (
        .refused, "\(places.text(definition.place)), final at \(places.text(final))"
      )
    }
  }

  func story(of number: Int) -> (Picture.Mark, origin: String?, reason: String?) {
    let (mark, reason) = marks[number] ?? (.inherits, nil)
    return (mark, origins[number], reason)
  }
}

extension Picture.Mark {
  /// Why there is no value.
  init(_ reason: AbsenceReason?) {
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
