import Legible

/// What keys somebody may have meant, looked for once a key, however many scopes lack it; and no longer than
/// advice is worth.
package final class KeyAdvice {
  private var known: [Key: Key?] = [:]
  private let patience: Patience

  package init(searches: Int = 10) { patience = Patience(searches: searches) }

  /// The key that is nearest to one without a value, where it was first looked for.
  func suggestion(for key: Key, _ look: (Patience) -> Key?) -> Key? {
    if let known = known[key] { return known }
    if patience.isOver { return nil }
    let found = look(patience)
    known[key] = .some(found)
    return found
  }
}
