import Cascade

/// One key of a scope at two times, in which it need not come to anything.
package struct KeyChange {
  package let key: Key
  package let shown: ShownChange
  /// Where the values stand.
  package let origins: BeforeAfter<[SourceRange]>
  /// Why it has no value any more.
  package let absence: Absence?
  /// Why it cannot be worked out, before or now.
  package let failures: BeforeAfter<[Diagnostic]>

  /// Takes the scope at both times, where it was there and could be read, why it could not, and what the report
  /// calls secret of the key and in general.
  package init(
    of key: Key, _ scopes: BeforeAfter<Evaluation?>, _ problems: BeforeAfter<[Diagnostic]>,
    besides others: Mask, _ keys: SecretKeys
  ) {
    self.key = key
    var failures = problems
    var values = BeforeAfter<ValueCursor?>(from: nil, to: nil)
    for side in [Side.from, .to] {
      guard let scope = scopes[side] else { continue }
      do throws(Unresolved) {
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
