import Answers
import Cascade

extension Explanation {
  func record(_ words: TraceFormatter, _ failure: EvaluationError?) -> Record {
    let scope = words.scope
    let view = scope.view
    return [
      .with: .head(view.scope), "key": .key(key),
      .with: failure.map { ["unresolved": Record.unresolved([$0])] } ?? answer(scope),
      // Purpose, reason and last day.
      .with: .object(
        scope.texts(about: self).map { (.named($0.name), .bytes($0.text)) }),
      "attributes": .attributes(scope.ownAttributes(of: key)),
      "via": .list(ifAny: dependencies) { words.described($0).record },
      "levels": .list(view.levels.indices.reversed()) { position in
        let level = view.levels[position]
        return [
          "scope": .bytes(level.scope.path), .with: .overlay(level.home),
          "commandLine": level.isCommandLine ? true : nil,
          "by": view.lineage.reason(of: position)?.place.map(Record.origin),
        ]
      },
      "templates": words.ruledParents,
      "trace": .list(steps) { $0.record(of: key, scope) },
    ]
  }

  private func answer(_ scope: Evaluation) -> Record {
    switch answer {
    case .value(let value):
      return [
        .with: value.shown.map(Record.value), .with: .origins(origins),
        "elements": elements.map { .list($0) { .list($0, Record.origin) } },
      ]
    case .absent(let absence):
      let near = absence == nil ? scope.hint(for: key).keys.prefix(KeyHint.few) : []
      return ["absent": .absence(absence), "suggestions": .list(ifAny: near, Record.key)]
    }
  }
}

extension TraceEntry {
  fileprivate func record(of key: Key, _ scope: Evaluation) -> Record {
    let shown = shown(of: key, in: scope)
    var said: Record? = shown.map(Record.value)
    if case .marker(let marker) = statement {
      said = [
        "directive": .text(marker.directive.rawValue), "argument": marker.argument(shown),
      ]
    }
    return [
      .with: .origin(place), .with: said, "outcome": .text(outcome.rawValue),
      "by": by.map(Record.origin),
    ]
  }
}

extension Marker {
  /// The key as the directive spells it, with its value; a secret has the key alone.
  fileprivate func argument(_ value: ShownValue?) -> Record {
    if directive == .pass { return .list(passed) { $0.argument.map(Record.bytes) ?? "*" } }
    guard let argument else { return true }
    guard let value, !value.isMasked else { return .bytes(argument) }
    return .object([(.named(String(decoding: argument, as: UTF8.self)), .plain(value))])
  }
}

extension Overview {
  func record(_ words: TraceFormatter) -> Record {
    [
      .with: .head(words.scope.view.scope), "templates": words.ruledParents,
      "entries": .items { body in
        for leaf in leaves {
          guard let shown = leaf.shown else { continue }
          body(["key": .key(leaf.key), .with: .value(shown), .with: .origins(leaf.places)])
        }
      },
      "unresolved": .unresolved(unresolved),
    ]
  }
}

extension Record {
  static func unresolved(_ failures: [EvaluationError]) -> Record {
    .list(failures.lazy.flatMap(\.diagnostics)) { diagnostic in
      [
        "key": diagnostic.key.map(Record.bytes), "message": .text(diagnostic.message),
        .with: diagnostic.place.map(Record.origin),
      ]
    }
  }
}
