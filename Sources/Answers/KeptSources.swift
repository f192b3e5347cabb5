import Cascade
import JSONSource

/// From which keys a kept value was computed, in any of the scopes that have it.
final class KeptSources {
  /// Whether one of those scopes calls something secret from which it was computed.
  private(set) var drawsOnSecret = false
  // Mostly all scopes have the same.
  private(set) var trees: [SourceTree] = []
  private(set) var tables: Set<TableSources> = []

  func note(_ tree: SourceTree) { if !trees.contains(tree) { trees.append(tree) } }

  func note(_ table: TableSources) { tables.insert(table) }

  func noteSecret() { drawsOnSecret = true }
}

/// The keys from which a value and its parts were computed.
struct SourceTree: Equatable {
  /// The keys that had the value itself.
  let same: [SourceKey]
  /// Those of all that decided on it; nil for too many to be kept, of which each may be secret.
  let inputs: Set<SourceKey>?
  private(set) var members: [Name: SourceTree] = [:]
  private(set) var elements: [Int: SourceTree] = [:]

  private static let mostInputs = 4096

  // Its recursion is bounded by how deep values nest.
  init(_ value: EffectiveValue) {
    same = value.sources.same
    inputs = value.sources.inputKeys(atMost: Self.mostInputs)
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
