import Cascade
import JSONSource

/// Changed values that are not of their declared type.
package final class BrokenTypes {
  private var found: [(scope: Scope, problem: Diagnostic)] = []
  private let mask: ReportMask

  init(_ mask: ReportMask) { self.mask = mask }

  package var all: [(scope: Scope, problem: Diagnostic)] {
    found.map { ($0.scope, mask.shown($0.problem)) }
  }

  func validate(_ change: ValueChange, in pair: WalkedPair) {
    if let value = change.to { note(pair.scopes.to.asked.brokenType(of: value), value, pair.scope) }
  }

  /// Checks the types that a scope or its further parents declare: values set by ancestors may not match them.
  func validateDeclared(in pair: WalkedPair) {
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
    let isKnown = found.last.map { $0.scope == scope && $0.problem.key == problem.key }
    if isKnown != true { found.append((scope, problem)) }
  }
}
