/// The arguments of a command line by parameter, before conversion.
package final class ParsedArguments {
  package struct Occurrence {
    /// The name of the option, also for its abbreviations.
    package let option: String
    let spelling: String
    package let bytes: [UInt8]
  }

  // Few, so a linear search is faster than a dictionary.
  package internal(set) var occurrences: [Occurrence] = []
  /// The arguments of each parameter that has not been read, in order.
  var shares: ArraySlice<ArraySlice<[UInt8]>> = []

  func first(_ option: String) -> Occurrence? { occurrences.first { $0.option == option } }

  func all(_ option: String) -> [Occurrence] {
    occurrences.isEmpty ? [] : occurrences.filter { $0.option == option }
  }

  package func value(of option: String) -> [UInt8]? { first(option)?.bytes }
}

/// The request of a command line.
package enum Invocation {
  case run(command: String, ParsedArguments)
  case help(command: String?, isShort: Bool)
  /// The page of a topic, which may have the name of a command.
  case topic(String)
  case found(String)
  case version
}
