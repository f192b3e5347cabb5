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
