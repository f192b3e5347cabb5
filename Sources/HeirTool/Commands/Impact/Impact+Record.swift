import Answers
import Cascade
import SafeText

extension Impact {
  package var record: Record {
    let paths = scopeIndex.scopes.map(\.path)
    let held = edits.lazy.flatMap { edit in edit.holds.lazy.map { (edit, $0) } }
      .filter { !$0.1.scopes.isEmpty }
    return [
      "version": 1,
      "changes": .list(changes) { change in
        [
          .with: self.values(change), "cause": .list(change.causes) { .cause($0.side, $0.place) },
          "scopes": .scopes(change.scopes, paths),
          "attributes": .attributes(change.attributes),
        ]
      },
      "held": .list(held) { edit, hold in
        [
          "cause": .list([edit], self.place),
          // A directive has its key here, too.
          "key": edit.directive.map { _ in .bytes(self.names.spelling(edit.pattern)) },
          .with: self.subject(edit),
          "by": .text(hold.reason.rawValue), "at": .origin(hold.place),
          "scopes": .scopes(hold.scopes, paths),
        ]
      },
      "abstract": .list(ifAny: ofAbstract) { [.with: self.place($0), .with: self.subject($0)] },
      "idle": .list(idle) { [.with: self.place($0), .with: self.subject($0)] },
      "scopes": [
        "added": .list(added) { .bytes($0.path) }, "removed": .list(removed) { .bytes($0.path) },
        "moved": .list(ifAny: moves) { move in
          [
            "from": .bytes(move.from.path), "to": .bytes(move.to.path),
            "changes": .list(move.changes, self.values),
          ]
        },
      ],
      "unknown": .list(ifAny: unknownKeys) { .unresolved($0.scope, $0.problem, nil) },
      "unresolved": .items { body in
        for (scope, side, problem) in self.problems { body(.unresolved(scope, problem, side)) }
        // Scopes that inherit from a scope share its problems, which are reported once.
        let told = BeforeAfter { side in
          Set(self.problems.lazy.filter { $0.side == side }.map(\.scope))
        }
        for (scope, side, problem) in self.unread where !told[side].contains(scope) {
          body(.unresolved(scope, problem, side))
        }
        for (scope, failure) in self.failures {
          for problem in failure.diagnostics(in: scope) {
            body(.unresolved(scope, problem, failure.side))
          }
        }
      },
    ]
  }

  private func values(_ change: ImpactChange) -> Record {
    let shown = shown(change)
    return [
      "key": .key(change.key), "from": shown.from.map(Record.value),
      "to": shown.to.map(Record.value),
    ]
  }

  private func place(_ edit: StatementChange) -> Record {
    .cause(edit.places.to == nil ? .from : .to, edit.place)
  }

  private func subject(_ edit: StatementChange) -> Record? {
    if edit.directive == .file { return nil }
    if let directive = edit.directive, directive.subject == .scope {
      return ["directive": .text(directive.rawValue)]
    }
    let isOfObject = edit.directive.map { [.include, .pass].contains($0) } ?? true
    // The top object has no key.
    let isOfTop = isOfObject && edit.pattern.parts.isEmpty
    return [
      "directive": edit.directive.map { .text($0.rawValue) },
      .named(isOfObject ? "key" : "argument"):
        isOfTop ? nil : .bytes(names.spelling(edit.pattern)),
    ]
  }

  /// Both values; a secret of any scope is masked in all scopes and on both sides.
  func shown(_ change: ImpactChange) -> ShownChange {
    mask.shown(change.values)
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

extension Record {
  static func cause(_ side: Side, _ place: SourceRange?) -> Record {
    ["side": .text(side.word), .with: place.map(origin)]
  }
}
