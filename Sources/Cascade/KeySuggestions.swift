import SafeText

/// Suggestions for keys without a value, cached by key. The number of searches is limited.
package final class KeySuggestions {
  private var known: [Key: Key?] = [:]
  private let searchLimit: SearchLimit

  package init(searches: Int = 10) { searchLimit = SearchLimit(searches: searches) }

  func suggestion(for key: Key, _ look: (SearchLimit) -> Key?) -> Key? {
    if let known = known[key] { return known }
    if searchLimit.isExhausted { return nil }
    let found = look(searchLimit)
    known[key] = .some(found)
    return found
  }
}
