import Answers
import Cascade
import JSONSource
import Legible

/// `explain` with a key, as people read it.
package struct ExplanationText {
  package private(set) var text = ""
  private let places: PlaceText
  private let style: Style
  private let scope: Evaluation
  private let key: Key
  private var names: NameTable { scope.view.names }
  private var words: StepWords { StepWords(scope: scope, places: places, isOfLeaves: isObject) }

  /// The columns of a terminal; nil where nothing is cut.
  private let width: Int?
  /// Whether the value is an object, whose leaves stand for it.
  private var isObject = false

  package init(
    _ explanation: Explanation, _ scope: Evaluation, _ places: PlaceText, _ show: Presentation
  ) {
    self.places = places
    style = show.outputStyle
    width = show.output.width
    self.scope = scope
    key = explanation.key
    if case .value(let value) = explanation.answer { isObject = value.isObject }
    appendHead(explanation)
    text += "\n"
    if case .value(let value) = explanation.answer, isObject {
      let table = ObjectText(value, words, width: width).table
      text += table.text(style) + (table.isEmpty ? "" : "\n")
    }
    appendLevels(explanation)
  }

  private mutating func appendHead(_ explanation: Explanation) {
    let key = names.text(explanation.key)
    let path = scope.view.scope.text
    switch explanation.answer {
    case .value(let value):
      let isEmpty = (try? value.members().isEmpty) ?? false
      let shown = isObject && !isEmpty ? "{…}" : value.text
      let room = width.map { $0 - key.unicodeScalars.count - path.unicodeScalars.count - 9 }
      let value = style.good(cut(shown, to: max(TextTable.least, room ?? .max)))
      text += "\(style.strong(key)) = \(value)   in \(path)\n"
      for place in explanation.origins { text += "  from \(from(place))\n" }
    case .absent(let absence):
      text += "\(style.strong(key)) has no value in \(path)\n"
      if let absence {
        text += "  \(absence.words) at \(from(absence.place))\n"
      } else {
        text += "  never set\n"
        if let hint = scope.hint(for: explanation.key).words(names) { text += "  \(hint)\n" }
      }
    }
    for (name, words) in scope.texts(about: explanation) {
      text += "  \(name): \(Printable.excerpt(words))\n"
    }
    if let elements = explanation.elements { append(elements, explanation) }
    // What the leaves of an object draw on is told where they are asked for.
    var isPutTogether = false
    if case .value(let value) = explanation.answer { isPutTogether = value.isPutTogether }
    for dependency in isPutTogether ? [] : explanation.dependencies {
      switch dependency {
      case .key(let key, let asked, let place):
        let elsewhere = asked == scope.view.scope ? "" : " in \(Printable.string(asked.path))"
        text += "  via \(names.text(key))\(elsewhere) at \(from(place))\n"
      case .variable(let name): text += "  via the variable \(Printable.string(name))\n"
      case .defaulted(let name, let isAllowed):
        text += "  \(StepWords.defaultWords(name, isAllowed: isAllowed))\n"
      case .file(let file): text += "  via the file \(places.path(file.path, file.home))\n"
      }
    }
  }

  /// Which level gave which element of a merged array.
  private mutating func append(_ elements: [[SourceRange]], _ explanation: Explanation) {
    guard case .value(let value) = explanation.answer,
      let values = value.shownElements
    else { return }
    var table = TextTable(elastic: 1, width: width.map { $0 - 2 })
    for (index, (element, parts)) in zip(values, elements).enumerated() {
      table.append(
        "[\(index)]", element.string, parts.map { places.text($0) }.joined(separator: ", "))
    }
    text += table.text(indent: "  ")
  }

  /// A place with the scope in which it has its say, and how it came there.
  private func from(_ place: SourceRange) -> String {
    guard place.file.isInTree else { return places.text(place) }
    let inclusions = places.inclusions(place.file).map { ", included at \(places.text($0))" }
    let path = place.file.scope.text
    return "\(places.text(place))   (\(path)\(inclusions.joined()))"
  }

  private mutating func appendLevels(_ explanation: Explanation) {
    var table = TextTable(elastic: 1, width: width)
    for (number, level) in scope.view.levels.enumerated().reversed() {
      let steps = explanation.steps.filter { $0.position == number }
      if steps.isEmpty {
        table.append("  \(level.shownName)", "", "-", "", look: .faint)
      }
      for step in steps {
        let isInForce = step.outcome.isInForce
        table.append(
          "\(isInForce ? "*" : " ") \(level.shownName)", words.say(step, of: key),
          places.text(step.place), words.outcome(step), look: isInForce ? .good : .faint)
      }
    }
    text += table.text(style)
  }
}

extension Level {
  /// The level as a column shows it: a scope, of which overlay, or the command line.
  fileprivate var shownName: String {
    switch home {
    case .tree(0), .former: scope.text
    case .tree(let number): "\(scope.text) (overlay \(number))"
    case .commandLine: "--set"
    }
  }
}

extension Overview {
  /// `explain` without a key, as people read it.
  package func text(_ scope: Evaluation, _ places: PlaceText, width: Int?) -> String {
    var table = TextTable(elastic: 0, width: width)
    let words = StepWords(scope: scope, places: places)
    for leaf in leaves {
      table.append(
        "\(scope.view.names.text(leaf.key)) = \(leaf.text)",
        leaf.places.map { places.text($0) }.joined(separator: ", "), words.fallback(in: leaf) ?? "")
    }
    return table.text()
  }
}
