import Answers
import Cascade
import Legible

/// `impact` as remarks beside the edited lines, those that hit the most scopes first: GitHub shows the first
/// ten of a step.
package struct ImpactAnnotations {
  package private(set) var text = ""
  private let words: ImpactWords
  private let places: PlaceText
  /// How many keys one remark names.
  private static var mostKeys: Int { 4 }

  package init(_ report: ImpactReport, _ places: PlaceText) {
    self.places = places
    words = ImpactWords(report, places)
    for (scope, side, problem) in report.problems {
      append(
        .error, problem.place, "\(side.words) \(scope.text): \(problem.message)")
    }
    for (scope, failure) in report.failures {
      for problem in failure.diagnostics(in: scope).prefix(1) {
        let start = "\(failure.side.words) \(scope.text): "
        append(.error, problem.place, "\(start)cannot be worked out: \(problem.message)")
      }
    }
    for group in report.groups { append(group) }
    for edit in report.idle {
      let why = words.why(edit)
      append(
        .notice, edit.place,
        "\(words.edit(edit)): changes nothing\(why.isEmpty ? "" : "; \(why)")")
    }
  }

  private mutating func append(_ group: ImpactReport.Group) {
    guard let edit = group.edits.first else { return }
    let words = words
    let told = words.rows(group).lazy.map { row in
      "\(words.report.names.text(row.key))  \(row.values)  \(words.scopes.words(row.scopes))"
    }
    let parts = Printable.few(told, most: Self.mostKeys, doing: " changes")
    let gone = edit.places.to == nil && group.object == nil ? ["\(words.edit(edit))"] : []
    append(
      .notice, edit.place,
      (gone + parts + words.notes(edit)).joined(separator: "; "))
  }

  private mutating func append(_ level: Annotation.Level, _ place: SourceRange?, _ message: String)
  {
    // What is gone has no line any more: then the remark is about the file.
    let shown = place.map { place -> (file: [UInt8], region: Region) in
      let isGone = place.file.home == .former
      let home: SourceFile.Home = isGone ? .tree(0) : place.file.home
      return (
        places.file(place.file.path, home), isGone ? .beginning : places.region(place, .bytes)
      )
    }
    text +=
      Annotation(level: level, place: shown, title: "heir: impact", message: message).command
  }
}

extension Side {
  fileprivate var words: String { self == .from ? "before, in" : "in" }
}
