import JSONSource

/// A key with a path inside its value; nil in the path is any array element.
package struct SourceKey: Hashable {
  fileprivate let key: Key
  fileprivate let inner: [Name?]

  package init(_ key: Key, _ inner: [Name?] = []) { (self.key, self.inner) = (key, inner) }
}

/// The keys that have the same value.
package struct SourceList: Sequence {
  /// A key, and how long the path was when it was added.
  private struct Entry {
    let source: SourceKey
    let start: Int
  }

  private var entries: [Entry] = []
  /// The path to this part of the value. Each key shares it from its start on: a value has many parts, and as many
  /// keys as its chain of references is long.
  private var path: [Name?] = []

  init(_ source: SourceKey? = nil) {
    if let source { entries = [Entry(source: source, start: 0)] }
  }

  package var isEmpty: Bool { entries.isEmpty }

  package func makeIterator() -> some IteratorProtocol<SourceKey> {
    entries.lazy.map { [path] entry in
      entry.start == path.count
        ? entry.source
        : SourceKey(entry.source.key, entry.source.inner + path[entry.start...])
    }.makeIterator()
  }

  private func contains(_ source: SourceKey) -> Bool {
    entries.contains { entry in
      let own = entry.source.inner
      return own.count + path.count - entry.start == source.inner.count
        && entry.source.key == source.key && source.inner.starts(with: own)
        && source.inner[own.count...].elementsEqual(path[entry.start...])
    }
  }

  func union(_ other: SourceList) -> SourceList {
    // The longer list is kept as it is.
    var (all, added) = entries.count < other.entries.count ? (other, self) : (self, other)
    for source in added where !all.contains(source) {
      all.entries.append(Entry(source: source, start: all.path.count))
    }
    return all
  }

  func descending(_ step: Name?) -> SourceList {
    if isEmpty { return self }
    var inner = self
    inner.path.append(step)
    return inner
  }
}

extension SourceList: Equatable {
  package static func == (one: SourceList, other: SourceList) -> Bool {
    one.entries.count == other.entries.count && one.elementsEqual(other)
  }
}

/// The keys that a value was computed from, directly or indirectly (A1).
package struct ValueSources {
  /// The keys that have this value; parts of the value are parts of these keys.
  package private(set) var same = SourceList()
  /// The values that selected this value or are part of its text.
  private(set) var inputs: [Inputs] = []

  init(same: SourceKey? = nil, inputs: [Inputs] = []) {
    (self.same, self.inputs) = (SourceList(same), inputs)
  }

  package static var none: ValueSources { ValueSources() }

  /// The sources of a value that became a part of others.
  final class Inputs {
    let sources: ValueSources

    init(_ sources: ValueSources) { self.sources = sources }
  }

  package var isEmpty: Bool { same.isEmpty && inputs.isEmpty }

  func union(_ other: ValueSources) -> ValueSources {
    if other.isEmpty { return self }
    if isEmpty { return other }
    var all = self
    all.same = same.union(other.same)
    for input in other.inputs where !all.inputs.contains(where: { $0 === input }) {
      all.inputs.append(input)
    }
    return all
  }

  func descending(_ step: Name?) -> ValueSources {
    var inner = self
    inner.same = same.descending(step)
    return inner
  }

  /// nil if there are more than `limit`.
  package func inputKeys(atMost limit: Int) -> Set<SourceKey>? {
    var keys: Set<SourceKey> = []
    var seen: Set<ObjectIdentifier> = []
    var rest = inputs
    while let input = rest.popLast() {
      // Most have no inputs, so that a second visit takes less than to note the first.
      if !input.sources.inputs.isEmpty, !seen.insert(ObjectIdentifier(input)).inserted { continue }
      keys.formUnion(input.sources.same)
      rest += input.sources.inputs
      if keys.count > limit { return nil }
    }
    return keys
  }
}

/// The mask and sources that a value has from the references that led to it.
struct Provenance {
  var mask: Mask
  var sources: ValueSources

  static var none: Provenance { Provenance(mask: .none, sources: .none) }

  var isEmpty: Bool { mask.isNone && sources.isEmpty }

  func union(_ other: Provenance) -> Provenance {
    Provenance(mask: mask.union(other.mask), sources: sources.union(other.sources))
  }

  func descending(_ step: Name?) -> Provenance {
    if isEmpty { return self }
    return Provenance(mask: mask.descending(step: step), sources: sources.descending(step))
  }
}

/// The secret keys of a scope.
package final class SecretKeys {
  private let top: Mask
  private var masks: [SourceKey: Mask] = [:]
  // Keeps the objects alive, so that their identifiers stay valid.
  private var known: [ObjectIdentifier: (ValueSources.Inputs, isSecret: Bool)] = [:]

  package static var none: SecretKeys { SecretKeys(top: .none) }

  package init(top: Mask) { self.top = top }

  package var isEmpty: Bool { top.isNone }

  package func mask(of key: SourceKey) -> Mask {
    if top.isNone { return .none }
    if let known = masks[key] { return known }
    let mask = key.inner.reduce(top.descending(key.key.names)) { $0.descending(step: $1) }
    masks[key] = mask
    return mask
  }

  package func mask(of sources: ValueSources) -> Mask {
    if top.isNone || sources.isEmpty { return .none }
    let mask = sources.same.reduce(Mask.none) { $0.union(self.mask(of: $1)) }
    return sources.inputs.contains(where: isSecret) ? mask.whole : mask
  }

  // Recursion is limited by the length of chains (V7).
  private func isSecret(_ input: ValueSources.Inputs) -> Bool {
    let id = ObjectIdentifier(input)
    if let known = known[id] { return known.isSecret }
    let isSecret =
      input.sources.same.contains { mask(of: $0).isSecret }
      || input.sources.inputs.contains(where: self.isSecret)
    known[id] = (input, isSecret)
    return isSecret
  }
}
