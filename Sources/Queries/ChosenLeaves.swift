import Answers
import Cascade
import JSONSource
import Legible
import Reports
import Sessions
import Snapshots

/// Chooses among the leaves of scopes; each goes or stays as a whole.
package final class ChosenLeaves {
  private let except: [KeyPattern]
  private let secrets: LeafChoice.Secrets?
  /// Those that named nothing so far that anybody speaks of.
  private var unmet: [KeyPattern]
  /// What the first of those may have been meant to be.
  private var nearest: Key?
  private let isAlone: Bool

  /// Whether nothing is left out.
  package var isEverything: Bool { except.isEmpty && secrets == nil }

  /// Whether keys are left out, whatever is secret.
  package var leavesOutKeys: Bool { !except.isEmpty }

  /// Whether a key is left out by name.
  package func leavesOut(_ key: Key) -> Bool { except.contains { $0.leadsTo(key) } }

  /// `isAlone` is whether there is one scope to ask, so that what is to be left out has to be spoken of there.
  package init(_ choice: LeafChoice, isAlone: Bool, _ query: Query) throws(Failure) {
    var except: [KeyPattern] = []
    for text in choice.except { except.append(try query.pattern(text)) }
    (self.except, unmet, secrets) = (except, except, choice.secrets)
    self.isAlone = isAlone
  }

  /// The leaves of a scope that are wanted.
  package func of(
    _ leaves: [Leaf], in scope: Evaluation, isSecret: (Leaf) -> Bool
  ) throws(Failure) -> [Leaf] {
    for pattern in isAlone ? unmet : []
    where !leaves.contains(where: { pattern.leadsTo($0.key) }) {
      try pattern.refuse(asExceptionOf: [scope])
    }
    let chosen = except.isEmpty ? leaves : leaves.filter { !leavesOut($0.key) }
    guard let secrets else { return chosen }
    return chosen.filter { isSecret($0) == (secrets == .only) }
  }

  /// Takes note of what is spoken of in one scope of many.
  package func meet(in scope: Evaluation) throws(Failure) {
    var rest: [KeyPattern] = []
    for pattern in unmet where try !pattern.isMetAsException(in: scope) { rest.append(pattern) }
    unmet = rest
    if nearest == nil { nearest = unmet.first?.key.flatMap { scope.view.suggestion(for: $0) } }
  }

  /// Makes sure that what is to be left out is spoken of in some of the scopes that were met.
  package func refuseUnmet(below scope: Scope, _ names: NameTable) throws(Failure) {
    guard let pattern = unmet.first else { return }
    let spelling = String(decoding: names.spelling(pattern), as: UTF8.self)
    throw .message(
      "no level of a scope at or below '\(scope.text)' mentions \(spelling), so '--except' has no effect",
      notes: nearest.map { ["the nearest key is \(names.text($0))"] } ?? [])
  }
}
