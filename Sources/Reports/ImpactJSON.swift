import Answers
import Cascade
import JSONSource

extension JSONWriter {
  /// Writes the `impact` object.
  package mutating func impact(_ report: ImpactReport, _ places: PlaceText) {
    let paths = ScopePaths(report.roll)
    object { writer in
      writer.member("version")
      writer.number(1)
      writer.list("changes", report.changes) { writer, change in
        let shown = report.shown(change)
        writer.member("key")
        writer.string(report.names.spelling(change.key))
        for (name, value) in [("from", shown.from), ("to", shown.to)] {
          guard let value else { continue }
          writer.member(name.utf8)
          writer.object { $0.valueMember(value, report.names) }
        }
        writer.list("cause", change.causes) { writer, cause in
          writer.member("side")
          writer.string(cause.side.word)
          writer.originMembers(cause.place, places)
        }
        writer.scopes("scopes", change.scopes, paths)
      }
      let held = report.edits.flatMap { edit in edit.holds.map { (edit, $0) } }
        .filter { !$0.1.scopes.isEmpty }
      writer.list("held", held) { writer, pair in
        writer.list("cause", [pair.0]) { $0.edit($1, report, places) }
        if pair.0.directive != nil {
          writer.member("key")
          writer.string(report.names.spelling(pair.0.pattern))
        }
        writer.keyMember(pair.0, report)
        writer.member("by")
        writer.string(pair.1.reason.rawValue)
        writer.member("at")
        writer.origin(pair.1.place, places)
        writer.scopes("scopes", pair.1.scopes, paths)
      }
      writer.list("idle", report.idle) { writer, edit in
        writer.edit(edit, report, places)
        writer.keyMember(edit, report)
      }
      writer.member("scopes")
      writer.object { writer in
        for (name, scopes) in [("added", report.added), ("removed", report.removed)] {
          writer.member(name.utf8)
          writer.array { writer in
            for scope in scopes {
              writer.element()
              writer.string(scope.path)
            }
          }
        }
      }
      writer.member("unresolved")
      writer.array { writer in
        for (scope, side, problem) in report.problems {
          writer.unresolved(scope, problem, places, side)
        }
        for (scope, failure) in report.failures {
          for problem in failure.diagnostics(in: scope) {
            writer.unresolved(scope, problem, places, failure.side)
          }
        }
      }
    }
  }

  private mutating func edit(_ edit: Edit, _ report: ImpactReport, _ places: PlaceText) {
    member("side")
    string(edit.places.to == nil ? Side.from.word : Side.to.word)
    if let place = edit.place { originMembers(place, places) }
  }

  private mutating func keyMember(_ edit: Edit, _ report: ImpactReport) {
    if edit.directive == .file { return }
    let isOfObject = edit.directive == nil || edit.directive == .include
    if let directive = edit.directive {
      member("directive")
      string(directive.rawValue)
    }
    member(isOfObject ? "key" : "argument")
    string(report.names.spelling(edit.pattern))
  }
}

extension Side {
  var word: String { self == .from ? "from" : "to" }
}
