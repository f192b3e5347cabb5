import Cascade

/// A key of a scope in two snapshots; values may be missing.
package struct KeyChange {
  package let key: Key
  package let shown: ShownChange
  package let origins: BeforeAfter<[SourceRange]>
  package let absence: Absence?
  package let failures: BeforeAfter<[Diagnostic]>

  /// Compares the scope in both snapshots; nil scopes could not be read because of `problems`.
  /// `others` and `keys` are the secrets of the whole report.
  package init(
    of key: Key, _ scopes: BeforeAfter<Evaluation?>, _ problems: BeforeAfter<[Diagnostic]>,
    besides others: Mask, _ keys: SecretKeys
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
    origins = BeforeAfter { values[$0]?.origins ?? [] }
    absence = values.to == nil ? scopes.to?.absence(key) : nil
  }
}
