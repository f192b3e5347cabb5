/// A parsed command line, from which a corrected line can be built.
package struct ParsedLine {
  package let arguments: [[UInt8]]
  package let command: CommandDescription
  /// The arguments that are neither the command, nor options or their values, nor passed on.
  package let positionals: [[UInt8]]
  /// The options with their values.
  package let parsed: ParsedArguments

  init(_ arguments: [[UInt8]], _ command: CommandDescription, _ reader: ArgumentReader) {
    (self.arguments, self.command) = (arguments, command)
    (positionals, parsed) = (reader.positionals, reader.parsed)
  }

  package func has(_ names: String...) -> Bool { parsed.options.contains(where: names.contains) }
}
