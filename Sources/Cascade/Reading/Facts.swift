import JSONSource

/// What the caller says of the machine (V3): seen by references alone, the same in all scopes and at all times.
package final class Facts {
  private let top: Definition
  /// Whether every key has the top's value.
  private let isAssumed: Bool
  private let advice = KeyAdvice()

  /// Takes a file in which no directive stands.
  package init(_ file: PropertyFile) { (top, isAssumed) = (Definition(file: file, node: 0), false) }

  /// Takes one value for whatever is asked.
  package init(assuming value: Document) {
    let file = SourceFile(.facts, path: [], scope: .root, source: value.source)
    (top, isAssumed) = (Definition(file: PropertyFile(file, plain: value), node: 0), true)
  }

  /// What is said under a key.
  package func value(of key: Key) -> Definition? {
    if isAssumed { return top }
    return top.following(key)
  }

  /// The key that somebody may have meant by one of which nothing is said.
  func nearest(to key: Key) -> Key? {
    advice.suggestion(for: key) { top.nearest(to: key, $0) }
  }
}
