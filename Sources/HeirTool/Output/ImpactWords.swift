import Cascade
import JSONSource
import Legible

/// The words in which every form of `impact` speaks of edits and changes.
struct ImpactWords {
  let report: ImpactReport
  let places: PlaceText
  let scopes: ScopeSetText

  init(_ report: ImpactReport, _ places: PlaceText) {
    (self.report, self.places) = (report, places)
    scopes = ScopeSetText(report.roll)
  }

  func value(_ value: ShownValue?, of key: Key) -> String {
    guard let value else { return "none" }
    return value.text(report.mask(of: key), reveals: report.reveals, report.names)
  }

  /// `"a" → "b"`; a secret is told as changed.
  func values(_ change: ImpactChange) -> String {
    values(Sides(from: change.from, to: change.to), of: change.key)
  }

  private func values(_ values: Sides<ShownValue?>, of key: Key) -> String {
    let (from, to) = (value(values.from, of: key), value(values.to, of: key))
    return from == to ? "\(to) changes" : "\(from) → \(to)"
  }

  /// One key's changes that read alike, with all scopes that they hit.
  struct Row {
    let change: ImpactChange
    let values: String
    var scopes: ScopeSet
  }

  /// The changes of a group as rows, in its order.
  func rows(_ group: ImpactReport.Group) -> [Row] {
    var rows: [Row] = []
    for change in group.changes {
      let values = values(change)
      let same = rows.lastIndex { $0.change.key == change.key && $0.values == values }
      if let same {
        rows[same].scopes = ScopeSet(joining: [rows[same].scopes, change.scopes])
      } else {
        rows.append(Row(change: change, values: values, scopes: change.scopes))
      }
    }
    return rows
  }

  /// `config/prod/db.json:3:13`; of a statement that is gone, where it stood.
  func place(_ edit: Edit) -> String {
    guard let place = edit.place else { return "-" }
    if case .text = edit.subject { return places.path(place.file.path, place.file.home) }
    return places.text(place)
  }

  /// What an edit is about: a key, a directive with its key.
  func subject(_ edit: Edit) -> String {
    func text(_ spelling: [UInt8]) -> String { String(decoding: spelling, as: UTF8.self) }
    switch edit.subject {
    case .value(let key): return report.names.text(key)
    case .marker(let directive, let pattern):
      return "\(directive.rawValue) \(text(report.names.shown(pattern)))"
    case .inclusion(let key):
      return key.names.isEmpty ? "$include" : "$include in \(report.names.text(key))"
    case .text: return "the text"
    }
  }

  /// What became of a statement that is no value.
  func fate(_ edit: Edit) -> String {
    switch (edit.places.from, edit.places.to) {
    case (nil, _): "added"
    case (_, nil): "removed"
    default: "edited"
    }
  }

  /// `db.host  "a" → "b"` as the files say it; `$stop db.host  added`.
  func edit(_ edit: Edit) -> String {
    guard case .value(let key) = edit.subject else { return "\(subject(edit))  \(fate(edit))" }
    return "\(subject(edit))  \(values(edit.values, of: key))"
  }

  /// `2 shadow it; stopped in 1`, and why it was made.
  func holds(_ edit: Edit) -> [String] {
    var words: [String] = []
    let shadows = edit.holds.filter { $0.reason == .shadowed && !$0.scopes.isEmpty }
    if !shadows.isEmpty {
      words.append("\(shadows.count) shadow\(shadows.count == 1 ? "s" : "") it")
    }
    for reason in [Edit.Hold.Reason.stopped, .excluded, .refused] {
      let count = edit.holds.filter { $0.reason == reason }.reduce(0) { $0 + $1.scopes.count }
      if count > 0 { words.append("\(reason.rawValue) in \(count)") }
    }
    return words
  }

  func reasons(_ edit: Edit) -> [String] {
    var words: [String] = []
    if let because = edit.because { words.append("because: \(Printable.excerpt(because))") }
    if let until = edit.until { words.append("until \(Printable.string(until))") }
    return words
  }

  /// What keeps an edit that does nothing from doing something.
  func why(_ edit: Edit) -> String {
    let all = edit.holds.filter { !$0.scopes.isEmpty }.map {
      "\($0.reason.rawValue) at \(places.text($0.place)) in \(scopes.words($0.scopes))"
    }
    let rest = all.count > 3 ? ["and at \(all.count - 3) more places"] : []
    return (all.prefix(3) + rest).joined(separator: "; ")
  }

  /// Scopes that came or went.
  func listed(_ scopes: [Scope]) -> String {
    let all = scopes.map { Printable.string($0.path) }
    let rest = all.count > 10 ? ["and \(all.count - 10) more"] : []
    return (all.prefix(10) + rest).joined(separator: ", ")
  }

  /// What cannot be worked out, what has one cause once.
  var unresolved: [(place: String?, words: String)] {
    var found: [(place: String?, words: String)] = []
    for (_, side, problem) in report.problems {
      let place =
        problem.place.map { places.text($0) }
        ?? problem.path.map { places.path($0, problem.home) }
      found.append((place, "\(Self.time(side)): \(problem.message)"))
    }
    var counts: [String: Int] = [:]
    var order: [(id: String, place: String?, words: String)] = []
    for (scope, failure) in report.failures {
      let diagnostic = failure.problem.diagnostics.first
      let place = diagnostic?.place.map { places.text($0) }
      let key = report.names.text(failure.key)
      let id = "\(failure.side) \(place ?? "") \(key)"
      if counts[id] == nil {
        let words =
          "\(Self.time(failure.side)): \(key) in \(Printable.string(scope.path)): "
          + (diagnostic?.message ?? "")
        order.append((id, place, words))
      }
      counts[id, default: 0] += 1
    }
    for (id, place, words) in order {
      let more = (counts[id] ?? 1) - 1
      found.append((place, more == 0 ? words : "\(words); so in \(more) more"))
    }
    return found
  }

  private static func time(_ side: Side) -> String { side == .from ? "before" : "now" }
}
