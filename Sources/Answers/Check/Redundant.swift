import Cascade

extension CheckRule {
  package static let redundant = CheckRule(
    .warning, .redundant, "Value equal to the inherited one",
    [
      .file("properties.json", #"{ "port": 5432 }"#),
      .file(
        "a/properties.json", #"{ "port": 5432.0 }"#,
        corrected: #"{ "$stop": ["port"], "port": 5432 }"#),
    ]
  ) { scope in
    scope.isCertain && !scope.mayServeUnknown ? RedundantValues(scope).claims : []
  }
}

extension ViewNode {
  /// Whether an own scalar, array, `{}` or replacing object equals the inherited value.
  var changesNothing: Bool {
    guard let inherited, let part = lastWritten else { return false }
    return switch (state, inherited.state) {
    case (.leaf, .leaf): stands(for: inherited)
    case (.array(let merged), _):
      // All elements were inherited already.
      merged.count == inherited.array?.count
        && !merged.elements.contains { element in
          element.parts.contains { $0.file.file === part.file.file }
        }
    case (.object, .object) where !part.isEmptyObject:
      replacement != nil && written.count == 1 && stands(for: inherited)
    case (.object(let isWrittenEmpty), .object(let wasWrittenEmpty)):
      // Beside stops of all members, '{}' keeps the object; and a strategy may empty it.
      (wasWrittenEmpty || !isWrittenEmpty) && touchedNames().isEmpty
    default: false
    }
  }

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
  /// Whether the result of a computed value depends on its file or on the inherited value.
  package var dependsOnItsPlace: Bool {
    computedValues.contains(where: \.dependsOnItsPlace)
  }
}

extension ComputedValue {
  fileprivate var dependsOnItsPlace: Bool {
    if case .file = source { return true }
    return references.contains {
      if case .inherited = $0.reference.target { true } else { false }
    }
  }
}
