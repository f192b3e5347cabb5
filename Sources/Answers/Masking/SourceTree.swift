import Cascade
import JSONSource

/// The keys from which a value and its parts were computed.
struct SourceTree: Equatable {
  let same: SourceList
  /// The keys that decided on it; nil if there are too many, and each may be secret.
  let inputs: Set<SourceKey>?
  let members: [Name: SourceTree]
  let elements: [Int: SourceTree]

  private static let maxInputs = 4096

  /// nil if neither the value nor a part of it was computed from others.
  // Recursion is bounded by the nesting of values.
  init?(_ value: EffectiveValue) {
    var members = [Name: SourceTree]()
    var elements = [Int: SourceTree]()
    switch value.content {
    case .object(let all):
      for (name, member) in all { if let tree = SourceTree(member) { members[name] = tree } }
    case .array(let all):
      for (index, element) in all.enumerated() {
        if let tree = SourceTree(element) { elements[index] = tree }
      }
    case .node, .view, .text: break
    }
    if value.sources.isEmpty && members.isEmpty && elements.isEmpty { return nil }
    same = value.sources.same
    inputs = value.sources.inputKeys(atMost: Self.maxInputs)
    (self.members, self.elements) = (members, elements)
  }

  var hasParts: Bool { !members.isEmpty || !elements.isEmpty }
}
