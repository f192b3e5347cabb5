import Cascade

// The outcome of edits, available after the walk.
extension Impact {
  package var edits: [StatementChange] { causes.edits }

  /// The edited statements at and below the requested scope without effect there.
  package var idle: [StatementChange] {
    // An edit that holds off another edit has an effect without changing a value.
    let holding = Set(
      edits.flatMap(\.holds).filter { !$0.scopes.isEmpty }.map(\.place.id))
    return edits.filter { edit in
      !edit.isCause && !edit.isCauseOfAbstract && !edit.isPart && isAsked(edit.scope)
        && !(edit.place.map { holding.contains($0.id) } ?? false)
    }
  }

  /// The edits that affect only skipped abstract scopes.
  package var ofAbstract: [StatementChange] {
    edits.filter { !$0.isCause && $0.isCauseOfAbstract && isAsked($0.scope) }
  }

  /// Takes the causes in abstract scopes from a walk that visited all scopes.
  package func noteAbstract(_ whole: Impact) {
    let causes = Set(whole.edits.lazy.filter(\.isCause).compactMap(\.place).map(\.id))
    for edit in edits where !edit.isCause {
      edit.isCauseOfAbstract = edit.place.map { causes.contains($0.id) } ?? false
    }
  }

  /// The edits in ancestors of the requested scope that do not reach it.
  package var blockedAbove: [StatementChange] {
    edits.filter { edit in
      !edit.isCause && !isAsked(edit.scope) && edit.holds.contains { !$0.scopes.isEmpty }
    }
  }

  private func isAsked(_ scope: Scope) -> Bool {
    scopeIndex.scopes.first.map(scope.isIn) ?? false
  }
}
