import Answers
import Cascade
import SafeText

extension Distribution {
  package var record: Record {
    let paths = scopeIndex.scopes.map(\.path)
    return [
      "version": 1, "keys": .list(keys) { self.record(of: $0, paths) },
      "unresolved": .items { body in
        for (_, scope, problem) in self.problems { body(.unresolved(scope, problem)) }
        // Scopes that inherit from a scope share its problems, which are reported once.
        let told = Set(self.problems.map(\.scope))
        for (_, scope, problem) in self.unread where !told.contains(scope) {
          body(.unresolved(scope, problem))
        }
        for failure in self.keys.flatMap(\.failures) {
          for scope in failure.scopes.numbers.lazy.map({ self.scopeIndex.scopes[$0] }) {
            for problem in failure.problem.diagnostics {
              body(.unresolved(scope, problem.asked(in: scope)))
            }
          }
        }
      },
    ]
  }

  private func record(of key: KeyDistribution, _ paths: [[UInt8]]) -> Record {
    [
      "key": .key(key.key),
      "definitions": .list(isFiltered ? [] : key.definitions) { definition in
        [
          .with: .origin(definition.place), .with: .value(self.mask.shown(definition.value)),
          "scopes": .scopes(definition.scopes, paths),
          "shadowedBy": .list(definition.shadows, Record.origin),
          "outcome": definition.refusedBy == nil ? nil : "refused",
          "by": definition.refusedBy.map(Record.origin),
          "because": definition.because.map { .text(Printable.excerpt($0)) },
          "until": definition.until.map { .text(Printable.excerpt($0)) },
        ]
      },
      "markers": .list(isFiltered ? [] : key.markers) { taking in
        [
          "directive": .text(taking.marker.directive.rawValue),
          "argument": self.argument(taking.marker),
          .with: .origin(taking.marker.place), "cuts": .scopes(taking.scopes, paths),
        ]
      },
      "values": .list(values(of: key)) { share in
        [
          .with: .value(self.mask.shown(share.value)),
          "scopes": .scopes(share.scopes, paths),
        ]
      },
      "absent": .list(isFiltered ? [] : key.absences) { gap in
        [.with: .absence(gap.absence), "scopes": .scopes(gap.scopes, paths)]
      },
    ]
  }

  private func argument(_ marker: Marker) -> Record {
    if marker.directive != .pass { return .bytes(names.spelling(marker.pattern)) }
    return .list(marker.passed) { .bytes(self.names.spelling($0.pattern)) }
  }
}
