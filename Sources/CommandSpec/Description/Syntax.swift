/// The options and arguments that parameters declare, in order.
package struct Syntax: Sendable, Equatable {
  package private(set) var options: [OptionDescription] = []
  package private(set) var arguments: [ArgumentDescription] = []

  package init() {}

  /// Declares one more option.
  package mutating func add(_ option: OptionDescription) { options.append(option) }

  /// Declares one more argument.
  package mutating func add(_ argument: ArgumentDescription) { arguments.append(argument) }

  /// Marks the options from one on as a bundle that many commands share.
  mutating func shareOptions(from start: Int) {
    for index in options.indices.dropFirst(start) { options[index].isCommon = true }
  }

  /// Removes the options from an index on whose names are not taken.
  mutating func keepOptions(from start: Int, where isTaken: (_ name: String) -> Bool) {
    options[start...].removeAll { !isTaken($0.name) }
  }
}
