import Answers
import Cascade
import JSONSource
import SafeText
import Trees

extension Difference {
  /// `width` is that of a terminal; nil cuts nothing.
  func text(
    _ compared: Comparison, _ places: PlaceFormatter, _ style: Style, width: Int? = nil
  ) -> String {
    if changes.isEmpty { return "" }
    let (from, to) = (compared.from.view.scope.text, compared.to.view.scope.text)
    func text(_ time: SnapshotSource?) -> String {
      time.map { " (\(Printable.string($0.name)))" } ?? ""
    }
    let head =
      compared.isOneScope
      ? style.strong(to)
      : style.bad("--- \(from)\(text(compared.tree))") + "\n"
        + style.good("+++ \(to)\(text(compared.asked))")
    let words = ValueChangeFormatter(compared: compared, places: places, style: style, width: width)
    return head + "\n" + changes.map(words.text).joined()
  }
}

/// Formats a changed value.
private struct ValueChangeFormatter {
  let compared: Comparison
  let places: PlaceFormatter
  let style: Style
  let width: Int?

  func text(_ change: ValueChange) -> String {
    let (from, to) = (compared.from, compared.to)
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
      width.map { $0 - line.start.unicodeScalars.count - line.end.unicodeScalars.count }
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
  func record(_ compared: Comparison) -> Record {
    var tree: Record?
    switch compared.tree {
    case .directory(let path): tree = ["against": .bytes(path)]
    case .revision(let name, _): tree = ["since": .bytes(name)]
    case .staged?, nil: break
    }
    let (from, to) = (compared.from.view.scope, compared.to.view.scope)
    return [
      "version": 1, "from": .bytes(from.path), "to": .bytes(to.path), .with: tree,
      "changes": changes(compared),
    ]
  }

  func watched(_ compared: Comparison) -> Record {
    [.with: .head(compared.to.view.scope), "changes": changes(compared)]
  }

  private func changes(_ compared: Comparison) -> Record {
    .list(changes) { $0.record(compared.from, compared.to) }
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
