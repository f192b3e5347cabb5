import Answers
import Cascade
import Output
import SafeText

extension Explanation {
  /// A value with a failure is explained by its levels alone.
  package func text(
    _ scope: Evaluation, _ console: Console, _ failure: EvaluationError? = nil
  ) -> String {
    if failure != nil {
      let words = TraceFormatter(scope: scope, places: console.places)
      let key = console.outputStyle.strong(scope.view.names.text(key))
      return "\(key) cannot be evaluated in \(scope.view.scope.text)\n\n"
        + levels(words, console) + words.ruledParents(console)
    }
    let isObject = value?.isObject == true
    let words = TraceFormatter(scope: scope, places: console.places, isOfLeaves: isObject)
    var text = head(words, console) + "\n"
    if let value, isObject {
      // The leaves represent an object's value.
      let table = words.objectTable(value, width: console.output.width)
      text += table.text(console.outputStyle) + (table.isEmpty ? "" : "\n")
    }
    return text + levels(words, console) + words.ruledParents(console)
  }

  private func head(_ words: TraceFormatter, _ console: Console) -> String {
    let (scope, style) = (words.scope, console.outputStyle)
    let key = scope.view.names.text(key)
    let path = scope.view.scope.text
    var text = ""
    switch answer {
    case .value(let value):
      let isEmpty = (try? value.members().isEmpty) ?? false
      let shown = words.isOfLeaves && !isEmpty ? "{…}" : value.text
      let room = console.output.width.map {
        $0 - key.cells - path.cells - 9
      }
      let value = style.good(cut(shown, to: max(TextTable.least, room ?? .max)))
      text += "\(style.strong(key)) = \(value)   in \(path)\n"
      for place in origins { text += "  from \(words.from(place))\n" }
    case .absent(let absence):
      text += "\(style.strong(key)) has no value in \(path)\n"
      if let absence {
        text += "  \(absence.words) at \(words.from(absence.place))\n"
      } else {
        text += "  \(Absence.notSet)\n"
        if let hint = scope.hint(for: self.key).words(scope.view.names) { text += "  \(hint)\n" }
        if scope.lacksFacts { text += "  \(Evaluation.noFacts)\n" }
      }
    }
    for (name, words) in scope.texts(about: self) {
      text += "  \(name): \(Printable.excerpt(words))\n"
    }
    for attribute in scope.ownAttributes(of: self.key) { text += "  \(attribute.line)\n" }
    text += elements(words, console)
    // Dependencies of an object's leaves are shown for each leaf.
    if value?.isMergedObject == true { return text }
    return text + dependencies.map { "  \(words.described($0).text)\n" }.joined()
  }

  private func elements(_ words: TraceFormatter, _ console: Console) -> String {
    guard let elements, let values = value?.shownElements else { return "" }
    var table = TextTable(elastic: 1, width: console.output.width.map { $0 - 2 })
    for (index, (element, parts)) in zip(values, elements).enumerated() {
      table.append(
        "[\(index)]", element.string, words.places.text(parts), words.places.authorText(parts))
    }
    return table.text(indent: "  ")
  }

  private static let maxSilent = 3

  private func levels(_ words: TraceFormatter, _ console: Console) -> String {
    var table = TextTable(elastic: 1, width: console.output.width)
    let lineage = words.scope.view.lineage
    let byLevel = Dictionary(grouping: steps, by: \.position)
    var silent: [(name: String, reason: String)] = []
    func appendSilent() {
      if silent.count > Self.maxSilent {
        table.append("  …", "", "\(silent.count) levels set nothing", look: .faint)
      } else {
        for (name, reason) in silent {
          table.append("  \(name)", "", "-", "", reason, look: .faint)
        }
      }
      silent = []
    }
    for (number, level) in lineage.levels.enumerated().reversed() {
      let steps = byLevel[number] ?? []
      let reason = lineage.reason(of: number)?.place.map { "by \(words.places.text($0))" } ?? ""
      if steps.isEmpty { silent.append((level.shownName(of: level.files.first?.file), reason)) }
      if !steps.isEmpty { appendSilent() }
      for step in steps {
        let isInForce = step.outcome.isInForce
        table.append(
          "\(isInForce ? "*" : " ") \(level.shownName(of: step.place.file))",
          words.description(step, of: key),
          words.places.text(step.place), words.outcome(step), reason,
          words.places.authorText(step.place, isCell: true),
          look: isInForce ? .good : .faint)
      }
    }
    appendSilent()
    return table.text(console.outputStyle)
  }
}

extension Level {
  fileprivate func shownName(of file: SourceFile?) -> String {
    if case .values = file?.home { return "--values" }
    return switch home {
    case .tree(0), .former: scope.text
    case .tree(let number): "\(scope.text) (overlay \(number))"
    case .commandLine, .values, .facts: "--set"
    }
  }
}

extension Overview {
  func text(_ words: TraceFormatter, _ console: Console) -> String {
    var table = TextTable(elastic: 0, width: console.output.width)
    for (leaf, fallback) in zip(leaves, words.fallbacks(in: leaves)) {
      table.append(
        "\(words.scope.view.names.text(leaf.key)) = \(leaf.text)", console.places.text(leaf.places),
        fallback ?? "",
        console.places.authorText(leaf.places))
    }
    return table.text() + words.ruledParents(console)
  }
}
