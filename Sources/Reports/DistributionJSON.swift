import Answers
import Cascade
import Check
import Editing
import JSONSource
import Legible
import Sessions

extension JSONWriter {
  /// Writes the `where` object.
  package mutating func distribution(_ report: DistributionReport, _ places: PlaceText) {
    let paths = ScopePaths(report.roll)
    object { writer in
      writer.member("version")
      writer.number(1)
      writer.member("keys")
      writer.array { writer in
        for key in report.keys {
          writer.element()
          writer.key(key, report, places, paths)
        }
      }
      writer.member("unresolved")
      writer.array { writer in
        for (scope, problem) in report.problems { writer.unresolved(scope, problem, places) }
        for failure in report.keys.flatMap(\.failures) {
          for number in failure.scopes.numbers {
            for problem in failure.problem.diagnostics {
              let scope = report.roll.scopes[number]
              writer.unresolved(scope, problem.asked(in: scope), places)
            }
          }
        }
      }
    }
  }

  private mutating func key(
    _ key: KeyDistribution, _ report: DistributionReport, _ places: PlaceText, _ paths: ScopePaths
  ) {
    let names = report.names
    object { writer in
      writer.member("key")
      writer.string(names.spelling(key.key))
      writer.list("definitions", report.isFiltered ? [] : key.definitions) { writer, definition in
        writer.originMembers(definition.place, places)
        writer.valueMember(report.shown(definition.value), names)
        writer.scopes("scopes", definition.scopes, paths)
        writer.places("shadowedBy", definition.shadows, places)
        if let final = definition.refusedBy {
          writer.member("outcome")
          writer.string("refused")
          writer.member("by")
          writer.origin(final, places)
        }
        for (name, text) in [("because", definition.because), ("until", definition.until)] {
          if let text {
            writer.member(name.utf8)
            writer.string(Printable.excerpt(text))
          }
        }
      }
      writer.list("markers", report.isFiltered ? [] : key.markers) { writer, taking in
        writer.member("directive")
        writer.string(taking.marker.directive.rawValue)
        writer.member("argument")
        writer.string(names.spelling(taking.marker.pattern))
        writer.originMembers(taking.marker.place, places)
        writer.scopes("cuts", taking.scopes, paths)
      }
      writer.list("values", report.values(of: key)) { writer, share in
        writer.valueMember(report.shown(share.value), names)
        writer.scopes("scopes", share.scopes, paths)
      }
      writer.list("absent", report.isFiltered ? [] : key.absences) { writer, gap in
        writer.member("reason")
        writer.string((gap.absence?.reason ?? .neverSet).rawValue)
        if let absence = gap.absence {
          writer.member("at")
          writer.origin(absence.place, places)
        }
        writer.scopes("scopes", gap.scopes, paths)
      }
    }
  }

  /// Writes a member that is a list of objects.
  mutating func list<Item>(
    _ name: StaticString, _ items: [Item], _ body: (inout JSONWriter, Item) -> Void
  ) {
    member(name)
    array { writer in
      for item in items {
        writer.element()
        writer.object { body(&$0, item) }
      }
    }
  }

  /// Writes a member that lists scopes by their paths.
  package mutating func scopes(_ name: StaticString, _ set: ScopeSet, _ paths: ScopePaths) {
    member(name)
    array { writer in
      let separator = writer.separator
      for run in set.runs {
        writer.elements(written: paths.elements(run, separator: separator))
      }
    }
  }

  package mutating func places(_ name: StaticString, _ all: [Place], _ places: PlaceText) {
    member(name)
    array { writer in
      for place in all {
        writer.element()
        writer.origin(place, places)
      }
    }
  }

  /// Writes an element about a scope of which something is not known.
  mutating func unresolved(
    _ scope: Scope, _ problem: Diagnostic, _ places: PlaceText, _ side: Side? = nil
  ) {
    element()
    object { writer in
      writer.member("scope")
      writer.string(scope.path)
      if let side {
        writer.member("side")
        writer.string(side.word)
      }
      if let key = problem.key {
        writer.member("key")
        writer.string(key)
      }
      writer.member("message")
      writer.string(problem.message)
      if let place = problem.place {
        writer.member("at")
        writer.origin(place, places)
      } else if let path = problem.path {
        writer.member("file")
        writer.string(path)
      }
    }
  }
}
