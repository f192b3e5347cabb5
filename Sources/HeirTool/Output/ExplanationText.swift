import Cascade
import JSONSource
import Legible

/// `explain` with a key, as people read it.
struct ExplanationText {
  private(set) var text = ""
  private let places: PlaceText
  private let style: Style
  private let names: NameTable

  private struct Row {
    let isEffective: Bool
    let scope: String
    let say: String
    let place: String
    let outcome: String
  }

  init(_ explanation: Explanation, _ view: View, _ places: PlaceText, _ style: Style) {
    self.places = places
    self.style = style
    names = view.names
    appendHead(explanation, view)
    text += "\n"
    append(rows(explanation, view))
  }

  private mutating func appendHead(_ explanation: Explanation, _ view: View) {
    let key = view.names.text(explanation.key)
    let scope = Printable.string(view.scope.path)
    switch explanation.answer {
    case .value(let value):
      var writer = JSONWriter(.compact)
      writer.value(value, view.names)
      text +=
        "\(style.strong(key)) = \(style.good(Printable.string(writer.output)))   in \(scope)\n"
      for place in explanation.origins {
        text += "  from \(places.text(place))   (\(Printable.string(place.file.scope.path)))\n"
      }
    case .absent(let absence):
      text += "\(style.strong(key)) has no value in \(scope)\n"
      if let absence {
        let place = absence.taking.place
        let from = Printable.string(place.file.scope.path)
        text += "  \(absence.words) at \(places.text(place))   (\(from))\n"
      } else {
        text += "  never set\n"
        if let near = view.suggestion(for: explanation.key) {
          text += "  the nearest key is \(view.names.text(near))\n"
        }
      }
    }
  }

  private func rows(_ explanation: Explanation, _ view: View) -> [Row] {
    var rows: [Row] = []
    for (number, level) in view.levels.enumerated().reversed() {
      let scope = Printable.string(level.scope.path)
      let steps = explanation.steps.filter { $0.level == number }
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
      writer.value(value.document, value.node, asWritten: true)
      return shortened(writer.output)
    case .marker(let marker):
      let keys = String(decoding: names.spelling(marker.pattern), as: UTF8.self)
      return "\(marker.kind == .stop ? "$stop" : "$exclude") \(keys)"
    }
  }

  private func outcome(_ step: Step) -> String {
    let by = step.by.map { " at \(places.text($0))" } ?? ""
    switch step.outcome {
    case .effective: return ""
    case .merged: return "merged"
    case .acted: return "acts"
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

/// `explain` without a key, as people read it: every leaf with its value and its place.
struct Overview {
  private(set) var text = ""

  init(_ view: View, _ places: PlaceText) {
    var rows: [(left: String, place: String)] = []
    view.entry(Key())?.forEachLeaf { key, entry in
      guard let place = entry.place else { return }
      var writer = JSONWriter(.compact)
      writer.value(entry, view.names)
      let left = "\(view.names.text(key)) = \(shortened(writer.output))"
      rows.append((left, places.text(place)))
    }
    let width = min(60, rows.map { $0.left.unicodeScalars.count }.max() ?? 0)
    for row in rows {
      let gap = max(0, width - row.left.unicodeScalars.count)
      text += "\(row.left)\(String(repeating: " ", count: gap))  \(row.place)\n"
    }
  }
}
