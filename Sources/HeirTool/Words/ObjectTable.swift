import Answers
import Cascade
import SafeText

/// The leaves of an object with places, overridden and refused values, followed by removed values.
struct ObjectTable {
  private(set) var table: TextTable
  private let words: TraceFormatter
  private var scope: Evaluation { words.scope }

  init(_ value: ValueCursor, _ words: TraceFormatter, width: Int?) {
    self.words = words
    table = TextTable(elastic: 1, width: width)
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
      append(leaf, steps)
      appendFailed(leaf.key, steps)
    }
    appendRemoved(below: value.key)
  }

  private mutating func append(_ leaf: ValueCursor, _ steps: [TraceEntry]) {
    let origins = leaf.origins
    let overridden = steps.first { step in
      step.outcome == .overridden && origins.contains { step.by?.isSame(as: $0) ?? false }
    }
    let notes = [
      overridden.map { "overrides \(words.places.text($0.place))" }, words.fallback(in: leaf),
    ].compactMap { $0 }
    append(
      leaf.key, leaf.text,
      words.places.text(origins),
      notes.joined(separator: "; "), holds: true)
  }

  /// Refused and replaced values; the members of a replaced object have their own rows.
  private mutating func appendFailed(_ key: Key, _ steps: [TraceEntry]) {
    for step in steps {
      let isOfObject =
        if case .value(let value) = step.statement { value.kind == .object } else { false }
      guard step.outcome == .refused || step.outcome == .replaced && !isOfObject else { continue }
      append(
        key, words.description(step, of: key), words.places.text(step.place), words.outcome(step))
    }
  }

  private mutating func appendRemoved(below key: Key) {
    for (gone, absence) in scope.view.absences(below: key) {
      let last = scope.explained(gone).steps.first {
        if case .value = $0.statement { true } else { false }
      }
      append(
        gone, last.map { words.description($0, of: gone) } ?? "",
        last.map { words.places.text($0.place) } ?? "-",
        "\(absence.words) at \(words.places.text(absence.place))")
    }
  }

  private mutating func append(
    _ key: Key, _ statement: String, _ place: String, _ outcome: String, holds isHeld: Bool = false
  ) {
    table.append(
      "\(isHeld ? "*" : " ") \(scope.view.names.text(key))", statement, place, outcome,
      look: isHeld ? .good : .faint)
  }
}

extension Absence {
  package static let notSet = "no level sets it"

  package var words: String {
    switch reason {
    case .neverSet: Self.notSet
    case .stopped: "stopped"
    case .excluded: "excluded"
    case .replaced:
      if case .replaced(let value) = withdrawal, value.isObject {
        "replaced by another object"
      } else if isOfOtherArray {
        "replaced by another array"
      } else {
        "replaced by another kind of value"
      }
    case .refused: "refused, because it is final without a value"
    }
  }
}
