import JSONSource

extension AskedScope {
  /// Where a file of the scope, which no other one includes, writes what is secret in the scope, or in
  /// others that have it.
  package func secretPlaces(
    in file: PropertyFile, _ others: ReportMask
  ) -> [(key: Key, place: Place)] {
    let mask = mask(Key()).union(others.mask(Key()))
    if mask.isNone { return [] }
    var found: [(key: Key, place: Place)] = []
    visit(Written(file: file, node: 0), Key(), mask, &found)
    for marker in file.markers where marker.kind == .remove {
      guard let value = marker.value, isSecret(marker.pattern, mask) else { continue }
      found.append(
        (Key(marker.pattern.names), Place(file.file, file.document.range(value))))
    }
    return found
  }

  private func visit(
    _ written: Written, _ key: Key, _ mask: Mask, _ found: inout [(key: Key, place: Place)]
  ) {
    if mask.isNone && !written.isComputing { return }
    if mask.isSecret || written.isComputed && self.mask(ofStep: written, under: key).isSecret {
      found.append((key, written.place))
    } else if written.isArray {
      for element in written.document.elements(written.node) {
        visit(written.at(element), key, mask.ofElements, &found)
      }
    } else if written.isObject {
      for member in written.document.members(written.node) where !member.isDirective {
        visit(
          written.at(member.value), key.appending(member.name), mask.descending(member.name),
          &found)
      }
    }
  }

  /// Whether elements of an array that a pattern names are secret; with a `*` in it, any may be.
  private func isSecret(_ pattern: KeyPattern, _ top: Mask) -> Bool {
    guard pattern.parts.count == pattern.names.count else { return true }
    let mask = pattern.names.reduce(top) { $0.descending($1) }
    return mask.isSecret || mask.ofElements.isSecret
  }
}

extension KeyPattern {
  /// Its parts that are names.
  fileprivate var names: [Name] {
    parts.compactMap { if case .name(let name) = $0 { name } else { nil } }
  }
}
