import Cascade
import JSONSource
import Legible

/// `diff` as people read it.
struct DifferenceText {
  private(set) var text = ""
  private let from: View
  private let to: View
  private let places: PlaceText
  private let style: Style

  init(_ difference: Difference, _ from: View, _ to: View, _ places: PlaceText, _ style: Style) {
    (self.from, self.to, self.places, self.style) = (from, to, places, style)
    if difference.changes.isEmpty { return }
    text += style.bad("--- \(Printable.string(from.scope.path))") + "\n"
    text += style.good("+++ \(Printable.string(to.scope.path))") + "\n"
    for change in difference.changes { append(change) }
  }

  private mutating func append(_ change: Change) {
    let key = from.names.text(change.key)
    if change.kind == .moved, let left = change.from, let right = change.to {
      let before = place(left, change.key, in: from)
      text += "= \(key) = \(short(left))   \(before) → \(place(right, change.key, in: to))\n"
      return
    }
    if let left = change.from?.written, let right = change.to?.written, left.kind == .array,
      right.kind == .array
    {
      appendArrays(key, left, right)
      return
    }
    if let value = change.from {
      let why = change.to == nil ? absence(change.key, in: to) : ""
      let line = "- \(key) = \(short(value))   \(place(value, change.key, in: from))\(why)"
      text += style.bad(line) + "\n"
    }
    if let value = change.to {
      let why = change.from == nil ? absence(change.key, in: from) : ""
      let line = "+ \(key) = \(short(value))   \(place(value, change.key, in: to))\(why)"
      text += style.good(line) + "\n"
    }
  }

  /// Two arrays: the elements that differ, between those that both have at their ends.
  private mutating func appendArrays(_ key: String, _ left: Written, _ right: Written) {
    let before = Array(left.document.elements(left.node))
    let after = Array(right.document.elements(right.node))
    func same(_ a: Int, _ b: Int) -> Bool { left.document.equal(a, right.document, b) }
    let start = zip(before, after).prefix { same($0, $1) }.count
    let rest = zip(before[start...].reversed(), after[start...].reversed())
    let end = rest.prefix { same($0, $1) }.count
    text += "~ \(key)   \(places.text(left.place)) → \(places.text(right.place))\n"
    for index in start..<(before.count - end) {
      let element = short(left.document, before[index])
      text += style.bad("-   [\(index)] \(element)") + "\n"
    }
    for index in start..<(after.count - end) {
      let element = short(right.document, after[index])
      text += style.good("+   [\(index)] \(element)") + "\n"
    }
  }

  private func short(_ value: EffectiveValue) -> String {
    var writer = JSONWriter(.compact)
    writer.value(value, from.names)
    return shortened(writer.output)
  }

  private func short(_ document: Document, _ node: Int) -> String {
    var writer = JSONWriter(.compact)
    writer.value(document, node)
    return shortened(writer.output)
  }

  private func place(_ value: EffectiveValue, _ key: Key, in view: View) -> String {
    view.origins(of: value, key).map { places.text($0) }.joined(separator: ", ")
  }

  private func absence(_ key: Key, in view: View) -> String {
    guard let absence = view.absence(key) else { return "" }
    let scope = Printable.string(view.scope.path)
    return "   \(absence.words) in \(scope) at \(places.text(absence.taking.place))"
  }
}

extension View {
  /// The places where a value stands: one, or those of an object's parts that are in force.
  func origins(of value: EffectiveValue, _ key: Key) -> [Place] {
    if let written = value.written { return [written.place] }
    return explain(key).origins
  }
}
