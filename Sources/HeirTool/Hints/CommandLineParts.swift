import CommandSpec

/// A command line taken apart, so that another one can be made of it.
struct CommandLineParts {
  let arguments: [[UInt8]]
  /// Where the command's name stands.
  let command: Int
  /// Where the arguments stand that are neither options nor their values; what is passed on is none of them.
  private(set) var positions: [Int] = []
  /// Where options stand, each with its value.
  private(set) var options: [Range<Int>] = []

  /// Nil where nobody can tell which command is meant.
  init?(_ arguments: [[UInt8]], _ table: Table) {
    guard let name = table.commandName(in: arguments),
      let command = arguments.firstIndex(of: name)
    else { return nil }
    self.arguments = arguments
    self.command = command
    let catalogue = table.catalogue
    let passesOn = name.elementsEqual(ExecCommand.name.utf8)
    var index = 0
    while index < arguments.count {
      let argument = arguments[index]
      if argument.elementsEqual("--".utf8) {
        if !passesOn { positions += (index + 1)..<arguments.count }
        return
      }
      let isOption = argument.count > 1 && argument.first == UInt8(ascii: "-")
      let length = isOption && catalogue.takesValue(argument) ? 2 : 1
      if isOption {
        options.append(index..<min(arguments.count, index + length))
      } else if index != command {
        positions.append(index)
      }
      index += length
    }
  }

  /// The arguments at those positions.
  var positionals: [[UInt8]] { positions.map { arguments[$0] } }

  func isCommand(among names: [String]) -> Bool {
    names.contains { $0.utf8.elementsEqual(arguments[command]) }
  }

  /// How the option at a place is spelled, without its value.
  func spelling(_ option: Range<Int>) -> ArraySlice<UInt8> {
    arguments[option.lowerBound].prefix { $0 != UInt8(ascii: "=") }
  }

  /// Whether an option of one of these names is given.
  func has(_ names: String...) -> Bool {
    options.contains { option in
      names.contains { $0.utf8.elementsEqual(spelling(option)) }
    }
  }

  /// The options that say which trees there are, and what they may read.
  var treeOptions: [[UInt8]] {
    options.filter { option in
      ["--root", "--overlay", "--allow-env"].contains { $0.utf8.elementsEqual(spelling(option)) }
    }.flatMap { arguments[$0] }
  }

  /// The same line with other arguments in the places of these: more than there were stand before the first.
  func replacingPositionals(by others: [[UInt8]]) -> [[UInt8]] {
    var line = arguments
    let surplus = max(0, others.count - positions.count)
    for (position, other) in zip(positions, others.dropFirst(surplus)) { line[position] = other }
    if let first = positions.first { line.insert(contentsOf: others.prefix(surplus), at: first) }
    return line
  }

  /// A line for another command, with what options of this one it has.
  func line(for command: CommandDescription, _ positionals: [[UInt8]]) -> [[UInt8]] {
    let kept = options.filter { option in
      command.options.contains { known in
        known.spellings.contains { $0.utf8.elementsEqual(spelling(option)) }
      }
    }
    return [Array(command.name.utf8)] + positionals + kept.flatMap { arguments[$0] }
  }
}
