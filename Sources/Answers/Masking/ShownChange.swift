import Cascade

/// Two masked values; either may be missing.
package struct ShownChange {
  package let from: ShownValue?
  package let to: ShownValue?
  /// The differing elements of two arrays, unless the key is secret.
  package let elements: Elements?

  /// The differences of two arrays between their common beginning and end.
  package struct Elements {
    package let start: Int
    package let end: Int
    package let gone: [ShownValue]
    package let new: [ShownValue]

    init<Element>(
      _ all: BeforeAfter<[Element]>, _ areEqual: (Element, Element) -> Bool,
      _ shown: (Side, Element) -> ShownValue
    ) {
      let start = zip(all.from, all.to).prefix { areEqual($0, $1) }.count
      let rest = BeforeAfter { all[$0].dropFirst(start) }
      let end = zip(rest.from.reversed(), rest.to.reversed()).prefix { areEqual($0, $1) }.count
      (self.start, self.end) = (start, end)
      gone = rest.from.dropLast(end).map { shown(.from, $0) }
      new = rest.to.dropLast(end).map { shown(.to, $0) }
    }
  }
}

extension ValueChange {
  package func shown(_ from: Evaluation, _ to: Evaluation) -> ShownChange {
    let keys = from.secretKeys(with: to)
    return shown(from, to, mask(from, to, keys), keys)
  }

  /// Both masked values, with more masks than those of the two scopes.
  func shown(
    _ from: Evaluation, _ to: Evaluation, _ mask: Mask, _ keys: SecretKeys
  ) -> ShownChange {
    let values = BeforeAfter(from: try? self.from?.whole(), to: try? self.to?.whole())
    let whole = from.whole(from.whole(mask, of: values.from, keys), of: values.to, keys)
    var elements: ShownChange.Elements?
    if !mask.isSecret, let before = values.from?.elements, let after = values.to?.elements {
      elements = .init(BeforeAfter(from: before, to: after)) {
        $0.isEqual($1)
      } _: { _, value in
        from.shown(value, whole.atElements, keys)
      }
    }
    return ShownChange(
      from: values.from.map { from.shown($0, whole, keys) },
      to: values.to.map { from.shown($0, whole, keys) },
      elements: elements)
  }
}

extension Evaluation {
  /// The mask of a value: if a part is secret, all is, because another value may have the part elsewhere.
  package func whole(_ mask: Mask, of value: EffectiveValue?, _ keys: SecretKeys) -> Mask {
    guard !isRevealing, let value, value.isCompound, value.containsSecret(mask, keys)
    else { return mask }
    return mask.whole
  }

  func shown(_ value: EffectiveValue, _ mask: Mask, _ keys: SecretKeys) -> ShownValue {
    isRevealing ? .revealed(value, view.names) : mask.shown(value, keys, view.names)
  }
}

extension ReportMask {
  package func shown(_ values: BeforeAfter<KeptValue?>) -> ShownChange {
    ShownChange(
      from: values.from.map(shown), to: values.to.map(shown), elements: elements(values))
  }

  private func elements(_ values: BeforeAfter<KeptValue?>) -> ShownChange.Elements? {
    guard let from = values.from, let to = values.to, from.kind == .array, to.kind == .array,
      !hides(from), !hides(to), let before = from.document(names), let after = to.document(names)
    else { return nil }
    let nodes = BeforeAfter(from: Array(before.elements(0)), to: Array(after.elements(0)))
    return .init(nodes) {
      before.equal($0, after, $1)
    } _: { side, node in
      let (document, kept) = side == .from ? (before, from) : (after, to)
      return mask(kept.key).atElements.shown(document, node, asWritten: kept.isAsWritten)
    }
  }
}

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
