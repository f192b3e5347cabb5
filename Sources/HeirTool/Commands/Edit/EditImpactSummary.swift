import Answers
import Cascade
import SafeText
import Trees

/// A summary of the effective values that an edit of a key changes.
package struct EditImpactSummary {
  private static let maxKeys = 8
  private static let maxScopes = 5

  let impact: Impact
  let key: Key
  let scope: Scope
  let places: PlaceFormatter
  /// Whether all scopes were compared.
  let isWhole: Bool
  /// False if a scope that was not compared may call the values secret.
  let showsValues: Bool

  /// Those of the edited scope, and of scopes that inherit from it.
  var secrets: ReportMask { impact.maskOfInheritors }

  /// For example `db.port changes in 13 scopes: /prod/eu/web 6432 → 5432, 12 below`, a line for each key.
  package var lines: [String] {
    let words = ImpactFormatter(impact, places)
    let all = impact.changes.grouped(by: \.key)
    let changes = all.filter { $0.id.isIn(key) } + all.filter { !$0.id.isIn(key) }
    var lines = changes.prefix(Self.maxKeys).map { line($0.id, $0.members, words) }
    let more = changes.count - lines.count
    if more > 0 {
      lines.append("\(Printable.count(more, "more key")) change\(more == 1 ? "s" : "")")
    }
    let isLost = impact.everyFailure.contains { $0.failure.side == .to }
    let unread = Set(impact.unread.lazy.filter { $0.side == .to }.map(\.scope))
    let isSame = lines.isEmpty && impact.added.isEmpty && impact.removed.isEmpty && !isLost
    if isSame && !unread.contains(scope) { lines.append("no effective value changes") }
    if !isWhole {
      lines.append(
        "only \(Printable.count(impact.scopeIndex.count, "scope")) compared within a second; "
          + "'heir impact' compares all")
    }
    if !unread.isEmpty {
      let scopes = Self.few(unread.sorted { $0.isBefore($1) }, 1)
      lines.append("not compared, because files cannot be read: \(scopes)")
    }
    return lines
  }

  private func line(_ key: Key, _ changes: [ImpactChange], _ words: ImpactFormatter) -> String {
    let numbers = ScopeSet(joining: changes.map(\.scopes)).numbers
    let number = numbers.first { impact.scopeIndex.scopes[$0] == scope } ?? numbers.first ?? 0
    let change = changes.first { $0.scopes.runs.contains { $0.contains(number) } } ?? changes[0]
    let all = "\(isWhole ? "" : "at least ")\(Printable.count(numbers.count, "scope"))"
    let text =
      "\(impact.names.text(key)) changes in \(all): "
      + impact.scopeIndex.scopes[number].text + (showsValues ? " \(words.values(change))" : "")
    let others = numbers.count - 1
    if others == 0 { return text }
    let below = numbers.count { number < $0 && $0 < impact.scopeIndex.end(of: number) }
    return "\(text), \(others) \(below == others ? "below" : "more")"
  }

  package var warnings: [String] {
    let failures = impact.failures.filter { $0.failure.side == .to }
      .grouped(by: \.failure.key)
    var warnings = failures.prefix(Self.maxKeys).map { key, all in
      let problem = problem(of: all[0])
      let can = all.contains { $0.failure.hasOther } ? "can no longer" : "cannot"
      return "\(impact.names.text(key)) \(can) be evaluated in "
        + Self.few(all.map(\.scope), 1) + (problem.map { ": \($0)" } ?? "")
    }
    let more = failures.count - warnings.count
    if more > 0 {
      warnings.append("\(Printable.count(more, "more key")) cannot be evaluated")
    }
    for (_, problems) in impact.brokenTypes.map(\.problem).grouped(by: { $0.key ?? [] }) {
      let place = problems[0].notes.lazy.compactMap(\.place).first
      warnings.append(places.text(problems[0].message, at: place))
    }
    let unknown = impact.unknownKeys.map(\.problem).grouped { $0.key ?? [] }
    warnings += unknown.prefix(Self.maxKeys).map { _, problems in
      places.text(problems[0].message, at: problems[0].place)
    }
    if unknown.count > Self.maxKeys {
      warnings.append(
        "\(Printable.count(unknown.count - Self.maxKeys, "more key")) would be unknown")
    }
    let broken = brokenScopes
    if !broken.isEmpty { warnings.append("\(Self.few(broken, 1)) can no longer be read") }
    return warnings
  }

  private func problem(of one: (scope: Scope, failure: ImpactFailure)) -> String? {
    one.failure.diagnostics(in: one.scope).first?.message
  }

  private var brokenScopes: [Scope] {
    var seen = Set(impact.problems.filter { $0.side == .from }.map(\.scope))
    return impact.problems.map(\.scope).filter { seen.insert($0).inserted }
  }

  /// The failure if a value could be evaluated before the edit and cannot be evaluated after it.
  package var lossFailure: Failure? {
    let lost = impact.everyFailure.filter { _, failure in
      failure.side == .to && failure.hasOther && !failure.problem.needsCaller
        && failure.key.isIn(key)
    }
    guard let first = lost.first else { return nil }
    return .message(
      "\(losses(lost)); nothing is written", notes: problem(of: first).map { [$0] } ?? [])
  }

  private func losses(_ lost: [(scope: Scope, failure: ImpactFailure)]) -> String {
    let could = lost.allSatisfy(\.failure.hasOther) ? "could no longer" : "could not"
    let scopes = lost.map(\.scope).grouped { $0 }.map(\.id)
    return "\(listed(lost.map(\.failure.key))) \(could) be evaluated in "
      + Self.few(scopes, Self.maxScopes)
  }

  private func listed(_ keys: [Key]) -> String {
    Set(keys.map { impact.names.text($0) }).sorted().prefix(3).joined(separator: ", ")
  }

  private static func few(_ scopes: [Scope], _ most: Int) -> String {
    Printable.listed(scopes.lazy.map(\.text), most: most)
  }

  /// For example `k would change in /a, /b; o.p and o.q in /c and 3 more`, for up to five scopes.
  private var changesElsewhere: String? {
    let others = impact.touchedScopes.filter { $0 != scope }
    if others.isEmpty { return nil }
    let told = others.prefix(Self.maxScopes).grouped { other -> [Key] in
      guard let number = impact.scopeIndex.scopes.firstIndex(of: other) else { return [] }
      let changes = impact.changes.filter { $0.scopes.runs.contains { $0.contains(number) } }
      return changes.grouped(by: \.key).map(\.id)
    }
    var parts = told.map { keys, scopes in
      let scopes = Self.few(scopes, scopes.count)
      return keys.isEmpty ? "\(scopes) would be new" : "\(listed(keys)) would change in \(scopes)"
    }
    let more = others.count - Self.maxScopes
    if more > 0 { parts[parts.count - 1] += " and \(more) more" }
    return parts.joined(separator: "; ")
  }

  /// The failure of `--only-here` if another scope changes or might change.
  package var otherScopesFailure: Failure? {
    let lost = impact.everyFailure.filter { $0.failure.side == .to && $0.scope != scope }
    let words = (changesElsewhere.map { [$0] } ?? []) + (lost.isEmpty ? [] : [losses(lost)])
    if !words.isEmpty {
      return .message(
        "\(words.joined(separator: "; ")); nothing is written",
        notes: ["to write it anyway, leave '--only-here' out"])
    }
    let doubtful = (impact.everyFailure.map(\.scope) + brokenScopes).filter { $0 != scope }
    guard let one = doubtful.first else { return nil }
    return .message(
      "\(one.text) cannot be evaluated and might change, which '--only-here' refuses; "
        + "nothing is written")
  }
}
