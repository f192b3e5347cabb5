import Cascade

extension Evaluation {
  /// The results of all templates that match the scope or a scope it inherits from; nil if none does.
  var ruledParentsRecord: Record? {
    let all = view.lineage.ruledParents
    if all.isEmpty { return nil }
    return .list(all) { scope, ruled in
      [
        "scope": .bytes(scope.path), "template": .bytes(ruled.template), .with: self.result(ruled),
        "optional": ruled.isOptional ? true : nil, "at": .origin(ruled.place),
      ]
    }
  }

  private func result(_ ruled: RuleResult) -> Record {
    switch ruled.target {
    case .scope(let scope): ["parent": .bytes(scope.path)]
    case .itself: ["absent": "itself"]
    case .noScope(let path):
      [
        "absent": "no-scope", "path": .bytes(path),
        "nearest": Scope(path: path).flatMap(nearestScope).map { .bytes($0.path) },
      ]
    case .emptyName(let path): ["absent": "empty-name", "path": .bytes(path)]
    case .noValue(let reference): ["absent": "no-value", "reference": .bytes(reference)]
    case .noFacts(let file): ["absent": "no-facts", "factsFile": file.map(Record.bytes)]
    }
  }
}
