import Answers
import Cascade
import Output
import Trees

extension Difference {
  /// `width` is that of a terminal; nil cuts nothing.
  func text(
    _ head: String, _ scopes: BeforeAfter<Evaluation>, _ places: PlaceFormatter, _ style: Style,
    width: Int?
  ) -> String {
    if changes.isEmpty { return "" }
    let words = ValueChangeFormatter(scopes: scopes, places: places, style: style, width: width)
    return head + "\n" + changes.map(words.text).joined()
  }
}

/// Formats a changed value.
private struct ValueChangeFormatter {
  let scopes: BeforeAfter<Evaluation>
  let places: PlaceFormatter
  let style: Style
  let width: Int?

  func text(_ change: ValueChange) -> String {
    let (from, to) = (scopes.from, scopes.to)
    let key = from.view.names.text(change.key)
    let shown = change.shown(from, to)
    let sides = BeforeAfter(
      from: change.from.map { places.text($0.origins) },
      to: change.to.map { places.text($0.origins) })
    if let left = sides.from, let right = sides.to {
      if change.kind == .moved {
        return text([(.plain, "= \(key) = ", shown.from, "   \(left) → \(right)")])
      }
      if let elements = shown.elements {
        func line(_ index: Int) -> String { "[\(elements.start + index)] " }
        return "~ \(key)   \(left) → \(right)\n"
          + text(
            elements.gone.enumerated().map { (.bad, "-   \(line($0.offset))", $0.element, "") }
              + elements.new.enumerated().map { (.good, "+   \(line($0.offset))", $0.element, "") })
      }
    }
    var lines: [Line] = []
    if let left = sides.from {
      let why = sides.to == nil ? absence(change.key, in: to) : ""
      lines.append((.bad, "- \(key) = ", shown.from, "   \(left)\(why)"))
    }
    if let right = sides.to {
      let why = sides.from == nil ? absence(change.key, in: from) : ""
      lines.append((.good, "+ \(key) = ", shown.to, "   \(right)\(why)"))
    }
    return text(lines)
  }

  private typealias Line = (look: Style.Look, start: String, value: ShownValue?, end: String)

  /// Cuts values around their differences if a terminal is too narrow.
  private func text(_ lines: [Line]) -> String {
    let rooms = lines.compactMap { line in
      width.map { $0 - line.start.cells - line.end.cells }
    }
    let values = DifferenceExcerpt.cut(
      lines.map { $0.value?.string ?? "…" }, to: max(TextTable.least, rooms.min() ?? .max))
    return zip(lines, values).map { line, value in
      style.line(line.start + value + line.end, line.look) + "\n"
    }.joined()
  }

  private func absence(_ key: Key, in scope: Evaluation) -> String {
    guard let absence = scope.absence(key) else { return "" }
    let path = scope.view.scope.text
    return "   \(absence.words) in \(path) at \(places.text(absence.place))"
  }
}

extension Difference {
  func record(_ scopes: BeforeAfter<Evaluation>, since tree: SnapshotSource?) -> Record {
    let former: Record? =
      switch tree {
      case .directory(let path): ["against": .bytes(path)]
      case .revision(let name, _): ["since": .bytes(name)]
      case .staged?, nil: nil
      }
    let (from, to) = (scopes.from.view.scope, scopes.to.view.scope)
    return [
      "version": 1, "from": .bytes(from.path), "to": .bytes(to.path), .with: former,
      "changes": changes(scopes),
    ]
  }

  func watched(_ scopes: BeforeAfter<Evaluation>) -> Record {
    [.with: .head(scopes.to.view.scope), "changes": changes(scopes)]
  }

  private func changes(_ scopes: BeforeAfter<Evaluation>) -> Record {
    .list(changes) { $0.record(scopes.from, scopes.to) }
  }
}

extension ValueChange {
  fileprivate func record(_ from: Evaluation, _ to: Evaluation) -> Record {
    func side(_ value: ValueCursor?, _ shown: ShownValue?) -> Record? {
      guard let value, let shown else { return nil }
      return [.with: .value(shown), .with: .origins(value.origins)]
    }
    let shown = shown(from, to)
    let lacking = self.from == nil ? from : self.to == nil ? to : nil
    return [
      "key": .key(key), "kind": .text(kind.rawValue),
      "from": side(self.from, shown.from), "to": side(self.to, shown.to),
      "absent": lacking.map { .absence($0.absence(key)) },
    ]
  }
}
