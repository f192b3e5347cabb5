import Cascade

extension Absence {
  package var words: String {
    switch reason {
    case .neverSet: "never set"
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
    case .refused: "it is final without a value, and what was set is refused; final"
    }
  }
}
