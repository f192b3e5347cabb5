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
  private let asked: Evaluation

  /// Whether nothing is left out.
  package var isEverything: Bool { except.isEmpty && secrets == nil }

  /// Whether keys are left out, whatever is secret.
  package var leavesOutKeys: Bool { !except.isEmpty }

  /// Whether a key is left out by name.
  package func leavesOut(_ key: Key) -> Bool { except.contains { $0.leadsTo(key) } }

  package init(_ choice: LeafChoice, _ asked: Evaluation, _ query: Query) throws(Failure) {
    var except: [KeyPattern] = []
    for text in choice.except { except.append(try query.pattern(text)) }
    (self.except, secrets, self.asked) = (except, choice.secrets, asked)
  }

  /// The leaves that are wanted. What is to be left out has to be something that somebody speaks of.
  package func of(_ leaves: [Leaf], isSecret: (Leaf) -> Bool) throws(Failure) -> [Leaf] {
    var chosen = leaves
    for pattern in except {
      let rest = chosen.filter { !pattern.leadsTo($0.key) }
      if rest.count == chosen.count && !leaves.contains(where: { pattern.leadsTo($0.key) }) {
        try pattern.refuse(asExceptionOf: [asked])
      }
      chosen = rest
    }
    guard let secrets else { return chosen }
    return chosen.filter { isSecret($0) == (secrets == .only) }
  }
}
