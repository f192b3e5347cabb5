import Answers
import Cascade
import Check
import JSONSource
import Legible
import Sessions

/// Whom an edit of one key hits, in few lines.
package struct EditAccount {
  private static let mostKeys = 8
  private static let mostScopes = 5

  private let report: ImpactReport
  private let key: Key
  private let scope: Scope
  private let words: ImpactWords
  private let isWhole: Bool

  /// `isWhole` tells whether all scopes were looked at.
  package init(
    _ report: ImpactReport, _ key: Key, _ scope: Scope, _ places: PlaceText, isWhole: Bool
  ) {
    (self.report, self.key, self.scope, self.isWhole) = (report, key, scope, isWhole)
    words = ImpactWords(report, places)
  }

  /// What is masked of the edited key in all scopes, for it is secret in one.
  package var mask: Mask { report.mask.mask(key) }

  /// `db.port changes in 13 scopes: /prod/eu/web 6432 → 5432, 12 below`, a line for each key.
  package var lines: [String] {
    var order: [Key] = []
    var changes: [Key: [ImpactChange]] = [:]
    for change in report.changes {
      if changes[change.key] == nil { order.append(change.key) }
      changes[change.key, default: []].append(change)
    }
    // The edited key, and what is in it, comes first.
    let own = order.filter { $0.names.starts(with: key.names) }
    order = own + order.filter { !$0.names.starts(with: key.names) }
    var lines = order.prefix(Self.mostKeys).map { line($0, changes[$0] ?? []) }
    if order.count > Self.mostKeys {
      let more = order.count - Self.mostKeys
      lines.append("\(more) more key\(more == 1 ? " changes" : "s change")")
    }
    let isLost = report.everyFailure.contains { $0.failure.side == .to }
    if lines.isEmpty && report.added.isEmpty && report.removed.isEmpty && !isLost {
      lines.append("no effective value changes")
    }
    if !isWhole {
      lines.append(
        "that is what is known after a second, from \(ScopeSetText.count(report.roll.count)); "
          + "'heir impact' looks at all")
    }
    return lines
  }

  private func line(_ key: Key, _ changes: [ImpactChange]) -> String {
    let set = ScopeSet(joining: changes.map(\.scopes))
    let numbers = set.numbers
    let number = numbers.first { report.roll.scopes[$0] == scope } ?? numbers.first ?? 0
    let change = changes.first { $0.scopes.runs.contains { $0.contains(number) } } ?? changes[0]
    let first = report.roll.scopes[number]
    let all = "\(isWhole ? "" : "at least ")\(ScopeSetText.count(numbers.count))"
    var text =
      "\(report.names.text(key)) changes in \(all): "
      + "\(Printable.string(first.path)) \(words.values(change))"
    let others = numbers.count - 1
    if others > 0 {
      let below = numbers.count { number < $0 && $0 < report.roll.end(of: number) }
      text += ", \(others) \(below == others ? "below" : "more")"
    }
    return text
  }

  /// What cannot be worked out any more, or was not looked at.
  package var warnings: [String] {
    var order: [Key] = []
    var failures: [Key: [(scope: Scope, failure: ImpactFailure)]] = [:]
    for failure in report.failures where failure.failure.side == .to {
      let key = failure.failure.key
      if failures[key] == nil { order.append(key) }
      failures[key, default: []].append(failure)
    }
    var warnings = order.prefix(Self.mostKeys).compactMap { key -> String? in
      guard let all = failures[key], let first = all.first else { return nil }
      let problem =
        first.failure.diagnostics(in: first.scope).first.map { ": \($0.message)" } ?? ""
      let more = all.count > 1 ? " and \(all.count - 1) more" : ""
      let any = all.contains { $0.failure.hasOther } ? " any more" : ""
      return "\(report.names.text(key)) cannot be worked out\(any) in "
        + "\(Printable.string(first.scope.path))\(more)\(problem)"
    }
    let more = order.count - warnings.count
    if more > 0 {
      warnings.append("\(more) more key\(more == 1 ? "" : "s") cannot be worked out any more")
    }
    var told: Set<[UInt8]> = []
    for (_, problem) in report.brokenTypes where told.insert(problem.key ?? []).inserted {
      let place = problem.notes.lazy.compactMap(\.place).first.map { " (\(words.places.text($0)))" }
      warnings.append(problem.message + (place ?? ""))
    }
    if let one = brokenScopes.first {
      let more = brokenScopes.count > 1 ? " and \(brokenScopes.count - 1) more" : ""
      warnings.append("\(Printable.string(one.path))\(more) cannot be read any more")
    }
    return warnings
  }

  /// The scopes that could be read before and cannot be read now; what nobody can ask in either time does
  /// not change.
  private var brokenScopes: [Scope] {
    let before = Set(report.problems.filter { $0.side == .from }.map(\.scope))
    var seen = before
    return report.problems.map(\.scope).filter { seen.insert($0).inserted }
  }

  /// Why a computed value is not set: what is there could be worked out before.
  package var refusalOfLoss: Failure? {
    let lost = report.everyFailure.filter { _, failure in
      failure.side == .to && failure.hasOther && !failure.problem.needsVariable
        && failure.key.names.starts(with: key.names)
    }
    guard let first = lost.first else { return nil }
    let problem = first.failure.diagnostics(in: first.scope).first.map { [$0.message] } ?? []
    return .message("\(losses(lost)); nothing is written", notes: problem)
  }

  /// `k could not be worked out any more in /, /m and 3 more`.
  private func losses(_ lost: [(scope: Scope, failure: ImpactFailure)]) -> String {
    let keys = Set(lost.map { report.names.text($0.failure.key) }).sorted().prefix(3)
    let any = lost.allSatisfy(\.failure.hasOther) ? " any more" : ""
    var seen: Set<Scope> = []
    let scopes = lost.map(\.scope).filter { seen.insert($0).inserted }.map(\.path)
    return "\(keys.joined(separator: ", ")) could not be worked out\(any) in \(Self.few(scopes))"
  }

  private static func few(_ scopes: [[UInt8]]) -> String {
    let shown = scopes.prefix(mostScopes).map { Printable.string($0) }
    let rest = scopes.count > shown.count ? " and \(scopes.count - shown.count) more" : ""
    return shown.joined(separator: ", ") + rest
  }

  /// Why `--only` refuses: another scope would change, or might.
  package var refusalOfOthers: Failure? {
    let others = report.scopeNames.filter { $0 != scope.path }
    let lost = report.everyFailure.filter { $0.failure.side == .to && $0.scope != scope }
    var words = lost.isEmpty ? [] : [losses(lost)]
    if !others.isEmpty {
      let keys = Set(report.changes.map { report.names.text($0.key) }).sorted().prefix(3)
      words.insert("\(keys.joined(separator: ", ")) would change in \(Self.few(others))", at: 0)
    }
    if !words.isEmpty {
      return .message(
        "\(words.joined(separator: "; ")); nothing is written",
        notes: ["without '--only' it is written all the same"])
    }
    let doubtful = (report.everyFailure.map(\.scope) + brokenScopes).filter { $0 != scope }
    guard let one = doubtful.first else { return nil }
    return .message(
      "'--only' cannot tell whether \(Printable.string(one.path)) would change, which cannot be "
        + "worked out; nothing is written")
  }
}
