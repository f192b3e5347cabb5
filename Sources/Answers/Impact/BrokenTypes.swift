import Cascade
import JSONSource

extension Impact {
  /// Changed values that are not of their declared type, if an edited scope is given.
  package var brokenTypes: [(scope: Scope, problem: Diagnostic)] {
    typeProblems.map { ($0.scope, mask.shown($0.problem)) }
  }

  func validate(_ change: ValueChange, in pair: WalkedPair) {
    guard edited != nil, let value = change.to else { return }
    note(pair.scopes.to.asked.brokenType(of: value), value, pair.scope)
  }

  /// Checks the types that a scope or its further parents declare: values set by ancestors may not match them.
  func validateDeclared(in pair: WalkedPair) {
    if edited == nil { return }
    for level in pair.scopes.to.visited.added where level.hasMarkers {
      for marker in level.markers where marker.directive == .type {
        guard let key = marker.pattern.key else { continue }
        let broken = BeforeAfter { pair.scopes[$0].asked.brokenType(at: key) }
        if broken.from == nil {
          note(broken.to, (try? pair.scopes.to.asked.value(key)) ?? nil, pair.scope)
        }
      }
    }
  }

  private func note(_ problem: Diagnostic?, _ value: ValueCursor?, _ scope: Scope) {
    guard let problem else { return }
    if let value { mask.note(value) }
    let isKnown = typeProblems.last.map { $0.scope == scope && $0.problem.key == problem.key }
    if isKnown != true { typeProblems.append((scope, problem)) }
  }
}
