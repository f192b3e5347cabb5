import Answers
import Cascade
import SafeText

extension Impact {
  /// Both values; a secret of any scope is masked in all scopes and on both sides.
  func shown(_ change: ImpactChange) -> ShownChange {
    mask.shown(BeforeAfter(from: change.from, to: change.to))
  }

  package var isUnresolved: Bool { !failures.isEmpty || !problems.isEmpty }
  package var isEmpty: Bool { changes.isEmpty && added.isEmpty && removed.isEmpty }

  package var diagnostics: [Diagnostic] {
    problems.map(\.problem) + failures.flatMap { $0.failure.diagnostics(in: $0.scope) }
  }

  var unpaired: BeforeAfter<[Scope]> {
    let (old, new) = (Set(moves.map(\.from)), Set(moves.map(\.to)))
    return BeforeAfter(
      from: removed.filter { !old.contains($0) }, to: added.filter { !new.contains($0) })
  }

  private var changedScopes: ScopeSet { ScopeSet(joining: changes.map(\.scopes)) }

  package var touchedScopes: [Scope] {
    let changed = changedScopes.numbers.map { scopeIndex.scopes[$0] }
    return (changed + added + removed).sorted { $0.isBefore($1) }
  }

  /// For example `5 keys change in 14 of 20 scopes by 2 edits; 1 edit has no effect`.
  package var summary: String {
    let count = Printable.count
    var parts: [String] = []
    if changes.isEmpty {
      if isUnresolved {
        parts.append("no comparable value changes")
      } else if isEmpty {
        parts.append("no effective value changes")
      }
    } else {
      let keys = Set(changes.map(\.key)).count
      let causes = Set(changes.flatMap(\.edits).map(ObjectIdentifier.init)).count
      parts.append(
        "\(count(keys, "key")) change\(keys == 1 ? "s" : "") "
          + "in \(changedScopes.count) of \(count(scopeIndex.count, "scope")) by \(count(causes, "edit"))"
      )
    }
    if !ofAbstract.isEmpty {
      parts.append(
        "\(count(ofAbstract.count, "edit")) change\(ofAbstract.count == 1 ? "s" : "") only abstract scopes "
          + "('--abstract' shows them)")
    }
    if !idle.isEmpty {
      parts.append("\(count(idle.count, "edit")) \(idle.count == 1 ? "has" : "have") no effect")
    }
    if !moves.isEmpty {
      let keys = Set(moves.flatMap { $0.changes.map(\.key) }).count
      parts.append(
        "\(count(moves.count, "scope")) moved, "
          + (keys == 0
            ? "with the same values" : "with \(count(keys, "changed key"))"))
    }
    let (new, gone) = (added.count - moves.count, removed.count - moves.count)
    if new > 0 { parts.append("\(count(new, "scope")) added") }
    if gone > 0 { parts.append("\(count(gone, "scope")) removed") }
    if !failures.isEmpty { parts.append("\(count(failures.count, "value")) cannot be evaluated") }
    return parts.joined(separator: "; ")
  }
}
