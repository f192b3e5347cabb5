import Answers
import Cascade
import Legible

extension Impact {
  /// Both values; what is secret in one scope is masked in all, in both times.
  func shown(_ change: ImpactChange) -> ShownChange {
    mask.shown(BeforeAfter(from: change.from, to: change.to))
  }

  /// Whether something cannot be compared.
  package var isUnresolved: Bool { !failures.isEmpty || !problems.isEmpty }

  /// Whether no value and no scope differs.
  package var isEmpty: Bool { changes.isEmpty && added.isEmpty && removed.isEmpty }

  /// The scopes in which some value differs.
  private var changedScopes: ScopeSet { ScopeSet(joining: changes.map(\.scopes)) }

  /// The scopes in which something changes, those that came and went included, in byte order of paths.
  package var touchedScopes: [Scope] {
    let changed = changedScopes.numbers.map { scopeIndex.scopes[$0] }
    return (changed + added + removed).sorted { left, right in
      left.names.lexicographicallyPrecedes(right.names) { $0.lexicographicallyPrecedes($1) }
    }
  }

  /// `5 values change in 14 scopes by 2 edits; 1 edit changes nothing`.
  package var summary: String {
    let count = Printable.count
    var parts: [String] = []
    if changes.isEmpty {
      parts.append(
        isUnresolved ? "no value that can be compared changes" : "no effective value changes")
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
        "\(count(ofAbstract.count, "edit")) change\(ofAbstract.count == 1 ? "s" : "") abstract scopes alone, "
          + "which '--abstract' shows")
    }
    if !idle.isEmpty {
      parts.append("\(count(idle.count, "edit")) change\(idle.count == 1 ? "s" : "") nothing")
    }
    if !added.isEmpty { parts.append("\(count(added.count, "scope")) added") }
    if !removed.isEmpty { parts.append("\(count(removed.count, "scope")) removed") }
    if !failures.isEmpty { parts.append("\(count(failures.count, "value")) cannot be worked out") }
    return parts.joined(separator: "; ")
  }
}
