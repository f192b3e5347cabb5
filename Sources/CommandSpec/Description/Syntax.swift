/// The options and arguments that parameters declare, in order.
package struct Syntax: Sendable, Equatable {
  package private(set) var options: [OptionDescription] = []
  package private(set) var arguments: [ArgumentDescription] = []

  package init() {}

  package mutating func add(_ option: OptionDescription) { options.append(option) }
  package mutating func add(_ argument: ArgumentDescription) { arguments.append(argument) }

  mutating func shareOptions(from start: Int) {
    for index in options.indices.dropFirst(start) { options[index].isCommon = true }
  }

  mutating func keepOptions(from start: Int, where isTaken: (_ name: String) -> Bool) {
    options[start...].removeAll { !isTaken($0.name) }
  }
}
