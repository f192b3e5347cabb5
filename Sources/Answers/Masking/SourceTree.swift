import Cascade
import JSONSource

/// The keys from which a value and its parts were computed.
struct SourceTree: Equatable {
  let same: [SourceKey]
  /// The keys that decided on it; nil if there are too many, and each may be secret.
  let inputs: Set<SourceKey>?
  private(set) var members: [Name: SourceTree] = [:]
  private(set) var elements: [Int: SourceTree] = [:]

  private static let maxInputs = 4096

  // Recursion is bounded by the nesting of values.
  init(_ value: EffectiveValue) {
    same = value.sources.same
    inputs = value.sources.inputKeys(atMost: Self.maxInputs)
    switch value.content {
    case .object(let all):
      for (name, member) in all {
        let tree = SourceTree(member)
        if !tree.isEmpty { members[name] = tree }
      }
    case .array(let all):
      for (index, element) in all.enumerated() {
        let tree = SourceTree(element)
        if !tree.isEmpty { elements[index] = tree }
      }
    case .node, .view, .text: break
    }
  }

  var hasParts: Bool { !members.isEmpty || !elements.isEmpty }

  var isEmpty: Bool { same.isEmpty && inputs?.isEmpty == true && !hasParts }
}
