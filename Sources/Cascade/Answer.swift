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
  /// The entry of the key, or of the array that the key leads into.
  package let entry: Entry
  /// The value inside an array, where the key leads into one.
  package let element: Written?

  package init(entry: Entry, element: Written? = nil) {
    self.entry = entry
    self.element = element
  }

  /// The value as one node of one file, unless it is an object that the lineage put together.
  package var written: Written? {
    if let element { return element }
    if case .leaf(let value) = entry.state { return value }
    return nil
  }

  package var kind: Node.Kind { written?.kind ?? .object }
}

extension View {
  /// The effective value under a key, or why there is none.
  package func answer(_ key: Key) -> Answer {
    var entry = root
    for (index, name) in key.names.enumerated() {
      if case .leaf(let value) = entry.state, value.kind == .array {
        if let element = element(key.names[index...], of: value) {
          return .value(EffectiveValue(entry: entry, element: element))
        }
      }
      guard let member = entry.members?.entry(name) else {
        return .absent(elementAbsence(key.names[index...], behind: entry))
      }
      entry = member
    }
    if let absence = entry.absence { return .absent(absence) }
    return entry.isLive ? .value(EffectiveValue(entry: entry)) : .absent(nil)
  }

  /// Why an element is gone that a farther level's array had.
  private func elementAbsence(_ path: ArraySlice<Name>, behind entry: Entry) -> Absence? {
    var taken: Absence?
    var current: Entry? = entry
    while let entry = current {
      switch entry.event {
      case .inside: break
      case .taken(let taking): taken = Absence(taking: taking, level: entry.level)
      case .value(let parts):
        guard let part = parts.last else { break }
        if part.kind == .array, element(path, of: part) != nil { return taken }
        taken = Absence(taking: .replaced(by: part), level: entry.level)
      }
      current = entry.behind
    }
    return nil
  }

  /// The value to which array indexes and names lead from an array (K3).
  private func element(_ path: ArraySlice<Name>, of array: Written) -> Written? {
    var node = array.node
    let document = array.document
    for name in path {
      switch document.kind(node) {
      case .array:
        guard let index = Self.index(names.bytes(of: name)) else { return nil }
        guard let element = document.elements(node).dropFirst(index).first(where: { _ in true })
        else { return nil }
        node = element
      case .object:
        guard let value = document.value(of: name, in: node) else { return nil }
        node = value
      default: return nil
      }
    }
    return Written(file: array.file, node: node)
  }

  /// An array index as RFC 6901 §4 spells it: no sign, no zero in front.
  private static func index(_ text: ArraySlice<UInt8>) -> Int? {
    guard let first = text.first, text.count <= 9, text.count == 1 || first != UInt8(ascii: "0")
    else { return nil }
    var value = 0
    for byte in text {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return value
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
      if case .value = answer(mended) { return mended }
      return Key(prefix + [siblings[near]])
    }
    return nil
  }
}
