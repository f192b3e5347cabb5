import Cascade
import JSONSource
import SafeText

extension KeyHint {
  package static let few = 3

  package func words(_ names: NameTable) -> String? {
    switch obstacle {
    case .array(let key, 0): return "\(names.text(key)) is an empty array"
    case .array(let key, 1): return "\(names.text(key)) has 1 element, \(names.text(key)).0"
    case .array(let key, let count):
      return "\(names.text(key)) has \(count) elements, 0 to \(count - 1)"
    case .scalar(let key, let type):
      return "\(names.text(key)) is \(type.withArticle)"
    case nil: break
    }
    let shown = keys.map { names.text($0) }
    guard let last = shown.last else { return nil }
    if shown.count == 1 { return "the nearest key is \(last)" }
    if shown.count > Self.few {
      return "the nearest keys are \(Printable.listed(shown, most: Self.few))"
    }
    return "the nearest keys are \(shown.dropLast().joined(separator: ", ")) and \(last)"
  }
}

extension Evaluation {
  /// For a key without a value in a scope whose parents are not all known.
  package static let noFacts =
    "parents depend on facts here; give them with '--facts FILE'"
}
