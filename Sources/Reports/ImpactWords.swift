import Answers
import Cascade
import JSONSource
import Legible

/// The words in which every form of `impact` speaks of edits and changes.
struct ImpactWords {
  let report: ImpactReport
  let places: PlaceText
  let scopes: ScopeSetText

  /// Both sides of each change, all of one key told apart.
  private let told: [ObjectIdentifier: Sides<String?>]
  /// A longer value is cut around what differs.
  private static let longest = 60

  init(_ report: ImpactReport, _ places: PlaceText) {
    (self.report, self.places) = (report, places)
    scopes = ScopeSetText(report.roll)
    var told: [ObjectIdentifier: Sides<String?>] = [:]
    for changes in Dictionary(grouping: report.changes, by: \.key).values {
      let apart = Self.apart(changes.map { report.shown($0) })
      for (change, sides) in zip(changes, apart) { told[ObjectIdentifier(change)] = sides }
    }
    self.told = told
  }

  /// Both sides of changes of one key, cut around what differs; nil for none.
  private static func apart(_ changes: [ShownChange]) -> [Sides<String?>] {
    let sides = changes.map { $0.sides(longest) }
    let cut = Contrast.cut(sides.flatMap { [$0.from, $0.to].compactMap { $0 } }, to: longest)
    var rest = cut[...]
    return sides.map { side in
      let from = side.from == nil ? nil : rest.popFirst()
      return Sides(from: from, to: side.to == nil ? nil : rest.popFirst())
    }
  }

  /// Both sides of a change; nil for none.
  func sides(_ change: ImpactChange) -> Sides<String?> {
    told[ObjectIdentifier(change)] ?? Sides(from: nil, to: nil)
  }

  /// `"a" → "b"`; a secret is told as changed.
  func values(_ change: ImpactChange) -> String { Self.values(sides(change)) }

  private static func values(_ sides: Sides<String?>) -> String {
    let (from, to) = (sides.from ?? "none", sides.to ?? "none")
    return from.utf8.elementsEqual(to.utf8) ? "\(to) changes" : "\(from) → \(to)"
  }

  /// One key's changes that read alike, with all scopes that they hit; or all that is in an object that
  /// came or went.
  struct Row {
    let key: Key
    let sides: Sides<String?>
    var scopes: ScopeSet

    var values: String { ImpactWords.values(sides) }
  }

  /// The changes of a group as rows, in its order.
  func rows(_ group: ImpactReport.Group) -> [Row] {
    if let object = group.object { return [row(of: object, group.changes)] }
    var rows: [Row] = []
    // By bytes: texts that differ may be equal as strings.
    var known: [Key: [[UInt8]: Int]] = [:]
    for change in group.changes {
      let row = Row(key: change.key, sides: sides(change), scopes: change.scopes)
      let words = Array(row.values.utf8)
      if let same = known[change.key]?[words] {
        rows[same].scopes = ScopeSet(joining: [rows[same].scopes, change.scopes])
      } else {
        known[change.key, default: [:]][words] = rows.count
        rows.append(row)
      }
    }
    return rows
  }

  /// An object that came or went: how many values did with it.
  func row(of object: Key, _ changes: [ImpactChange]) -> Row {
    let count = Set(changes.map(\.key)).count
    let text = "{\(count) value\(count == 1 ? "" : "s")}"
    let isNew = changes.first?.from == nil
    return Row(
      key: object, sides: Sides(from: isNew ? nil : text, to: isNew ? text : nil),
      scopes: ScopeSet(joining: changes.map(\.scopes)))
  }

  /// `config/prod/db.json:3:13`; of a statement that is gone, where it stood.
  func place(_ edit: Edit) -> String {
    guard let place = edit.place else { return "-" }
    if edit.directive == .file { return places.path(place.file.path, place.file.home) }
    return places.text(place)
  }

  /// What an edit is about: a key, a directive with its key.
  func subject(_ edit: Edit) -> String {
    let keys = String(decoding: report.names.shown(edit.pattern), as: UTF8.self)
    switch edit.directive {
    case nil: return keys
    case .file: return "the text"
    case .include: return edit.pattern.parts.isEmpty ? "$include" : "$include in \(keys)"
    case let directive?: return "\(directive.rawValue) \(keys)"
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
    guard edit.directive == nil else { return "\(subject(edit))  \(fate(edit))" }
    return Self.apart([report.shown(edit)]).reduce(subject(edit)) { "\($0)  \(Self.values($1))" }
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
    var ids: [ObjectIdentifier: String] = [:]
    for (scope, failure) in report.failures {
      if let id = ids[ObjectIdentifier(failure)] {
        counts[id, default: 0] += 1
        continue
      }
      let diagnostic = failure.diagnostics(in: scope).first
      let place = diagnostic?.place.map { places.text($0) }
      let key = report.names.text(failure.key)
      let id = "\(failure.side) \(place ?? "") \(key)"
      ids[ObjectIdentifier(failure)] = id
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

extension ShownChange {
  /// Both sides on one line: whole where they are not longer than asked, of longer arrays what came and went.
  fileprivate func sides(_ longest: Int) -> Sides<String?> {
    let whole = Sides(from: from?.string, to: to?.string)
    let isLong = [whole.from, whole.to].contains { ($0?.unicodeScalars.count ?? 0) > longest }
    guard isLong, let elements else { return whole }
    return Sides(from: elements.text(elements.gone), to: elements.text(elements.new))
  }
}

extension ShownChange.Elements {
  /// `[…3, "a", …7]`: those that differ, between how many that do not.
  fileprivate func text(_ own: [ShownValue]) -> String {
    let parts =
      (start > 0 ? ["…\(start)"] : []) + own.map(\.string) + (end > 0 ? ["…\(end)"] : [])
    return "[\(parts.joined(separator: ", "))]"
  }
}
