import JSONSource
import Legible

extension View {
  /// The key that somebody may have meant by one without a value.
  package func suggestion(for key: Key) -> Key? { suggestions(for: key).first }

  /// Keys that somebody may have meant by one without a value: what differs in case and signs only, what
  /// ends so, else what is a slip away. Also such whose values are gone, since whoever misspells one wants
  /// to know why it is.
  func suggestions(for key: Key) -> [Key] {
    var patience = Int.max
    return suggestions(for: key, &patience)
  }

  /// The same, which takes the keys that are looked at from those that still may be.
  func suggestions(for key: Key, _ patience: inout Int) -> [Key] {
    let found = KeySearch(key, names).found(in: root, &patience)
    return found.isEmpty ? misspelt(key, &patience).map { [$0] } ?? [] : found
  }

  /// Where the key goes astray, the nearest name: what is behind it may be nowhere.
  private func misspelt(_ key: Key, _ patience: inout Int) -> Key? {
    var node = root
    for (index, name) in key.names.enumerated() {
      if let member = node.member(name), member.isMentioned {
        node = member
        continue
      }
      let siblings = node.mentionedNames().prefix(min(KeySearch.patience, max(0, patience)))
      patience -= siblings.count
      let words = siblings.map { Array(names.bytes(of: $0)) }
      let word = Array(names.bytes(of: name))
      guard let nearest = NearMiss.nearest(to: word, in: words).first,
        let near = words.firstIndex(of: nearest)
      else { return nil }
      let prefix = key.names[..<index]
      let mended = Key(prefix + [siblings[near]] + key.names[(index + 1)...])
      let (found, rest) = deepest(mended)
      if rest.isEmpty && found.isLive { return mended }
      return Key(prefix + [siblings[near]])
    }
    return nil
  }
}
