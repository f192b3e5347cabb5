import Answers
import Cascade

extension TraceFormatter {
  /// The leaves of an object with places, overridden and refused values, followed by removed values.
  func objectTable(_ value: ValueCursor, width: Int?) -> TextTable {
    var table = TextTable(elastic: 1, width: width)
    func append(
      _ key: Key, _ statement: String, _ place: String, _ outcome: String, isHeld: Bool = false
    ) {
      table.append(
        "\(isHeld ? "*" : " ") \(scope.view.names.text(key))", statement, place, outcome,
        look: isHeld ? .good : .faint)
    }
    // Refused and replaced values; the members of a replaced object have their own rows.
    func appendFailed(_ key: Key, _ steps: [TraceEntry]) {
      for step in steps where step.outcome == .refused || step.outcome == .replaced {
        if step.outcome == .replaced, case .value(let value) = step.statement,
          value.kind == .object
        {
          continue
        }
        append(key, description(step, of: key), places.text(step.place), outcome(step))
      }
    }
    var leaves: [ValueCursor] = []
    value.forEachLeaf { leaf, _ in leaves.append(leaf) }
    var last = value.key.names
    for leaf in leaves where leaf.key != value.key {
      let names = leaf.key.names
      // The objects around the leaf that do not contain the previous leaf.
      let shared = zip(last, names).prefix { $0 == $1 }.count
      for count in (shared + 1)..<max(shared + 1, names.count) {
        let around = Key(Array(names[..<count]))
        appendFailed(around, scope.explained(around).steps)
      }
      last = names
      let steps = scope.explained(leaf.key).steps
      let origins = leaf.origins
      let overridden = steps.first { step in
        step.outcome == .overridden && origins.contains { step.by?.id == $0.id }
      }
      let notes = [overridden.map { "overrides \(places.text($0.place))" }, fallback(in: leaf)]
      append(
        leaf.key, leaf.text, places.text(origins),
        notes.compactMap { $0 }.joined(separator: "; "), isHeld: true)
      appendFailed(leaf.key, steps)
    }
    for (gone, absence) in scope.view.absences(below: value.key) {
      let last = scope.explained(gone).steps.first {
        if case .value = $0.statement { true } else { false }
      }
      append(
        gone, last.map { description($0, of: gone) } ?? "",
        last.map { places.text($0.place) } ?? "-",
        "\(absence.words) at \(places.text(absence.place))")
    }
    return table
  }
}

extension Absence {
  package static let notSet = "no level sets it"

  package var words: String {
    switch withdrawal {
    case .marker: reason.rawValue
    case .replaced(let value) where value.isObject: "replaced by another object"
    case .replaced where isOfOtherArray: "replaced by another array"
    case .replaced: "replaced by another kind of value"
    case .refused: "refused, because it is final without a value"
    }
  }
}
