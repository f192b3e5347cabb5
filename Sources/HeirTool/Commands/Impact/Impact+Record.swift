import Answers
import Cascade

extension Impact {
  package var record: Record {
    let paths = ScopePaths(scopeIndex)
    let held = edits.lazy.flatMap { edit in edit.holds.lazy.map { (edit, $0) } }
      .filter { !$0.1.scopes.isEmpty }
    return [
      "version": 1,
      "changes": .list(changes) { change in
        let shown = self.shown(change)
        return [
          "key": .key(change.key), "from": shown.from.map(Record.value),
          "to": shown.to.map(Record.value),
          "cause": .list(change.causes) {
            ["side": .text($0.side.word), .with: .origin($0.place)]
          },
          "scopes": .scopes(change.scopes, paths), "attributes": .attributes(change.attributes),
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
      "abstract": ofAbstract.isEmpty
        ? nil : .list(ofAbstract) { [.with: self.place($0), .with: self.subject($0)] },
      "idle": .list(idle) { [.with: self.place($0), .with: self.subject($0)] },
      "scopes": [
        "added": .list(added) { .bytes($0.path) }, "removed": .list(removed) { .bytes($0.path) },
        "moved": moves.isEmpty ? nil : .list(moves, self.record),
      ],
      "unknown": unknownKeys.isEmpty
        ? nil : .list(unknownKeys) { .unresolved($0.scope, $0.problem, nil) },
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

  private func record(_ move: ScopeMove) -> Record {
    [
      "from": .bytes(move.from.path), "to": .bytes(move.to.path),
      "changes": .list(move.changes) { change in
        let shown = self.mask.shown(change.values)
        return [
          "key": .key(change.key), "from": shown.from.map(Record.value),
          "to": shown.to.map(Record.value),
        ]
      },
    ]
  }

  private func place(_ edit: StatementChange) -> Record {
    let side: Side = edit.places.to == nil ? .from : .to
    return ["side": .text(side.word), .with: edit.place.map(Record.origin)]
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
}
