/// A command line taken apart, as far as it can be read, so that another one can be made of it.
package struct LineParts {
  package let arguments: [[UInt8]]
  package let command: CommandDescription
  /// Where the arguments stand that are neither options nor their values; what is passed on is none of them.
  package let positions: [Int]
  /// Where options stand, each with its value.
  package let options: [Range<Int>]
  /// What the options say.
  package let parsed: ParsedArguments

  init(_ arguments: [[UInt8]], _ command: CommandDescription, _ reader: ArgumentReader) {
    (self.arguments, self.command) = (arguments, command)
    (positions, options, parsed) = (reader.positions, reader.options, reader.parsed)
  }

  /// The arguments at those positions.
  package var positionals: [[UInt8]] { positions.map { arguments[$0] } }

  /// Whether an option of one of these names is given.
  package func has(_ names: String...) -> Bool { parsed.options.contains(where: names.contains) }

  /// How the option at a place is spelled, without its value.
  package func spelling(_ option: Range<Int>) -> ArraySlice<UInt8> {
    arguments[option.lowerBound].prefix { $0 != UInt8(ascii: "=") }
  }

  /// The same line with other arguments in the places of these: more than there were stand before the first.
  package func replacingPositionals(by others: [[UInt8]]) -> [[UInt8]] {
    var line = arguments
    let surplus = max(0, others.count - positions.count)
    for (position, other) in zip(positions, others.dropFirst(surplus)) { line[position] = other }
    if let first = positions.first { line.insert(contentsOf: others.prefix(surplus), at: first) }
    return line
  }

  /// The same line without what stands at some places.
  package func without(_ places: [Range<Int>]) -> [[UInt8]] {
    arguments.indices.filter { index in !places.contains { $0.contains(index) } }
      .map { arguments[$0] }
  }

  /// A line for another command, with what options of this one it has.
  package func line(for command: CommandDescription, _ positionals: [[UInt8]]) -> [[UInt8]] {
    let kept = options.filter { command.option(spelled: spelling($0)) != nil }
    return [Array(command.name.utf8)] + positionals + kept.flatMap { arguments[$0] }
  }
}
