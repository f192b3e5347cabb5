import Cascade
import JSONSource
import SafeText

extension RenderProblem {
  package func text(_ names: NameTable, _ places: PlaceFormatter, _ style: Style) -> String {
    var text = "\(style.strong(Printable.string(path))): \(sentence)\n"
    for line in lines(names, places) { text += "  \(line)\n" }
    return text
  }

  private var sentence: String {
    switch kind {
    case .missing: "missing; the file of \(scope.text)"
    case .differs: "differs from the values of \(scope.text)"
    case .leftOver: "left over; no longer rendered from \(scope.text)"
    }
  }

  private func lines(_ names: NameTable, _ places: PlaceFormatter) -> [String] {
    guard case .differs(let changes) = kind else { return [] }
    let keys = changes.keys.map { key, all, isGone in
      let from = all.isEmpty ? "" : "   \(places.text(all))"
      return names.text(key) + (isGone ? " (has no value)" : "") + from
    }
    return keys + (changes.remark.map { [$0] } ?? [])
  }
}
