import Cascade

/// A key of a scope in two snapshots; values may be missing.
package struct KeyChange {
  package let key: Key
  package let shown: ShownChange
  package let origins: BeforeAfter<[SourceRange]>
  package let absence: Absence?
  package let failures: BeforeAfter<[Diagnostic]>
  package private(set) var causes: [Cause]

  package struct Cause {
    package let side: Side
    package let place: SourceRange
    /// Whether the statement exists before and after.
    package let isInBoth: Bool
  }

  /// Compares the scope in both snapshots; nil scopes could not be read because of `problems`.
  /// `others` and `keys` are the secrets of the whole report.
  /// If no edited statement caused it, the causes are the errors of the value, or else its origins.
  package init(
    of key: Key, _ scopes: BeforeAfter<Evaluation?>, _ problems: BeforeAfter<[Diagnostic]>,
    besides others: Mask, _ keys: SecretKeys, causedBy edits: [ImpactChange.Cause]
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
    causes = edits.map { cause in
      let places = cause.edit.places
      return Cause(
        side: cause.side, place: cause.place, isInBoth: places.from != nil && places.to != nil)
    }
    if !causes.isEmpty { return }
    let isGone = failures.to.isEmpty && origins.to.isEmpty
    for side in isGone || !failures.from.isEmpty ? [Side.from, .to] : [.to] {
      let places = failures[side].isEmpty ? origins[side] : failures[side].compactMap(\.place)
      causes += places.map { Cause(side: side, place: $0, isInBoth: false) }
    }
  }
}
