/// An option without a value: given or not.
package struct Flag: Parameter {
  private let description: OptionDescription

  package init(_ spellings: String..., help: String) {
    description = OptionDescription(spellings: spellings, form: .flag, help: help)
  }

  package func declare(in syntax: inout Syntax) { syntax.add(description) }

  package func value(from arguments: ParsedArguments) throws(UsageError) -> Bool {
    arguments.first(description.name) != nil
  }
}

/// An option that a command will have, but that this version does not support.
package struct UnsupportedOption: Sendable {
  let description: OptionDescription

  /// Names the option, and the value it takes if it takes one.
  package init(_ spellings: String..., taking valueName: String? = nil) {
    description = OptionDescription(
      spellings: spellings,
      form: valueName.map { .value(name: $0, kind: .text, isRepeatable: true) } ?? .flag,
      help: "is not supported by this version", isSupported: false)
  }
}
