/// A parsed command line, from which a corrected line can be built.
package struct LineParts {
  package let arguments: [[UInt8]]
  package let command: CommandDescription
  package let positions: [Int]
  package let options: [Range<Int>]
  package let parsed: ParsedArguments

  init(_ arguments: [[UInt8]], _ command: CommandDescription, _ reader: ArgumentReader) {
    (self.arguments, self.command) = (arguments, command)
    (positions, options, parsed) = (reader.positions, reader.options, reader.parsed)
  }

  package var positionals: [[UInt8]] { positions.map { arguments[$0] } }

  package func has(_ names: String...) -> Bool { parsed.options.contains(where: names.contains) }

  package func spelling(_ option: Range<Int>) -> ArraySlice<UInt8> {
    arguments[option.lowerBound].prefix { $0 != UInt8(ascii: "=") }
  }

  /// The line with other positionals; surplus arguments are inserted before the first.
  package func replacingPositionals(by others: [[UInt8]]) -> [[UInt8]] {
    var line = arguments
    let surplus = max(0, others.count - positions.count)
    for (position, other) in zip(positions, others.dropFirst(surplus)) { line[position] = other }
    if let first = positions.first { line.insert(contentsOf: others.prefix(surplus), at: first) }
    return line
  }

  package func without(_ places: [Range<Int>]) -> [[UInt8]] {
    arguments.indices.filter { index in !places.contains { $0.contains(index) } }
      .map { arguments[$0] }
  }

  /// A line for another command, with the options that it shares.
  package func line(for command: CommandDescription, _ positionals: [[UInt8]]) -> [[UInt8]] {
    let kept = options.filter { command.option(spelled: spelling($0)) != nil }
    return [Array(command.name.utf8)] + positionals + kept.flatMap { arguments[$0] }
  }
}
