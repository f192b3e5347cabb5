import Cascade
import Editing
import Legible

/// What is said of a tidying.
package struct TidyWords {
  private static let mostLines = 20

  let steps: [TidyStep]
  /// What was found and stays.
  let left: [TidyStep]
  let fileCount: Int
  let scopeCount: Int
  let places: PlaceText
  /// Whether it is only shown.
  let isPreview: Bool

  package init(
    steps: [TidyStep], left: [TidyStep], fileCount: Int, scopeCount: Int, places: PlaceText,
    isPreview: Bool
  ) {
    self.steps = steps
    self.left = left
    self.fileCount = fileCount
    self.scopeCount = scopeCount
    self.places = places
    self.isPreview = isPreview
  }

  /// A line for each step, and what it comes to.
  package var lines: [String] {
    var lines = steps.prefix(Self.mostLines).map(line)
    let more = steps.count - lines.count
    if more > 0 { lines.append("and \(more) more") }
    return lines + leftLines + [summary]
  }

  /// What was found and stays, where nothing goes.
  package var nothing: [String] { leftLines + ["there is nothing to tidy"] }

  private var leftLines: [String] {
    let shown = left.prefix(Self.mostLines).map { step -> String in
      let key = Printable.string(step.key)
      if let target = step.target {
        return "\(key) stays below \(Printable.string(target.path)): "
          + "moved up, it would change something else"
      }
      return "\(key)\(place(step)) stays: without it something would change"
    }
    let more = left.count - shown.count
    return shown + (more > 0 ? ["and \(more) more stay"] : [])
  }

  private func place(_ step: TidyStep) -> String {
    step.items.first.map { " in \(places.path($0.file.file.path))" } ?? ""
  }

  private func line(_ step: TidyStep) -> String {
    let key = Printable.string(step.key)
    switch step.kind {
    case .value: return "\(key)\(place(step)) is inherited all the same"
    case .marker(let directive): return "\(directive.rawValue) \(key)\(place(step)) does nothing"
    case .hoist(let level, _):
      let scope = Printable.string(level.scope.path)
      return
        "\(key) moves up from the \(Printable.count(step.items.count, "scope")) below \(scope), "
        + "which gains it"
    }
  }

  private var summary: String {
    let count = Printable.count
    var values = 0
    var markers = 0
    var moved = 0
    for step in steps {
      switch step.kind {
      case .value: values += 1
      case .marker: markers += 1
      case .hoist: moved += 1
      }
    }
    let removed = [(values, "value"), (markers, "marker")].filter { $0.0 > 0 }
      .map { count($0.0, $0.1) }.joined(separator: " and ")
    let would = isPreview ? " would be" : ""
    let parts =
      (removed.isEmpty ? [] : ["\(removed)\(would) removed"])
      + (moved == 0 ? [] : ["\(count(moved, "value"))\(would) moved up"])
    let but = moved == 0 ? "" : " but those gained"
    return "\(parts.joined(separator: ", ")) in \(count(fileCount, "file")); "
      + "no effective value\(but) changes in \(Printable.count(scopeCount, "scope"))"
  }
}
