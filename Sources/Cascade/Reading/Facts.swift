import JSONSource

/// Facts about the machine (V3).
package final class Facts {
  private let top: Definition
  private let isAssumed: Bool
  private let advice = KeySuggestions()

  /// The file must not contain directives.
  package init(_ file: PropertyFile) { (top, isAssumed) = (Definition(file: file, node: 0), false) }

  /// Facts in which every key has `value`.
  package init(assuming value: Document) {
    let file = SourceFile(.facts, path: [], scope: .root, source: value.source)
    (top, isAssumed) = (Definition(file: PropertyFile(file, plain: value), node: 0), true)
  }

  package func value(of key: Key) -> Definition? {
    if isAssumed { return top }
    return top.following(key)
  }

  func nearest(to key: Key) -> Key? {
    advice.suggestion(for: key) { top.nearest(to: key, $0) }
  }
}
