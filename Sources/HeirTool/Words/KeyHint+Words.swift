import Cascade
import JSONSource

extension KeyHint {
  package static let few = 3

  package func words(_ names: NameTable) -> String? {
    switch obstacle {
    case .array(let key, 0): return "\(names.text(key)) is an empty array"
    case .array(let key, 1): return "\(names.text(key)) has 1 element, \(names.text(key)).0"
    case .array(let key, let count):
      return "\(names.text(key)) has \(count) elements, 0 to \(count - 1)"
    case .scalar(let key, let type):
      return "\(names.text(key)) is \(type.asOne)"
    case nil: break
    }
    let shown = keys.prefix(Self.few).map { names.text($0) }
    if shown.isEmpty { return nil }
    if shown.count == 1 { return "the nearest key is \(shown[0])" }
    let more = keys.count - shown.count
    let rest = more > 0 ? " and \(more) more" : ""
    guard rest.isEmpty, let last = shown.last else {
      return "the nearest keys are \(shown.joined(separator: ", "))\(rest)"
    }
    return "the nearest keys are \(shown.dropLast().joined(separator: ", ")) and \(last)"
  }
}

extension Evaluation {
  /// For a key without a value in a scope whose parents are not all known.
  package static let noFacts =
    "parents depend on facts here; give them with '--facts FILE'"
}

extension TypeName {
  fileprivate var asOne: String {
    switch self {
    case .null: "null"
    case .array, .object, .integer: "an \(rawValue)"
    default: "a \(rawValue)"
    }
  }
}
