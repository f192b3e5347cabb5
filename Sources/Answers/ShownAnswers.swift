import Cascade
import JSONSource

extension ValueCursor {
  /// The value as a report shows it; nil where it cannot be worked out.
  package var shown: ShownValue? { shown(also: .none, scope.secretKeys) }

  /// The same where more is secret than in its own scope, and more keys are.
  package func shown(also more: Mask, _ keys: SecretKeys) -> ShownValue? {
    // What is shown was worked out before.
    guard let whole = try? whole() else { return nil }
    return scope.shown(whole, mask.union(more), keys)
  }

  /// An array's elements as a report shows them, one by one.
  package var shownElements: [ShownValue]? {
    guard let elements = (try? whole())?.elements else { return nil }
    return elements.map { scope.shown($0, mask.ofElements, scope.secretKeys) }
  }
}

extension Step {
  /// What is said of a key as a report of a scope shows it: a value, or what a directive takes besides
  /// keys.
  package func shown(of key: Key, in scope: Evaluation) -> ShownValue? {
    switch say {
    case .value(let written): return scope.mask(ofStep: written, under: key).shown(written)
    case .marker(let marker):
      guard let value = marker.value else { return nil }
      // What is taken out of a secret array is as secret.
      let keys = [key, marker.pattern.key ?? key]
      let isOfSecret = keys.contains { scope.mask($0).mayHoldSecret }
      if marker.directive == .remove, !scope.isRevealing, isOfSecret { return .secret }
      return Mask.none.shown(marker.document, value, asWritten: true)
    }
  }
}

extension Evaluation {
  /// A value as a report of this scope shows it.
  func shown(_ value: EffectiveValue, _ mask: Mask, _ keys: SecretKeys) -> ShownValue {
    isRevealing ? .revealed(value, view.names) : mask.shown(value, keys, view.names)
  }
}
