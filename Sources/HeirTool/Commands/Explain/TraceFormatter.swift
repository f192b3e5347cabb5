import Cascade
import JSONSource
import Output
import SafeText

/// Formats a step of an explanation: the statement of a level, and its outcome.
struct TraceFormatter {
  let scope: Evaluation
  let places: PlaceFormatter
  /// Whether leaves are listed, so that objects need no content.
  var isOfLeaves = false

  func description(_ step: TraceEntry, of key: Key) -> String {
    let shown = step.shown(of: key, in: scope)?.string
    switch step.statement {
    case .value(let value):
      let isWhole = value.kind != .object || value.isEmptyObject || value.isComputed
      if isOfLeaves && !isWhole { return "{…}" }
      return shown ?? "…"
    case .marker(let marker):
      let start = scope.view.names.text(marker)
      // The keys are its whole content.
      if marker.directive == .pass { return start }
      return shown.map { "\(start): \($0)" } ?? start
    }
  }

  func outcome(_ step: TraceEntry) -> String {
    let by = step.by.map { " at \(places.text($0))" } ?? ""
    switch step.outcome {
    case .effective: return ""
    case .merged: return "merged"
    case .acted:
      if case .marker(let marker) = step.statement, !marker.directive.takes {
        return "applies here and in descendants"
      }
      return "applies"
    case .idle:
      guard case .marker(let marker) = step.statement else { return "has no effect" }
      if marker.directive.concern == .exclusion { return "applies to descendants" }
      return marker.directive.takes ? "has no effect" : "applies here and in descendants"
    default: return step.outcome.rawValue + by
    }
  }

  /// For each leaf a note if it uses the default of a variable or a fact.
  func fallbacks(in leaves: [ValueCursor]) -> [String?] {
    // The leaves of a computed value follow each other, and most use no default.
    var last: (node: ViewNode, mayDefault: Bool)?
    return leaves.map { leaf in
      if !leaf.isComputed { return nil }
      if last?.node.isSame(as: leaf.node) != true {
        let all = try? scope.dependencies(of: leaf.node.key)
        last = (leaf.node, all?.contains(where: \.isDefault) ?? true)
      }
      guard last?.mayDefault == true, let own = try? scope.dependencies(of: leaf.key) else {
        return nil
      }
      return own.first(where: \.isDefault).map { described($0).text }
    }
  }

  func described(_ dependency: Dependency) -> (text: String, record: Record) {
    let names = scope.view.names
    switch dependency {
    case .key(let key, let asked, let place):
      let other = asked == scope.view.scope ? nil : asked.path
      let elsewhere = other.map { " in \(Printable.string($0))" } ?? ""
      guard let place else {
        return (
          "the default, because the key \(names.text(key)) has no value\(elsewhere)",
          ["key": .key(key), "asked": other.map(Record.bytes), "default": "unset"]
        )
      }
      return (
        "via \(names.text(key))\(elsewhere) at \(from(place))",
        ["key": .key(key), "asked": other.map(Record.bytes), .with: .origin(place)]
      )
    case .variable(let name):
      return ("via the variable \(Printable.string(name))", ["env": .bytes(name)])
    case .defaulted(let name, let isAllowed):
      let text = Printable.string(name)
      let why = isAllowed ? "set" : "allowed; use '--allow-env \(text)'"
      return (
        "the default, because the variable \(text) is not \(why)",
        ["env": .bytes(name), "default": isAllowed ? "unset" : "not-allowed"]
      )
    case .fact(let key, let place?):
      return (
        "via the fact \(names.text(key)) at \(places.text(place))",
        ["fact": .key(key), .with: .origin(place)]
      )
    case .fact(let key, nil):
      return (
        "the default, because the fact \(names.text(key)) is not set",
        ["fact": .key(key), "default": "unset"]
      )
    case .file(let file):
      let record = Record.origin(SourceRange(file, ByteRange(0, 0)))
      return ("via the file \(places.path(file.path, file.home))", record)
    }
  }

  func from(_ place: SourceRange) -> String {
    guard case .tree = place.file.home else { return places.text(place) }
    let inclusions = places.inclusions(place.file).map { ", included at \(places.text($0))" }
    let author = places.authorText(place)
    return "\(places.text(place))   (\(place.file.scope.text)\(inclusions.joined()))"
      + (author.isEmpty ? "" : "   \(author)")
  }

