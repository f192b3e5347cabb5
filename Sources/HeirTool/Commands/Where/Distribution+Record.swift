import Answers
import Cascade
import SafeText

extension Distribution {
  package var record: Record {
    let paths = ScopePaths(scopeIndex)
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

  private func record(of key: KeyDistribution, _ paths: ScopePaths) -> Record {
    [
      "key": .key(key.key),
      "definitions": .list(isFiltered ? [] : key.definitions) { definition in
        .fields { field in
          field(.with, .origin(definition.place))
          field(.with, .value(self.mask.shown(definition.value)))
          field("scopes", .scopes(definition.scopes, paths))
          field("shadowedBy", .list(definition.shadows, Record.origin))
          field("outcome", definition.refusedBy == nil ? nil : "refused")
          field("by", definition.refusedBy.map(Record.origin))
          field("because", definition.because.map { .text(Printable.excerpt($0)) })
          field("until", definition.until.map { .text(Printable.excerpt($0)) })
        }
      },
      "markers": .list(isFiltered ? [] : key.markers) { taking in
        [
          "directive": .text(taking.marker.directive.rawValue),
          "argument": self.argument(taking.marker),
          .with: .origin(taking.marker.place), "cuts": .scopes(taking.scopes, paths),
        ]
      },
      "values": .list(values(of: key)) { share in
        .fields { field in
          field(.with, .value(self.mask.shown(share.value)))
          field("scopes", .scopes(share.scopes, paths))
        }
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
