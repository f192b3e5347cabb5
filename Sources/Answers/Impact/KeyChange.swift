import Cascade

/// A key of a scope in two snapshots; values may be missing.
package struct KeyChange {
  package let key: Key
  package let shown: ShownChange
  package let absence: Absence?
  package let failures: BeforeAfter<[Diagnostic]>
  package private(set) var causes: [ImpactChange.Cause]

  /// Compares the scope in both snapshots; nil scopes could not be read because of `problems`.
  /// `others` and `keys` are the secrets of the whole report.
  /// If no edited statement caused it, the causes are the errors of the value, or else its origins.
  package init(
    of key: Key, _ scopes: BeforeAfter<Evaluation?>, _ problems: BeforeAfter<[Diagnostic]>,
    besides others: Mask, _ keys: SecretKeys, causedBy causes: [ImpactChange.Cause]
  ) {
    self.key = key
    var failures = problems
    var values = BeforeAfter<ValueCursor?>(from: nil, to: nil)
    for side in [Side.from, .to] {
      guard let scope = scopes[side] else { continue }
      do throws(EvaluationError) {
        values[side] = try scope.value(key)
        _ = try values[side]?.whole()
      } catch {
        values[side] = nil
        failures[side] += error.diagnostics
      }
    }
    self.failures = failures
    let change = ValueChange(
      key: key, kind: .changed, from: values.from, to: values.to, object: nil)
    if let one = scopes.to ?? scopes.from {
      let (from, to) = (scopes.from ?? one, scopes.to ?? one)
      let told = change.mask(from, to, keys).union(others)
      shown = change.shown(from, to, told, keys)
    } else {
      shown = ShownChange(from: nil, to: nil, elements: nil)
    }
    let origins = BeforeAfter { values[$0]?.origins ?? [] }
    absence = values.to == nil ? scopes.to?.absence(key) : nil
    self.causes = causes
    if !causes.isEmpty { return }
    let isGone = failures.to.isEmpty && origins.to.isEmpty
    for side in isGone || !failures.from.isEmpty ? [Side.from, .to] : [.to] {
      let places = failures[side].isEmpty ? origins[side] : failures[side].compactMap(\.place)
      self.causes += places.map { ImpactChange.Cause(side: side, place: $0, edits: []) }
    }
  }
}
