import Answers
import Cascade

// What changes nothing where it stands, and does something for others.
extension Checker {
  /// Notes what overlays say above that does something here, though in its own scope it does not.
  func noteNeeded(in scope: CheckedScope) {
    let lineage = scope.view.lineage
    let delta = scope.walked.delta
    for above in open.dropLast() where above.visited.isAsked {
      let all = above.unchangingInOverlays
      if all.isEmpty { continue }
      // What the scope does not touch is what it is in the scope above, unless a final comes between.
      let names = delta.isWhole ? Array(all.keys) : delta.names
      for own in names.flatMap({ all[$0] ?? [] }) {
        let level = above.view.levels[own.step.position]
        guard let part = own.lastWritten, !above.isNeeded(part),
          let position = lineage.position(of: level)
        else { continue }
        if scope.view.node(own.key, at: position)?.changesNothing != true {
          above.note(needed: part)
        }
      }
    }
  }

  /// Notes what a scope says in vain but for rules by which it or a scope below it inherits.
  func noteDrawn(in scope: CheckedScope) {
    guard scope.isCertain else { return }
    for own in scope.unchanging {
      if let part = own.lastWritten, world.isDrawnOn(part, own.key, in: scope.view.lineage) {
        scope.note(needed: part)
      }
    }
  }
}
