import JSONSource
import Legible

/// What a scope has under a key.
package enum Answer {
  case value(EffectiveValue)
  /// No value; without an absence the key was never set.
  case absent(Absence?)
}

/// A value that holds in a scope.
package struct EffectiveValue {
  /// The entry of the key, or of the array or the computed value that the key leads into.
  package let entry: Entry
  package let key: Key
  /// The value inside an array, where the key leads into one.
  package let element: Element?
  /// What a computed value came to, or a part of it; nil for a value that stands as the entry has it.
  let value: Value?

  init(entry: Entry, key: Key, element: Element? = nil, value: Value? = nil) {
    self.entry = entry
    self.key = key
    self.element = element
    self.value = value
  }

  package var isObject: Bool { value.map { $0.kind == .object } ?? entry.isObject }

  package var kind: Node.Kind {
    if let value { return value.kind }
    switch entry.state {
    case .leaf(let written): return written.kind
    case .array: return .array
    case .absent, .object: return .object
    }
  }
}

extension View {
  /// The entry at which a key's way through objects ends, and the names that are left.
  func deepest(_ key: Key) -> (entry: Entry, rest: ArraySlice<Name>) {
    var entry = root
    var rest = key.names[...]
    while let name = rest.first {
      switch entry.state {
      case .leaf(let written) where written.isArray || written.isComputed: return (entry, rest)
      case .array: return (entry, rest)
      default: break
      }
      guard let member = entry.members?.entry(name) else { return (entry, rest) }
      entry = member
      rest.removeFirst()
    }
    return (entry, rest)
  }

  /// The array of which a key names an element, if it does (K3).
  package func arrayIndexed(by key: Key) -> Key? {
    let (entry, rest) = deepest(key)
    guard let name = rest.first, entry.elements != nil, names.index(name) != nil else { return nil }
    return Key(Array(key.names.dropLast(rest.count)))
  }

  /// The entry that a key leads to or into.
  func entryAround(_ key: Key) -> Entry { deepest(key).entry }

  /// The key for whose sake an inclusion has to be read that was not; nil where none is needed.
  ///
  /// That is one at, above or below the key itself (V6). Where an object around the key meets a value
  /// of another kind, or a strategy that replaces, all that stands in it decides: whether it writes
  /// anything, and whether something in it is final.
  func needed(for key: Key) -> Key? {
    let unread = levels.flatMap(\.unread)
    if unread.isEmpty { return nil }
    if unread.contains(where: {
      $0.names.starts(with: key.names) || key.names.starts(with: $0.names)
    }) {
      return key
    }
    var entry: Entry? = root
    var laws = laws
    for (index, name) in key.names.enumerated() {
      entry = entry?.members?.entry(name)
      laws = laws?.descending(name)
      let around = Array(key.names[...index])
      if entry?.hasOtherKind == true || laws?.strategy(\.fitsObjects) == .replace,
        unread.contains(where: { $0.names.starts(with: around) })
      {
        return Key(around)
      }
    }
    return nil
  }

  /// Why a key that leads into an array or beyond has no value: what its member had, else what a
  /// farther level's array had.
  func elementAbsence(_ rest: ArraySlice<Name>, behind entry: Entry) -> Absence? {
    var inner: Entry? = entry
    for name in rest { inner = inner?.members?.entry(name) }
    if let inner, !rest.isEmpty { return inner.absence }
    var taken: Absence?
    var current: Entry? = entry
    while let entry = current {
      switch entry.event {
      case .inside, .refused, .removed, .takenBack: break
      case .taken(let taking): taken = Absence(taking: taking, level: entry.level)
      case .value(let parts):
        guard let part = parts.last else { break }
        if part.isArray, hasElement(rest, of: part) { return taken }
        taken = Absence(taking: .replaced(by: part), level: entry.level)
      }
      current = entry.behind
    }
    return nil
  }

  /// Whether array indexes and names lead to a value in an array, as it is written (K3).
  private func hasElement(_ path: ArraySlice<Name>, of array: Written) -> Bool {
    var value: Value? = Value(.node(array.document, array.node), .none)
    for name in path { value = value?.member(name, names) }
    return value != nil
  }

  /// The keys that have a value beside a key that has none: where it goes astray, the nearest name.
  package func suggestion(for key: Key) -> Key? {
    var entry = root
    for (index, name) in key.names.enumerated() {
      if let member = entry.members?.entry(name), member.isMentioned {
        entry = member
        continue
      }
      // Also names whose values are gone: whoever misspells one wants to know why it is.
      // The search is bounded, since it is only advice.
      let siblings = entry.members?.mentioned().names.prefix(50_000) ?? []
      let words = siblings.map { Array(names.bytes(of: $0)) }
      let prefix = key.names[..<index]
      // A dotted name that was not quoted.
      let joined = names.spelling(Key(Array(key.names[index...])))
      if let whole = words.firstIndex(of: joined) {
        return Key(prefix + [siblings[whole]])
      }
      let word = Array(names.bytes(of: name))
      guard let nearest = NearMiss.nearest(to: word, in: words).first,
        let near = words.firstIndex(of: nearest)
      else { return nil }
      let mended = Key(prefix + [siblings[near]] + key.names[(index + 1)...])
      let (found, rest) = deepest(mended)
      if rest.isEmpty && found.isLive { return mended }
      return Key(prefix + [siblings[near]])
    }
    return nil
  }
}

extension Entry {
  /// Whether any level writes something here that is no object.
  fileprivate var hasOtherKind: Bool {
    var current: Entry? = self
    while let entry = current {
      if case .value(let parts) = entry.event, parts.last?.isObject == false { return true }
      current = entry.behind
    }
    return false
  }

  /// The entry that the statement around a written value made.
  func statement(of written: Written) -> Entry? {
    var current: Entry? = self
    while let entry = current {
      if case .value(let parts) = entry.event,
        parts.contains(where: {
          $0.file === written.file
            && ($0.node..<$0.document.behind($0.node)).contains(written.node)
        })
      {
        return entry
      }
      current = entry.behind
    }
    return nil
  }
}
