import Cascade

extension CheckRule {
  static let final = CheckRule(
    .error, .final, "Change of a final key",
    .file("properties.json", #"{ "$final": ["port"], "port": 5432 }"#),
    .file("a/properties.json", #"{ "port": 6432 }"#, mended: #"{ "host": "db" }"#)
  ) { scope in
    scope.refusals.compactMap { $0.refusal.diagnostic($0.key, scope.view.names)?.asError }
  }
}

extension Checker {
  /// Whether a final is broken outside the checked scopes (C8), independent of them.
  func isElsewhere(_ diagnostic: Diagnostic, below asked: Scope) -> Bool {
    guard diagnostic.rule == .final, let place = diagnostic.place, !place.file.scope.isIn(asked),
      let final = diagnostic.notes.lazy.compactMap(\.place).first,
      let view = (try? treeReader.view(of: place.file.scope)) ?? nil
    else { return false }
    return view.lineage.ancestors.contains { $0.scope == final.file.scope }
  }
}
