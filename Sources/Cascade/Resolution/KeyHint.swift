import JSONSource
import Legible

/// What is to be said of a key that no level mentions.
package struct KeyHint {
  /// A value on the key's way that ends it.
  package enum Obstacle {
    /// An array, and how many elements it has.
    case array(Key, count: Int)
    case scalar(Key, TypeName)
  }

  package let obstacle: Obstacle?
  /// The keys that may have been meant, the likeliest first.
  package let keys: [Key]
}

extension Evaluation {
  /// What to say of a key that has no value and never had one; it names keys, and never values. Where a delta is
  /// given, keys that it does not touch are passed over.
  package func hint(
    for key: Key, in delta: Delta? = nil, _ patience: Patience = Patience(searches: 2)
  ) -> KeyHint {
    if let hint = hintOfObstacle(on: key) { return hint }
    let keys = view.suggestions(for: key, in: delta, patience)
    if keys.isEmpty, let hint = hintInside(key) ?? hintOfSeparated(key) { return hint }
    return KeyHint(obstacle: nil, keys: keys)
  }

  /// What to say of the value in which a key's way ends; nil where that is none, or an object.
  package func hintOfObstacle(on key: Key) -> KeyHint? {
    obstacle(on: key).map { KeyHint(obstacle: $0, keys: []) }
  }

  /// The nearest member of an object that stands in an array or is worked out.
  private func hintInside(_ key: Key) -> KeyHint? {
    let names = view.names
    for length in (1..<max(1, key.names.count)).reversed() {
      guard case .value(let value)? = try? answer(Key(Array(key.names[..<length]))) else {
        continue
      }
      guard !value.mask.isSecret, let members = try? value.whole().members else { return nil }
      let words = members.map { Array(names.bytes(of: $0.name)) }
      let word = Array(names.bytes(of: key.names[length]))
      guard let near = NearMiss.nearest(to: word, in: words).first else { return nil }
      let start = Array(key.names[..<length]) + [names.intern(near)]
      let mended = Key(start + key.names[(length + 1)...])
      return KeyHint(obstacle: nil, keys: [has(mended) ? mended : Key(start)])
    }
    return nil
  }

  /// The same of a key in whose names other signs than dots stand between names.
  private func hintOfSeparated(_ key: Key) -> KeyHint? {
    let names = view.names
    guard let parts = NearMiss.separated(key.names.map { Array(names.bytes(of: $0)) }, by: "/:#")
    else { return nil }
    let key = Key(parts.map(names.intern))
    if has(key) { return KeyHint(obstacle: nil, keys: [key]) }
    return hintOfObstacle(on: key) ?? hintInside(key)
  }

  private func has(_ key: Key) -> Bool {
    if case .value? = try? answer(key) { true } else { false }
  }

  /// The nearest value around the key, where it is none that has members of the key's name.
  private func obstacle(on key: Key) -> KeyHint.Obstacle? {
    for length in (1..<max(1, key.names.count)).reversed() {
      let around = Key(Array(key.names[..<length]))
      guard case .value(let value)? = try? answer(around) else { continue }
      // How long a secret is, and of what kind, is a part of it.
      if value.kind == .object || value.mask.isSecret { return nil }
      guard value.kind == .array else { return .scalar(around, TypeName(value.kind)) }
      guard let whole = try? value.whole(), !whole.holdsSecret(value.mask, secretKeys),
        let elements = whole.elements
      else { return nil }
      return .array(around, count: elements.count)
    }
    return nil
  }
}
