/// An option without a value.
package struct Flag: Parameter {
  private let description: OptionDescription

  package init(_ spellings: String..., deprecated former: String? = nil, help: String) {
    description = OptionDescription(
      spellings: spellings, deprecatedSpelling: former, form: .flag, help: help)
  }

  package func declare(in syntax: inout Syntax) { syntax.add(description) }

  package func value(from arguments: ParsedArguments) throws(UsageError) -> Bool {
    arguments.first(description.name) != nil
  }
}

/// Flags that each have a meaning; the value is the meanings of those given, in declared order.
package struct Flags<T: Sendable>: Parameter {
  private let all: [(flag: Flag, meaning: T)]

  package init(_ all: (Flag, T)...) { self.all = all.map { ($0, $1) } }

  package func declare(in syntax: inout Syntax) {
    for (flag, _) in all { flag.declare(in: &syntax) }
  }

  package func value(from arguments: ParsedArguments) throws(UsageError) -> [T] {
    var given: [T] = []
    for (flag, meaning) in all where try flag.value(from: arguments) { given.append(meaning) }
    return given
  }
}
