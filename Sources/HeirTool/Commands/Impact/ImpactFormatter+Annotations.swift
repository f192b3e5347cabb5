import Answers
import Cascade
import SafeText

extension ImpactFormatter {
  private static var maxKeys: Int { 4 }

  /// `impact` as annotations, those that affect the most scopes first, because GitHub shows the first ten of a step.
  package var annotations: String {
    var text = ""
    for (scope, side, problem) in impact.problems {
      text += remark(.error, problem.place, "\(Self.start(side, scope))\(problem.message)")
    }
    for (scope, failure) in impact.failures {
      for problem in failure.diagnostics(in: scope).prefix(1) {
        let start = Self.start(failure.side, scope)
        text += remark(.error, problem.place, "\(start)cannot be evaluated: \(problem.message)")
      }
    }
    // `causes` has a group for each edited line.
    for group in causes {
      guard let edit = group.edits.first?.first else { continue }
      let told = rows(group).lazy.map {
        "\(names.text($0.key))  \($0.values)  \(scopes.words($0.scopes))"
      }
      let parts = Printable.few(told, most: Self.maxKeys, doing: " changes")
      let gone = edit.places.to == nil && group.object == nil ? [self.edit(edit)] : []
      text += remark(.notice, edit.place, (gone + parts + notes([edit])).joined(separator: "; "))
    }
    for case .moves(let moves, let changes) in moved where !changes.isEmpty {
      let parts = Printable.few(changes, most: Self.maxKeys, doing: " change")
      let scopes = Printable.listed(pairs(moves), most: Self.maxKeys)
      text += remark(.notice, nil, "\(scopes): \(parts.joined(separator: "; "))")
    }
    for edit in impact.idle {
      let parts = ["\(self.edit(edit)): no effect", why(edit)].filter { !$0.isEmpty }
      text += remark(.notice, edit.place, parts.joined(separator: "; "))
    }
    return text
  }

  private static func start(_ side: Side, _ scope: Scope) -> String {
    "\(side == .from ? "before, in" : "in") \(scope.text): "
  }

  private func remark(
    _ level: Annotation.Level, _ place: SourceRange?, _ message: String
  ) -> String {
    // A removed statement has no line, so the annotation is for the file.
    let shown = place.map { place -> (file: [UInt8], region: Region) in
      let isGone = place.file.home == .former
      let home: SourceFile.TextOrigin = isGone ? .tree(0) : place.file.home
      return (
        places.file(place.file.path, home), isGone ? .beginning : places.region(place, .bytes)
      )
    }
    return Annotation.command(level, shown, title: "heir: impact", message)
  }
}
