import Legible

/// Suggestions for keys without a value, cached by key. The number of searches is limited.
package final class KeyAdvice {
  private var known: [Key: Key?] = [:]
  private let patience: Patience

  package init(searches: Int = 10) { patience = Patience(searches: searches) }

  func suggestion(for key: Key, _ look: (Patience) -> Key?) -> Key? {
    if let known = known[key] { return known }
    if patience.isOver { return nil }
    let found = look(patience)
    known[key] = .some(found)
    return found
  }
}
