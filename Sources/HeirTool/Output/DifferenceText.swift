import Cascade
import JSONSource
import Legible

/// `diff` as people read it.
struct DifferenceText {
  private(set) var text = ""
  private let from: AskedScope
  private let to: AskedScope
  private let places: PlaceText
  private let style: Style
  /// The columns of a terminal; nil where nothing is cut.
  private let width: Int?

  init(
    _ difference: Difference, _ compared: Comparison, _ places: PlaceText, _ style: Style,
    width: Int? = nil
  ) {
    (from, to, self.places, self.style) = (compared.from, compared.to, places, style)
    self.width = width
    if difference.changes.isEmpty { return }
    if compared.isOneScope {
      text += style.strong(Printable.string(to.view.scope.path)) + "\n"
      for change in difference.changes { append(change) }
      return
    }
    let tree = compared.tree.map { " (\(Printable.string($0.name)))" } ?? ""
    text += style.bad("--- \(Printable.string(from.view.scope.path))\(tree)") + "\n"
    text += style.good("+++ \(Printable.string(to.view.scope.path))") + "\n"
    for change in difference.changes { append(change) }
  }

  private mutating func append(_ change: Change) {
    let key = from.view.names.text(change.key)
    let mask = change.mask(from, to)
    if change.kind == .moved, let left = change.from, let right = change.to {
      let before = place(left, in: from)
      let end = "   \(before) → \(place(right, in: to))"
      text += fitted("= \(key) = ", left.shown(mask), end, width) + "\n"
      return
    }
    if let left = change.from, let right = change.to, left.kind == .array, right.kind == .array {
      appendArrays(key, left, right, mask)
      return
    }
    if let value = change.from {
      let why = change.to == nil ? absence(change.key, in: to) : ""
      let end = "   \(place(value, in: from))\(why)"
      text += style.bad(fitted("- \(key) = ", value.shown(mask), end, width)) + "\n"
    }
    if let value = change.to {
      let why = change.from == nil ? absence(change.key, in: from) : ""
      let end = "   \(place(value, in: to))\(why)"
      text += style.good(fitted("+ \(key) = ", value.shown(mask), end, width)) + "\n"
    }
  }

  /// Two arrays: the elements that differ, between those that both have at their ends.
  private mutating func appendArrays(
    _ key: String, _ left: ValueCursor, _ right: ValueCursor, _ mask: Mask
  ) {
    guard let before = (try? left.whole())?.elements,
      let after = (try? right.whole())?.elements
    else { return }
    let names = from.view.names
    func same(_ a: Value, _ b: Value) -> Bool { a.isEqual(b, names) }
    let start = zip(before, after).prefix { same($0, $1) }.count
    let rest = zip(before[start...].reversed(), after[start...].reversed())
    let end = rest.prefix { same($0, $1) }.count
    func shown(_ element: Value) -> String {
      var writer = JSONWriter(.compact)
      if from.isRevealing {
        writer.value(element, names)
      } else {
        writer.masked(element, mask.ofElements, names)
      }
      return Printable.string(writer.output)
    }
    text += "~ \(key)   \(place(left, in: from)) → \(place(right, in: to))\n"
    for index in start..<(before.count - end) {
      text += style.bad(fitted("-   [\(index)] ", shown(before[index]), "", width)) + "\n"
    }
    for index in start..<(after.count - end) {
      text += style.good(fitted("+   [\(index)] ", shown(after[index]), "", width)) + "\n"
    }
  }

  private func place(_ value: ValueCursor, in scope: AskedScope) -> String {
    value.origins.map { places.text($0) }.joined(separator: ", ")
  }

  private func absence(_ key: Key, in scope: AskedScope) -> String {
    guard let absence = scope.view.absence(key) else { return "" }
    let path = Printable.string(scope.view.scope.path)
    return "   \(absence.words) in \(path) at \(places.text(absence.place))"
  }
}
