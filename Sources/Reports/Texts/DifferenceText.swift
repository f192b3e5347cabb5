import Answers
import Cascade
import JSONSource
import Legible

/// `diff` as people read it.
package struct DifferenceText {
  package private(set) var text = ""
  private let from: Evaluation
  private let to: Evaluation
  private let places: PlaceText
  private let style: Style
  /// The columns of a terminal; nil where nothing is cut.
  private let width: Int?

  package init(
    _ difference: Difference, _ compared: Comparison, _ places: PlaceText, _ style: Style,
    width: Int? = nil
  ) {
    (from, to, self.places, self.style) = (compared.from, compared.to, places, style)
    self.width = width
    if difference.changes.isEmpty { return }
    if compared.isOneScope {
      text += style.strong(to.view.scope.text) + "\n"
      for change in difference.changes { append(change) }
      return
    }
    let tree = compared.tree.map { " (\(Printable.string($0.name)))" } ?? ""
    text += style.bad("--- \(from.view.scope.text)\(tree)") + "\n"
    text += style.good("+++ \(to.view.scope.text)") + "\n"
    for change in difference.changes { append(change) }
  }

  private mutating func append(_ change: ValueChange) {
    let key = from.view.names.text(change.key)
    let shown = change.shown(from, to)
    if change.kind == .moved, let left = change.from, let right = change.to {
      let end = "   \(place(left, in: from)) → \(place(right, in: to))"
      append([(.plain, "= \(key) = ", shown.from, end)])
      return
    }
    if let left = change.from, let right = change.to, let elements = shown.elements {
      text += "~ \(key)   \(place(left, in: from)) → \(place(right, in: to))\n"
      append(
        elements.gone.enumerated().map {
          (.bad, "-   [\(elements.start + $0.offset)] ", $0.element, "")
        }
          + elements.new.enumerated().map {
            (.good, "+   [\(elements.start + $0.offset)] ", $0.element, "")
          })
      return
    }
    var lines: [Line] = []
    if let value = change.from {
      let why = change.to == nil ? absence(change.key, in: to) : ""
      lines.append((.bad, "- \(key) = ", shown.from, "   \(place(value, in: from))\(why)"))
    }
    if let value = change.to {
      let why = change.from == nil ? absence(change.key, in: from) : ""
      lines.append((.good, "+ \(key) = ", shown.to, "   \(place(value, in: to))\(why)"))
    }
    append(lines)
  }

  private typealias Line = (look: Style.Look, start: String, value: ShownValue?, end: String)

  /// Lines whose values are told apart where a terminal is too narrow for them.
  private mutating func append(_ lines: [Line]) {
    let rooms = lines.compactMap { line in
      width.map { $0 - line.start.unicodeScalars.count - line.end.unicodeScalars.count }
    }
    let values = Contrast.cut(
      lines.map { $0.value?.string ?? "…" }, to: max(TextTable.least, rooms.min() ?? .max))
    for (line, value) in zip(lines, values) {
      text += style.line(line.start + value + line.end, line.look) + "\n"
    }
  }

  private func place(_ value: ValueCursor, in scope: Evaluation) -> String {
    value.origins.map { places.text($0) }.joined(separator: ", ")
  }

  private func absence(_ key: Key, in scope: Evaluation) -> String {
    guard let absence = scope.view.absence(key) else { return "" }
    let path = scope.view.scope.text
    return "   \(absence.words) in \(path) at \(places.text(absence.place))"
  }
}
