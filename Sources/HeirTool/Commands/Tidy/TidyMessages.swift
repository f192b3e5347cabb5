import Answers
import Cascade
import SafeText

/// Messages of `heir tidy`.
package struct TidyMessages {
  private static let maxLines = 20

  let steps: [Cleanup]
  let left: [Cleanup]
  let fileCount: Int
  let scopeCount: Int
  let places: PlaceFormatter
  let isPreview: Bool

  package init(
    steps: [Cleanup], left: [Cleanup], fileCount: Int, scopeCount: Int, places: PlaceFormatter,
    isPreview: Bool
  ) {
    self.steps = steps
    self.left = left
    self.fileCount = fileCount
    self.scopeCount = scopeCount
    self.places = places
    self.isPreview = isPreview
  }

  package var lines: [String] {
    Printable.few(steps.lazy.map(line), most: Self.maxLines) + leftLines + [summary]
  }

  package var nothing: [String] { leftLines + ["nothing to tidy"] }

  private var leftLines: [String] {
    let lines = left.lazy.map { step -> String in
      let key = Printable.string(step.key)
      return step.target.map {
        "\(key) stays below \($0.text); moving it up would change other values"
      } ?? "\(key)\(place(step)) stays; removing it would change values"
    }
    return Printable.few(lines, most: Self.maxLines, doing: " stay")
  }

  private func place(_ step: Cleanup) -> String {
    step.items.first.map { " in \(places.path($0.file.file.path))" } ?? ""
  }

  private func line(_ step: Cleanup) -> String {
    let key = Printable.string(step.key)
    if let directive = step.directive {
      return "\(directive.rawValue) \(key)\(place(step)) has no effect"
    }
    guard let target = step.target else {
      return "\(key)\(place(step)) repeats the inherited value"
    }
    let count = Printable.count(step.items.count, "scope")
    return "\(key) moves from the \(count) below \(target.text) up to \(target.text)"
  }

  private var summary: String {
    func count(_ word: String, _ isMeant: (Cleanup) -> Bool) -> [String] {
      let number = steps.count(where: isMeant)
      return number == 0 ? [] : [Printable.count(number, word)]
    }
    let removed =
      count("value") { $0.directive == nil && $0.target == nil }
      + count("directive") { $0.directive != nil }
    let moved = count("value") { $0.target != nil }
    let would = isPreview ? " would be" : ""
    let parts =
      (removed.isEmpty ? [] : ["\(removed.joined(separator: " and "))\(would) removed"])
      + moved.map { "\($0)\(would) moved up" }
    let other = moved.isEmpty ? "" : "other "
    return "\(parts.joined(separator: ", ")) in \(Printable.count(fileCount, "file")); "
      + "no \(other)effective value changes in \(Printable.count(scopeCount, "scope"))"
  }
}
