import Legible

/// What keys somebody may have meant, looked for once a key, however many scopes lack it; and no longer than
/// advice is worth.
package final class KeyAdvice {
  private var known: [Key: Key?] = [:]
  private let patience = Patience(searches: 10)

  package init() {}

  /// The key that is nearest to one without a value, where it was first looked for.
  func suggestion(for key: Key, in view: View) -> Key? {
    if let known = known[key] { return known }
    if patience.isOver { return nil }
    let found = view.suggestions(for: key, patience).first
    known[key] = .some(found)
    return found
  }
}
