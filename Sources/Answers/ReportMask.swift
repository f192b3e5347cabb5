import Cascade
import JSONSource

/// What is secret in any scope of a report over several: it is masked in all of them (A1).
package final class ReportMask {
  let names: NameTable
  /// Whether secrets are shown.
  private let reveals: Bool
  private var levels: [(position: Int, level: Level)] = []
  private var noted: Set<ObjectIdentifier> = []
  /// The keys under which something draws on what is secret, wherever it is shown.
  private var drawing: Set<Key> = []
  private var top: Mask?
  /// How many names lead to the array into which a key leads, and the keys that are members' in some scope.
  private var arrays: [Key: Int] = [:]
  private var members: Set<Key> = []

  package init(_ names: NameTable, reveals: Bool) {
    (self.names, self.reveals) = (names, reveals)
  }

  /// Whether nobody calls anything secret, as far as is noted.
  package var isEmpty: Bool { levels.isEmpty && drawing.isEmpty }

  /// Takes note of what levels call secret: those of a scope itself where those before it were noted.
  package func note(_ all: some Sequence<Level>) {
    for level in all where level.hasMarkers {
      guard level.hasInclusions || level.markers.contains(where: { $0.directive == .secret }),
        noted.insert(ObjectIdentifier(level)).inserted
      else { continue }
      levels.append((levels.count, level))
      top = nil
    }
  }

  /// Takes note of an effective value of some scope.
  package func note(_ value: KeptValue) {
    if value.drawsOnSecret { drawing.insert(value.key) }
  }

  /// Whether a key leads into no array.
  func isPlain(_ key: Key) -> Bool {
    !key.names.dropFirst().contains { names.index($0) != nil }
  }

  /// Takes note of a scope in which a key is asked for that may lead into an array.
  func note(_ key: Key, in view: View) {
    if isPlain(key) { return }
    let (node, rest) = view.deepest(key)
    if rest.isEmpty { members.insert(key) }
    if rest.first.flatMap(names.index) != nil, node.isArray {
      arrays[key] = key.names.count - rest.count
    }
  }

  /// What is secret under a key, once all scopes have been seen; nothing where secrets are shown.
  package func mask(_ key: Key) -> Mask {
    if reveals { return .none }
    let top = top ?? Mask(top: PatternCursor(levels, .attribute))
    self.top = top
    var mask = top
    let array = members.contains(key) ? nil : arrays[key]
    for (count, name) in key.names.enumerated() {
      mask = count == array ? mask.ofElements : mask.descending(name)
    }
    return drawing.contains(key) ? mask.whole : mask
  }

  /// A value or a statement as the report shows it.
  package func shown(_ kept: KeptValue) -> ShownValue {
    !reveals && kept.drawsOnSecret ? .secret : mask(of: kept).shown(kept, names)
  }

  /// Whether nothing is shown of a value.
  func hides(_ kept: KeptValue) -> Bool {
    !reveals && (kept.drawsOnSecret || mask(of: kept).isSecret)
  }

  private func mask(of kept: KeptValue) -> Mask {
    if isEmpty { return .none }
    return kept.around.reduce(mask(kept.key)) { $0.union(mask($1)) }
  }
}
