import Cascade

extension Absence {
  package static let notSet = "no level sets it"

  package var words: String {
    switch reason {
    case .neverSet: Self.notSet
    case .stopped: "stopped"
    case .excluded: "excluded"
    case .replaced:
      if case .replaced(let value) = withdrawal, value.isObject {
        "replaced by another object"
      } else if isOfOtherArray {
        "replaced by another array"
      } else {
        "replaced by another kind of value"
      }
    case .refused: "refused, because it is final without a value"
    }
  }
}
