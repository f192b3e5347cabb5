import Answers
import Cascade
import Legible
import Reports
import Sessions
import Snapshots

/// Chooses among the leaves of a scope; each goes or stays as a whole.
package struct ChosenLeaves {
  private let except: [KeyPattern]
  private let secrets: LeafChoice.Secrets?
  private let view: View

  /// Whether nothing is left out.
  package var isEverything: Bool { except.isEmpty && secrets == nil }

  package init(_ choice: LeafChoice, _ asked: Evaluation, _ query: Query) throws(Failure) {
    var except: [KeyPattern] = []
    for text in choice.except { except.append(try query.pattern(text)) }
    (self.except, secrets, view) = (except, choice.secrets, asked.view)
  }

  /// The leaves that are wanted. What is to be left out has to be something that somebody speaks of.
  package func of(_ leaves: [Leaf], isSecret: (Leaf) -> Bool) throws(Failure) -> [Leaf] {
    var chosen = leaves
    for pattern in except {
      var rest: [Leaf] = []
      for leaf in chosen where try !isLeftOut(leaf.key, by: pattern) { rest.append(leaf) }
      if rest.count == chosen.count && !leaves.contains(where: { pattern.leadsTo($0.key) }) {
        try pattern.refuse(unlessMentionedIn: [view])
      }
      chosen = rest
    }
    guard let secrets else { return chosen }
    return chosen.filter { isSecret($0) == (secrets == .only) }
  }

  private func isLeftOut(_ key: Key, by pattern: KeyPattern) throws(Failure) -> Bool {
    if pattern.leadsTo(key) { return true }
    // A `*` may name members of what happens to be a leaf here.
    guard let whole = pattern.key, whole.isIn(key) else { return false }
    throw .message(
      "'--except' leaves out whole leaves: \(view.names.text(key)) holds \(view.names.text(whole))")
  }
}
