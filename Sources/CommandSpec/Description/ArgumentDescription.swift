/// The syntax and help of a positional argument.
package struct ArgumentDescription: Sendable, Equatable {
  package enum Count: Sendable, Equatable {
    case one
    case optional
    case remaining(minimum: Int)
    /// Everything after `--`, passed on unread.
    case passedOn(minimum: Int)
  }

  package let name: String
  package let kind: ValueKind
  package let count: Count
  package let help: String

  var minimum: Int {
    switch count {
    case .one: 1
    case .remaining(let minimum): minimum
    case .optional, .passedOn: 0
    }
  }
}
