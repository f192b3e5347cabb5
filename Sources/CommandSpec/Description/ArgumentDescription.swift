/// The syntax and help of a positional argument.
package struct ArgumentDescription: Sendable, Equatable {
  package enum Count: Sendable, Equatable {
    case one
    case optional
    case remaining(minimum: Int)
    /// Everything after `--`, passed on unread.
    case passedOn
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

  /// `SCOPE`, `[SCOPE]`, `KEY...`.
  var synopsis: String {
    switch count {
    case .one: name
    case .optional: "[\(name)]"
    case .remaining(minimum: 0): "[\(name)...]"
    case .remaining: "\(name)..."
    case .passedOn: "-- \(name)..."
    }
  }

  var fullHelp: String { help + kind.wordList }
}

/// The options and arguments that a command declares, in order.
package struct Syntax: Sendable, Equatable {
  package internal(set) var options: [OptionDescription] = []
  package internal(set) var arguments: [ArgumentDescription] = []
}
