import Cascade

// What became of the edited statements, to be asked once the walk is over.
extension Impact {
  /// Every edited statement of the scopes that both times have.
  package var edits: [StatementChange] { causes.edits }

  /// The edited statements at and below the asked scope that cause nothing there.
  package var idle: [StatementChange] {
    // What keeps another edit from some scopes has an effect, though no value differs by it.
    let holding = Set(
      edits.flatMap(\.holds).filter { !$0.scopes.isEmpty }.map(\.place.id))
    return edits.filter { edit in
      !edit.isCause && !edit.isCauseOfAbstract && !edit.isPart && isAsked(edit.scope)
        && !(edit.place.map { holding.contains($0.id) } ?? false)
    }
  }

  /// Those that cause something in scopes alone that are only there to be inherited from, and were passed by.
  package var ofAbstract: [StatementChange] {
    edits.filter { !$0.isCause && $0.isCauseOfAbstract && isAsked($0.scope) }
  }

  /// Takes over from a walk that came to all scopes which edits cause something in those that were passed by.
  package func noteAbstract(_ whole: Impact) {
    let causes = Set(whole.edits.lazy.filter(\.isCause).compactMap(\.place).map(\.id))
    for edit in edits where !edit.isCause {
      edit.isCauseOfAbstract = edit.place.map { causes.contains($0.id) } ?? false
    }
  }

  /// Those that stand above it, and do not get through to it.
  package var heldAbove: [StatementChange] {
    edits.filter { edit in
      !edit.isCause && !isAsked(edit.scope) && edit.holds.contains { !$0.scopes.isEmpty }
    }
  }

  private func isAsked(_ scope: Scope) -> Bool {
    scopeIndex.scopes.first.map(scope.isIn) ?? false
  }
}
