import Cascade
import JSONSource

/// The union of the masks of all scopes of a report: a key that is secret in any of them is masked in all (A1).
package final class ReportMask {
  let names: NameTable
  private let reveals: Bool
  /// Inclusions are opened as late as possible, unless the tree is gone then.
  private let outlivesTrees: Bool
  private var levels: [(position: Int, level: Level)] = []
  private var noted: Set<ObjectIdentifier> = []
  private var patterns: Set<[KeyPattern.Part]> = []
  private var computed: [Key: [KeptValue]] = [:]
  /// Whether some computed value depends on a secret of its scope.
  private var drawsSomewhere = false
  /// Whether values of a key depend on secrets, as far as requested.
  private var drawing: [Key: Bool] = [:]
  private var top: Mask?
  private var knownKeys: SecretKeys?
  /// For keys of array elements the number of names before the array; and keys that are object members in some scope.
  private var arrays: [Key: Int] = [:]
  private var members: Set<Key> = []

  package init(_ names: NameTable, reveals: Bool, outlivesTrees: Bool = false) {
    (self.names, self.reveals, self.outlivesTrees) = (names, reveals, outlivesTrees)
  }

  /// Whether no scope declares secrets, as far as noted.
  package var isEmpty: Bool { levels.isEmpty && !drawsSomewhere }

  package func note(_ visited: VisitedScope) {
    note(visited.added)
    note(brokenFilesOf: visited.reading)
  }

  /// Records the secrets of files with errors in other directives. No value is shown of a scope with any other error.
  package func note(brokenFilesOf reading: ScopeReading) {
    note(reading.brokenFiles.map { Level($0.file.scope, in: $0.file.home, files: [$0]) })
  }

  package func note(_ other: ReportMask) {
    note(other.levels.map(\.level))
    for values in other.computed.values { for value in values { note(value) } }
  }

  /// Records the secrets of levels; inherited levels must have been recorded before.
  package func note(_ all: some Sequence<Level>) {
    for level in all where level.hasMarkers {
      if outlivesTrees { _ = level.openInclusions(along: Key()) }
      // Other levels mostly repeat known patterns.
      if !level.hasInclusions {
        let secrets = level.markers.lazy.filter { $0.directive == .secret }
        let known = patterns.count
        patterns.formUnion(secrets.map(\.pattern.parts))
        if patterns.count == known { continue }
      }
      guard noted.insert(ObjectIdentifier(level)).inserted else { continue }
      levels.append((levels.count, level))
      (top, knownKeys, drawing) = (nil, nil, [:])
    }
  }

  package func note(_ value: KeptValue) {
    if !value.isComputed { return }
    drawsSomewhere = drawsSomewhere || value.dependsOnSecret
    drawing[value.key] = nil
    if computed[value.key]?.contains(where: { $0 === value }) == true { return }
    computed[value.key, default: []].append(value)
  }

  func note(_ value: EffectiveValue, _ text: ValueText, of key: Key, in scope: Evaluation) {
    if value.sources.isEmpty && !value.isCompound { return }
    let mask = scope.mask(key)
    note(key, scope.view.deepest(key))
    if let known = computed[key]?.first(where: { $0.json == text.json }) {
      known.note(value, under: mask)
      note(known)
    } else {
      note(KeptValue(value, text, of: key, mask, like: computed[key]?.last))
    }
  }

  package func note(_ value: ValueCursor) {
    guard let whole = try? value.whole() else { return }
    note(whole, ValueText(whole, names), of: value.key, in: value.scope)
  }

  package func shown(_ problem: Diagnostic) -> Diagnostic {
    if case .noRuledParent(let ruled, _, _) = problem.problem {
      return ruled.keys.contains { self.mask($0).isSecret } ? problem.withoutValue : problem
    }
    guard problem.rule == .type, let key = problem.named else { return problem }
    let mask = mask(key)
    return mask.mayHoldSecret || mask.atElements.mayHoldSecret ? problem.withoutValue : problem
  }

  func note(_ key: Key, _ place: View.Deepest) {
    // Without an index the key cannot lead into an array.
    if !names.hasIndex(key) { return }
    let (node, rest) = place
    if rest.isEmpty { members.insert(key) }
    if rest.first.flatMap(names.index) != nil, node.isArray {
      arrays[key] = key.names.count - rest.count
    }
  }

  /// The mask of a key, complete once all scopes were visited; empty if secrets are shown.
  package func mask(_ key: Key) -> Mask {
    if reveals { return .none }
    let mask = maskOfKey(key)
    return isDrawing(key, mask) ? mask.whole : mask
  }

  /// The mask by patterns alone, without dependencies.
  private func maskOfKey(_ key: Key) -> Mask {
    var mask = topMask
    let array = members.contains(key) ? nil : arrays[key]
    for (count, name) in key.names.enumerated() {
      mask = count == array ? mask.atElements : mask.descending(name)
    }
    return mask
  }

  private var topMask: Mask {
    if let top { return top }
    // A fragment may declare secrets; one that cannot be read hides the values beside it, see `KeptValue`.
    for (_, level) in levels { _ = level.openInclusions(along: Key()) }
    let top = Mask(top: PatternCursor(levels, .secret))
    self.top = top
    return top
  }

  /// The keys that any scope declares secret; empty if secrets are shown.
  package var keys: SecretKeys {
    if reveals { return .none }
    let keys = knownKeys ?? SecretKeys(top: topMask)
    knownKeys = keys
    return keys
  }

  private func isDrawing(_ key: Key, _ mask: Mask) -> Bool {
    guard let values = computed[key] else { return false }
    if let known = drawing[key] { return known }
    let isDrawing = values.contains { dependsOnSecret($0, under: mask) }
    drawing[key] = isDrawing
    return isDrawing
  }

  package func shown(_ kept: KeptValue) -> ShownValue {
    if hides(kept) { return .secret }
    return kept.isUncertain && !reveals ? .unread : mask(of: kept).shown(kept, names)
  }

  func hides(_ kept: KeptValue) -> Bool {
    !reveals && (dependsOnSecret(kept) || mask(of: kept).isSecret)
  }

  private func mask(of kept: KeptValue) -> Mask {
    if isEmpty { return .none }
    return kept.around.reduce(mask(kept.key)) { $0.union(mask($1)) }
  }

  // MARK: What values were computed from

  /// Whether a part of a value was computed from a secret, unless its own key is secret anyway.
  func dependsOnSecret(_ kept: KeptValue) -> Bool {
    dependsOnSecret(kept, under: maskOfKey(kept.key))
  }

  private func dependsOnSecret(_ kept: KeptValue, under mask: Mask) -> Bool {
    if kept.dependsOnSecret { return true }
    if !kept.isComputed || keys.isEmpty { return false }
    if kept.tables.contains(where: { $0.isSecret(to: keys) }) { return true }
    var document: Document?
    return kept.trees.contains { tree in
      dependsOnSecret(tree, under: mask, .none) {
        document = document ?? kept.document(names)
        return document.map { ($0, 0) }
      }
    }
  }

  /// `value` parses the value, which only objects and arrays need.
  private func dependsOnSecret(
    _ tree: SourceTree?, under key: Mask, _ outer: Mask, _ value: () -> (Document, Int)?
  ) -> Bool {
    if key.isSecret { return false }
    if let tree, tree.inputs == nil { return true }
    let inputs = tree?.inputs ?? []
    let mask = tree?.same.reduce(outer) { $0.union(keys.mask(of: $1)) } ?? outer
    if mask.isSecret || inputs.contains(where: { keys.mask(of: $0).isSecret }) { return true }
    if mask.isNone && tree?.hasParts != true { return false }
    guard let (document, node) = value() else { return true }
    switch document.kind(node) {
    case .object:
      return document.members(node).contains { member in
        dependsOnSecret(
          tree?.members[member.name], under: key.descending(member.name),
          mask.descending(member.name)
        ) { (document, member.value) }
      }
    case .array:
      return document.elements(node).enumerated().contains { index, element in
        dependsOnSecret(tree?.elements[index], under: key.atElements, mask.atElements) {
          (document, element)
        }
      }
    default: return false
    }
  }
}
