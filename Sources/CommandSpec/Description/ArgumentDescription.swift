/// What one argument without a name looks like.
package struct ArgumentDescription: Sendable, Equatable {
  /// How often the argument is given.
  package enum Count: Sendable, Equatable {
    case one
    case optional
    case remaining(minimum: Int)
    /// Everything after `--`, handed on unread.
    case passedOn(minimum: Int)
  }

  package let name: String
  package let kind: ValueKind
  package let count: Count
  package let help: String

  /// How many arguments before `--` there have to be.
  var minimum: Int {
    switch count {
    case .one: 1
    case .remaining(let minimum): minimum
    case .optional, .passedOn: 0
    }
  }
}
