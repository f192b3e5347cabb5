import Answers
import Cascade
import JSONSource

extension CheckRule {
  package static let redundant = CheckRule.idle(
    .redundant, "Value equal to the inherited one",
    .file("properties.json", #"{ "port": 5432 }"#),
    .file(
      "a/properties.json", #"{ "port": 5432.0 }"#, mended: #"{ "$stop": ["port"], "port": 5432 }"#)
  ) { scope in
    scope.isCertain && !scope.mayServeUnknown ? RedundantValues(scope).claims : []
  }
}

extension CheckedScope {
  /// Whether the scope itself has a marker of one of these directives for exactly a key.
  func says(_ directives: [Directive], of key: Key) -> Bool {
    hasMarkers
      && own.contains { position, level in
        PatternCursor([(position, level)], [.attribute, .laying]).descending(key.names).markers
          .contains { directives.contains($0.marker.directive) }
      }
  }
}

extension ViewNode {
  /// Whether a scalar, an array, a `{}` or an object that replaces leaves all as it was where a level
  /// wrote it.
  var changesNothing: Bool {
    guard let inherited, let part = lastWritten else { return false }
    return switch (state, inherited.state) {
    case (.leaf(let own), .leaf(let old)):
      own.document.equal(own.node, old.document, old.node) && !own.dependsOnItsPlace
    case (.array(let merged), _):
      // Elements that were all there already.
      merged.count == inherited.array?.count
        && !merged.elements.contains { element in
          element.parts.contains { $0.file.file === part.file.file }
        }
    case (.object, .object) where !part.isEmptyObject:
      replacement != nil && written.count == 1 && stands(for: inherited)
    case (.object(let isWrittenEmpty), .object(let wasWrittenEmpty)):
      // Where stops take everything in it, '{}' is what keeps the object; and a strategy may empty it.
      (wasWrittenEmpty || !isWrittenEmpty) && touchedNames().isEmpty
    default: false
    }
  }

  /// Whether all in it is as in another one.
  private func stands(for other: ViewNode) -> Bool {
    switch (state, other.state) {
    case (.leaf(let own), .leaf(let old)):
      return own.document.equal(own.node, old.document, old.node) && !own.dependsOnItsPlace
    case (.object(let isWrittenEmpty), .object(let wasWrittenEmpty)):
      let members = liveMembers()
      guard isWrittenEmpty == wasWrittenEmpty, members.count == other.liveMembers().count else {
        return false
      }
      return members.allSatisfy { name, node in
        other.member(name).map { node.stands(for: $0) } ?? false
      }
    default: return false
    }
  }
}

extension Definition {
  /// Whether a computed value here means something else in another file, or over another value.
  package var dependsOnItsPlace: Bool {
    computedValues.contains(where: \.dependsOnItsPlace)
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
