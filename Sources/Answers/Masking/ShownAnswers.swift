import Cascade
import JSONSource

extension ValueCursor {
  package var shown: ShownValue? { shown(also: .none, scope.secretKeys) }

  /// The masked value with more masks than those of its scope.
  package func shown(also more: Mask, _ keys: SecretKeys) -> ShownValue? {
    // Already evaluated: no error is lost.
    guard let whole = try? whole() else { return nil }
    return scope.shown(whole, mask.union(more), keys)
  }

  package var shownElements: [ShownValue]? {
    guard let elements = (try? whole())?.elements else { return nil }
    return elements.map { scope.shown($0, mask.atElements, scope.secretKeys) }
  }
}

extension TraceEntry {
  package func shown(of key: Key, in scope: Evaluation) -> ShownValue? {
    switch statement {
    case .value(let written): return scope.mask(ofStep: written, under: key).shown(written)
    case .marker(let marker):
      guard let value = marker.value else { return nil }
      // Removed elements of a secret array are secret, too.
      let keys = [key, marker.pattern.key ?? key]
      let isOfSecret = keys.contains { scope.mask($0).mayHoldSecret }
      if marker.directive == .remove, !scope.isRevealing, isOfSecret { return .secret }
      return Mask.none.shown(marker.document, value, asWritten: true)
    }
  }
}

extension Evaluation {
  func shown(_ value: EffectiveValue, _ mask: Mask, _ keys: SecretKeys) -> ShownValue {
    isRevealing ? .revealed(value, view.names) : mask.shown(value, keys, view.names)
  }
}
