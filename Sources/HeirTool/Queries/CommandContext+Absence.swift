import Cascade
import SafeText

extension CommandContext {
  package func reportAbsence(_ key: Key, _ absence: Absence?, in scope: Evaluation) {
    if !console.isQuiet { console.note(words(for: key, absence, in: scope)) }
  }

  package func words(for key: Key, _ absence: Absence?, in scope: Evaluation) -> String {
    let path = scope.view.scope.text
    if let absence {
      let reason = absence.words(of: names.text(key), in: path, console.places)
      guard absence.isOfOtherArray, let hint = scope.hintOfObstacle(on: key)?.words(names) else {
        return reason
      }
      return "\(reason); \(hint)"
    }
    let facts =
      scope.lacksFacts && snapshot.given.facts == nil ? [Evaluation.noFacts] : []
    return
      (["\(names.text(key)) has no value in \(path): \(Absence.notSet)"]
      + hints(for: key, in: [scope])
      + facts + scope.missingParents.prefix(1).map(\.message)).joined(separator: "; ")
  }

  /// Hints for a key that no level mentions: an obstacle on its path, or the nearest keys.
  package func hints(for key: Key, in scopes: [Evaluation]) -> [String] {
    for scope in scopes {
      if let words = scope.hint(for: key).words(names) { return [words] }
    }
    return []
  }
}

extension Absence {
  func words(of key: String, in scope: String, _ places: PlaceFormatter) -> String {
    "\(key) has no value in \(scope): \(words) at \(places.text(place))"
  }
}