  // MARK: Objects

  /// The leaves of an object with places, overridden and refused values, followed by removed values.
  func objectTable(_ value: ValueCursor, width: Int?) -> TextTable {
    var table = TextTable(elastic: 1, width: width)
    func append(
      _ key: Key, _ statement: String, _ all: [SourceRange], _ outcome: String,
      isHeld: Bool = false
    ) {
      table.append(
        "\(isHeld ? "*" : " ") \(scope.view.names.text(key))", statement,
        all.isEmpty ? "-" : places.text(all), outcome, places.authorText(all),
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
        append(key, description(step, of: key), [step.place], outcome(step))
      }
    }
    var leaves: [ValueCursor] = []
    value.forEachLeaf { leaf, _ in leaves.append(leaf) }
    var last = value.key.names
    for (leaf, fallback) in zip(leaves, fallbacks(in: leaves)) where leaf.key != value.key {
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
      let notes = [overridden.map { "overrides \(places.text($0.place))" }, fallback]
      append(
        leaf.key, leaf.text, origins,
        notes.compactMap { $0 }.joined(separator: "; "), isHeld: true)
      appendFailed(leaf.key, steps)
    }
    for (gone, absence) in scope.view.absences(below: value.key) {
      let last = scope.explained(gone).steps.first {
        if case .value = $0.statement { true } else { false }
      }
      append(
        gone, last.map { description($0, of: gone) } ?? "",
        last.map { [$0.place] } ?? [],
        "\(absence.words) at \(places.text(absence.place))")
    }
    return table
  }

  // MARK: The results of all templates that match the scope or a scope it inherits from

  /// Empty if each template found a parent: the levels show these.
  func ruledParents(_ console: Console) -> String {
    let all = scope.view.lineage.ruledParents
    if all.allSatisfy({ $0.ruled.parent != nil }) { return "" }
    var table = TextTable(elastic: 2, width: console.output.width)
    for (scope, ruled) in all {
      table.append(
        "\(ruled.parent == nil ? " " : "*") \(scope.text)",
        "by template '\(Printable.string(ruled.template))'", described(ruled).text,
        places.text(ruled.place), look: ruled.parent == nil ? .faint : .good)
    }
    return "\n" + table.text(console.outputStyle)
  }

  /// nil if no template matches.
  var ruledParents: Record? {
    .list(ifAny: scope.view.lineage.ruledParents) { scope, ruled in
      [
        "scope": .bytes(scope.path), "template": .bytes(ruled.template),
        .with: self.described(ruled).record, "optional": ruled.isOptional ? true : nil,
        "at": .origin(ruled.place),
      ]
    }
  }

  private func described(_ ruled: RuleResult) -> (text: String, record: Record) {
    let optional = ruled.isOptional ? " (optional)" : ""
    switch ruled.target {
    case .scope(let parent): return (parent.text, ["parent": .bytes(parent.path)])
    case .itself: return ("the scope itself", ["absent": "itself"])
    case .noScope(let path):
      let nearest = Scope(path: path).flatMap(scope.nearestScope)
      let hint = ruled.isOptional ? nil : nearest.map { "; the nearest is \($0.text)" }
      return (
        "\(Printable.string(path)) does not exist\(hint ?? "")\(optional)",
        [
          "absent": "no-scope", "path": .bytes(path), "nearest": nearest.map { .bytes($0.path) },
        ]
      )
    case .emptyName(let path):
      return (
        "\(Printable.string(path)): empty name\(optional)",
        ["absent": "empty-name", "path": .bytes(path)]
      )
    case .noValue(let reference):
      return (
        "no value for \(Printable.string(reference))\(optional)",
        ["absent": "no-value", "reference": .bytes(reference)]
      )
    case .noFacts(let file):
      let missing = file.map { ": file '\(Printable.string($0))' does not exist" } ?? ""
      return (
        "no facts\(missing)\(optional)",
        ["absent": "no-facts", "factsFile": file.map(Record.bytes)]
      )
    }
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
