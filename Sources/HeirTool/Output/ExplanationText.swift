import Cascade
import JSONSource
import Legible

/// `explain` with a key, as people read it.
struct ExplanationText {
  private(set) var text = ""
  private let places: PlaceText
  private let style: Style
  private let scope: AskedScope
  private let key: Key
  private let mask: Mask
  private var names: NameTable { scope.view.names }

  /// The columns of a terminal; nil where nothing is cut.
  private let width: Int?
  /// Whether the value is an object, whose leaves stand for it.
  private var isObject = false

  init(
    _ explanation: Explanation, _ scope: AskedScope, _ places: PlaceText, _ show: Presentation
  ) {
    self.places = places
    style = show.outputStyle
    width = show.output.width
    self.scope = scope
    key = explanation.key
    mask = scope.shownMask(key)
    if case .value(let value) = explanation.answer { isObject = value.isObject }
    appendHead(explanation)
    text += "\n"
    if case .value(let value) = explanation.answer, isObject { appendLeaves(of: value) }
    appendLevels(explanation)
  }

  private mutating func appendHead(_ explanation: Explanation) {
    let key = names.text(explanation.key)
    let path = Printable.string(scope.view.scope.path)
    switch explanation.answer {
    case .value(let value):
      let isEmpty = (try? value.members().isEmpty) ?? false
      let shown = isObject && !isEmpty ? "{…}" : value.shown(mask)
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
      text += "  \(name): \(Printable.string(words))\n"
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
        let name = Printable.string(name)
        let why = isAllowed ? "set" : "allowed; '--allow-env \(name)' allows it"
        text += "  the default, since the variable \(name) is not \(why)\n"
      case .file(let file): text += "  via the file \(places.path(file.path, file.home))\n"
      }
    }
  }

  /// Which level gave which element of a merged array.
  private mutating func append(_ elements: [[Place]], _ explanation: Explanation) {
    guard case .value(let value) = explanation.answer,
      let values = (try? value.whole())?.elements
    else { return }
    var table = TextTable(elastic: 1, width: width.map { $0 - 2 })
    for (index, (element, parts)) in zip(values, elements).enumerated() {
      var writer = JSONWriter(.compact)
      if scope.isRevealing {
        writer.value(element, names)
      } else {
        writer.masked(element, mask.ofElements, names)
      }
      table.append(
        "[\(index)]", Printable.string(writer.output),
        parts.map { places.text($0) }.joined(separator: ", "))
    }
    for line in table.lines { text += "  \(line)\n" }
  }

  /// A line for each leaf, with its place and what it stands over; then what was said and is gone.
  private mutating func appendLeaves(of value: ValueCursor) {
    var table = TextTable(elastic: 1, width: width)
    value.forEachLeaf { leaf, _ in
      // An empty object says so itself.
      if leaf.key == key { return }
      let origins = leaf.origins.map { places.text($0) }.joined(separator: ", ")
      let isFirst = { (step: Step) in
        step.outcome == .overridden
          && leaf.origins.contains { step.by?.isSame(as: $0) ?? false }
      }
      let over =
        scope.explained(leaf.key).steps.first(where: isFirst)
        .map { "overrides \(places.text($0.place))" } ?? ""
      table.append(
        "* \(names.text(leaf.key))", leaf.shown(scope.shownMask(leaf.key)), origins, over)
    }
    let live = table.lines.count
    for (gone, absence) in scope.view.absences(below: key) {
      let last = scope.explained(gone).steps.first {
        if case .value = $0.say { true } else { false }
      }
      table.append(
        "  \(names.text(gone))", last.map { say($0, of: gone) } ?? "",
        last.map { places.text($0.place) } ?? "-",
        "\(absence.words) at \(places.text(absence.place))")
    }
    for (index, line) in table.lines.enumerated() {
      text += (index < live ? style.good(line) : style.faint(line)) + "\n"
    }
    if !table.isEmpty { text += "\n" }
  }

  /// A place with the scope in which it has its say, and how it came there.
  private func from(_ place: Place) -> String {
    guard place.file.isInTree else { return places.text(place) }
    let inclusions = places.inclusions(place.file).map { ", included at \(places.text($0))" }
    let path = Printable.string(place.file.scope.path)
    return "\(places.text(place))   (\(path)\(inclusions.joined()))"
  }

  private mutating func appendLevels(_ explanation: Explanation) {
    var table = TextTable(elastic: 1, width: width)
    var effective: [Bool] = []
    for (number, level) in scope.view.levels.enumerated().reversed() {
      let steps = explanation.steps.filter { $0.position == number }
      if steps.isEmpty {
        table.append("  \(level.shownName)", "", "-", "")
        effective.append(false)
      }
      for step in steps {
        effective.append(step.outcome.isInForce)
        table.append(
          "\(step.outcome.isInForce ? "*" : " ") \(level.shownName)", say(step, of: key),
          places.text(step.place), outcome(step))
      }
    }
    for (isEffective, line) in zip(effective, table.lines) {
      text += (isEffective ? style.good(line) : style.faint(line)) + "\n"
    }
  }

  private func say(_ step: Step, of key: Key) -> String {
    switch step.say {
    case .value(let value):
      if isObject && value.kind == .object && !value.isEmptyObject && !value.isComputed {
        return "{…}"
      }
      var writer = JSONWriter(.compact)
      writer.masked(value, scope.mask(ofStep: value, under: key))
      return Printable.string(writer.output)
    case .marker(let marker):
      let keys = String(decoding: names.spelling(marker.pattern), as: UTF8.self)
      let start = "\(marker.directive.rawValue) \(keys)"
      guard let value = marker.value else { return start }
      if marker.kind == .remove && !mask.isNone { return "\(start): \(secretText)" }
      var writer = JSONWriter(.compact)
      writer.value(marker.document, value, asWritten: true)
      return "\(start): " + Printable.string(writer.output)
    }
  }

  private func outcome(_ step: Step) -> String {
    let by = step.by.map { " at \(places.text($0))" } ?? ""
    switch step.outcome {
    case .effective: return ""
    case .merged: return "merged"
    case .acted:
      if case .marker(let marker) = step.say, !marker.kind.takes { return "holds from here down" }
      return "acts"
    case .idle:
      if case .marker(let marker) = step.say, marker.kind == .exclude {
        return "for the scopes below"
      }
      return "finds nothing"
    default: return step.outcome.rawValue + by
    }
  }
}

extension Level {
  /// The level as a column shows it: a scope, of which overlay, or the command line.
  fileprivate var shownName: String {
    switch home {
    case .tree(0), .former: Printable.string(scope.path)
    case .tree(let number): "\(Printable.string(scope.path)) (overlay \(number))"
    case .commandLine: "--set"
    }
  }
}

extension Overview {
  /// `explain` without a key, as people read it.
  func text(_ scope: AskedScope, _ places: PlaceText, width: Int?) -> String {
    var text = ""
    var table = TextTable(elastic: 0, width: width)
    for leaf in leaves {
      table.append(
        "\(scope.view.names.text(leaf.key)) = \(leaf.shown(leaf.mask))",
        leaf.places.map { places.text($0) }.joined(separator: ", "))
    }
    for line in table.lines { text += line + "\n" }
    return text
  }
}
