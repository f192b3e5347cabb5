import JSONSource

extension CheckRule {
  static let redundant = CheckRule(
    .warning, .redundant, "a value that would be inherited all the same",
    tripping: ExampleTree(
      .file("properties.json", #"{ "port": 5432 }"#),
      .file("a/properties.json", #"{ "port": 5432.0 }"#)),
    clean: ExampleTree(
      .file("properties.json", #"{ "port": 5432 }"#),
      .file("a/properties.json", #"{ "$stop": ["port"], "port": 5432 }"#)),
    looksBelow: true
  ) { scope in
    guard scope.isCertain else { return [] }
    var findings: [Diagnostic] = []
    // Without it another file of the scope would have its say.
    let disputed = Set(scope.overwritings.map(\.key.names))
    for own in scope.unchanging {
      guard let part = own.lastWritten, let inherited = own.inherited, !scope.isNeeded(part) else {
        continue
      }
      let key = own.key
      // Whoever gives a reason or a date has one; and without the value a removal would act.
      if scope.says([.because, .until, .remove], of: key) { continue }
      if !disputed.isEmpty,
        (1...key.names.count).contains(where: { disputed.contains(Array(key.names[..<$0])) })
      {
        continue
      }
      let isEmptyObject = own.isObject && !inherited.isWrittenEmpty
      findings.append(
        scope.finding(
          .warning, .redundant, key, .redundant(isEmptyObject: isEmptyObject), at: part.place,
          notes: inherited.place.map { [.init(.inherited, at: $0)] } ?? []))
    }
    return findings
  }
}

extension CheckedScope {
  /// Whether the scope itself has a marker of one of these kinds for exactly a key.
  fileprivate func says(_ kinds: [Marker.Kind], of key: Key) -> Bool {
    hasMarkers
      && own.contains { position, level in
        PatternCursor([(position, level)], [.attribute, .laying]).descending(key.names).markers
          .contains { kinds.contains($0.marker.kind) }
      }
  }
}

extension ViewNode {
  /// Whether a scalar, an array or a `{}` that a level wrote here leaves all as it was.
  var changesNothing: Bool {
    guard let inherited, let part = lastWritten else { return false }
    return switch (state, inherited.state) {
    case (.leaf(let own), .leaf(let old)):
      own.document.equal(own.node, old.document, old.node) && !own.dependsOnItsPlace
    case (.array(let merged), _):
      // Elements that were all there already.
      merged.elements.count == inherited.elements?.count
        && !merged.elements.contains { element in
          element.parts.contains { $0.file.file === part.file.file }
        }
    case (.object(let isWrittenEmpty), .object(let wasWrittenEmpty)):
      // Where stops take everything in it, '{}' is what keeps the object; and a strategy may empty it.
      part.isEmptyObject && (wasWrittenEmpty || !isWrittenEmpty) && touchedNames().isEmpty
    default: false
    }
  }
}

extension Written {
  /// Whether a computed value here means something else in another file, or over another value.
  fileprivate var dependsOnItsPlace: Bool {
    guard isComputing else { return false }
    return (node..<document.behind(node)).contains { file.computed($0)?.dependsOnItsPlace == true }
  }
}

extension Computed {
  fileprivate var dependsOnItsPlace: Bool {
    func isBound(_ reference: Reference) -> Bool {
      if case .inherited = reference.target { true } else { false }
    }
    switch source {
    case .file: return true
    case .environment: return false
    case .reference(let reference, _, _): return isBound(reference)
    case .format(let pieces):
      return pieces.contains { if case .reference(let one) = $0 { isBound(one) } else { false } }
    }
  }
}
