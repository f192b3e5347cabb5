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

  private struct Row {
    let isEffective: Bool
    let scope: String
    let say: String
    let place: String
    let outcome: String
  }

  init(
    _ explanation: Explanation, _ scope: AskedScope, _ places: PlaceText, _ style: Style
  ) {
    self.places = places
    self.style = style
    self.scope = scope
    key = explanation.key
    mask = scope.shownMask(key)
    appendHead(explanation)
    text += "\n"
    append(rows(explanation))
  }

  private mutating func appendHead(_ explanation: Explanation) {
    let key = names.text(explanation.key)
    let path = Printable.string(scope.view.scope.path)
    switch explanation.answer {
    case .value(let value):
      let shown = value.shown(mask, limit: nil)
      text += "\(style.strong(key)) = \(style.good(shown))   in \(path)\n"
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
    for dependency in explanation.dependencies {
      switch dependency {
      case .key(let key, let asked, let place):
        let elsewhere = asked == scope.view.scope ? "" : " in \(Printable.string(asked.path))"
        text += "  via \(names.text(key))\(elsewhere) at \(from(place))\n"
      case .variable(let name): text += "  via the variable \(Printable.string(name))\n"
      case .file(let file): text += "  via the file \(places.path(file.path, file.home))\n"
      }
    }
  }

  /// Which level gave which element of a merged array.
  private mutating func append(_ elements: [[Place]], _ explanation: Explanation) {
    guard case .value(let value) = explanation.answer,
      let values = (try? value.whole())?.elements
    else { return }
    var rows: [(left: String, right: String)] = []
    for (index, (element, parts)) in zip(values, elements).enumerated() {
      var writer = JSONWriter(.compact)
      if scope.isRevealing {
        writer.value(element, names)
      } else {
        writer.masked(element, mask.ofElements, names)
      }
      rows.append(
        (
          "  [\(index)] \(shortened(writer.output))",
          parts.map { places.text($0) }.joined(separator: ", ")
        ))
    }
    let width = rows.map { $0.left.unicodeScalars.count }.max() ?? 0
    for row in rows {
      let gap = String(repeating: " ", count: width - row.left.unicodeScalars.count)
      text += "\(row.left)\(gap)   \(row.right)\n"
    }
  }

  /// A place with the scope in which it has its say, and how it came there.
  private func from(_ place: Place) -> String {
    guard place.file.isInTree else { return places.text(place) }
    let inclusions = places.inclusions(place.file).map { ", included at \(places.text($0))" }
    let path = Printable.string(place.file.scope.path)
    return "\(places.text(place))   (\(path)\(inclusions.joined()))"
  }

  private func rows(_ explanation: Explanation) -> [Row] {
    var rows: [Row] = []
    for (number, level) in scope.view.levels.enumerated().reversed() {
      let scope = level.shownName
      let steps = explanation.steps.filter { $0.position == number }
      if steps.isEmpty {
        rows.append(Row(isEffective: false, scope: scope, say: "", place: "-", outcome: ""))
      }
      for step in steps {
        let isEffective = step.outcome == .effective || step.outcome == .merged
        rows.append(
          Row(
            isEffective: isEffective, scope: scope, say: say(step), place: places.text(step.place),
            outcome: outcome(step)))
      }
    }
    return rows
  }

  private func say(_ step: Step) -> String {
    switch step.say {
    case .value(let value):
      var writer = JSONWriter(.compact)
      writer.masked(value, scope.mask(ofStep: value, under: key))
      return shortened(writer.output)
    case .marker(let marker):
      let keys = String(decoding: names.spelling(marker.pattern), as: UTF8.self)
      let start = "\(marker.directive.rawValue) \(keys)"
      guard let value = marker.value else { return start }
      if marker.kind == .remove && !mask.isNone { return "\(start): \(secretText)" }
      var writer = JSONWriter(.compact)
      writer.value(marker.document, value, asWritten: true)
      return shortened(Array("\(start): ".utf8) + writer.output)
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

  private mutating func append(_ rows: [Row]) {
    func width(_ text: String) -> Int { text.unicodeScalars.count }
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - text.unicodeScalars.count))
    }
    let scopes = rows.map { width($0.scope) }.max() ?? 0
    let says = rows.map { width($0.say) }.max() ?? 0
    let placesWidth = rows.filter { !$0.outcome.isEmpty }.map { width($0.place) }.max() ?? 0
    for row in rows {
      let place = row.outcome.isEmpty ? row.place : padded(row.place, placesWidth)
      var line =
        "\(row.isEffective ? "*" : " ") \(padded(row.scope, scopes))  \(padded(row.say, says))  "
        + place
      if !row.outcome.isEmpty { line += "  " + row.outcome }
      text += (row.isEffective ? style.good(line) : style.faint(line)) + "\n"
    }
  }
}

/// JSON text for a line that people read: safe to print, and cut where it is long.
func shortened(_ json: [UInt8], to limit: Int = 60) -> String {
  let text = Printable.string(json)
  guard text.unicodeScalars.count > limit else { return text }
  return String(String.UnicodeScalarView(text.unicodeScalars.prefix(limit - 1))) + "…"
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
  func text(_ scope: AskedScope, _ places: PlaceText) -> String {
    var rows: [(left: String, place: String)] = []
    for leaf in leaves {
      rows.append(
        (
          "\(scope.view.names.text(leaf.key)) = \(leaf.shown(leaf.mask))",
          leaf.places.map { places.text($0) }.joined(separator: ", ")
        ))
    }
    let width = min(60, rows.map { $0.left.unicodeScalars.count }.max() ?? 0)
    var text = ""
    for row in rows {
      let gap = max(0, width - row.left.unicodeScalars.count)
      text += "\(row.left)\(String(repeating: " ", count: gap))  \(row.place)\n"
    }
    return text
  }
}
