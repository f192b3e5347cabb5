import JSONSource

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

extension AskedScope {
  /// What to say of a key that has no value and never had one; it names keys, and never values.
  package func hint(for key: Key) -> KeyHint {
    if let obstacle = obstacle(on: key) { return KeyHint(obstacle: obstacle, keys: []) }
    return KeyHint(obstacle: nil, keys: view.suggestions(for: key))
  }

  /// The nearest value around the key, where it is none that has members of the key's name.
  private func obstacle(on key: Key) -> KeyHint.Obstacle? {
    for length in (1..<max(1, key.names.count)).reversed() {
      let around = Key(Array(key.names[..<length]))
      guard case .value(let value)? = try? answer(around) else { continue }
      // How long a secret is, and of what kind, is a part of it.
      if value.kind == .object || value.mask.isSecret { return nil }
      guard value.kind == .array else { return .scalar(around, TypeName(value.kind)) }
      guard let whole = try? value.whole(), !whole.holdsSecret(value.mask),
        let elements = whole.elements
      else { return nil }
      return .array(around, count: elements.count)
    }
    return nil
  }
}
