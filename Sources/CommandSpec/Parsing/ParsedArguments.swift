/// What a command line says, sorted by parameter, before any value is converted.
package final class ParsedArguments {
  /// One time that an option was given.
  struct Occurrence {
    /// The name of the option that it counts for.
    let option: String
    /// The table's spelling, as it was typed.
    let spelling: String
    let bytes: [UInt8]
  }

  // Few, so that a list is found through faster than a table is made.
  private var occurrences: [Occurrence] = []
  private var arguments: [[UInt8]] = []
  // How many arguments each parameter takes, in the order of the command's.
  private var shares: [Int] = []
  private var sharesTaken = 0
  private var argumentsTaken = 0

  func add(_ occurrence: Occurrence) { occurrences.append(occurrence) }

  /// Takes the arguments that have no names, and how many of them each parameter gets.
  func fill(_ arguments: [[UInt8]], _ shares: [Int]) {
    self.arguments = arguments
    self.shares = shares
  }

  func first(_ option: String) -> Occurrence? {
    for occurrence in occurrences where occurrence.option == option { return occurrence }
    return nil
  }

  /// Every time that an option was given, or another one, in order.
  func all(_ option: String, or other: String? = nil) -> [Occurrence] {
    occurrences.isEmpty
      ? [] : occurrences.filter { $0.option == option || $0.option == other }
  }

  /// The options that were given, each by the name of the one that it counts for.
  package var options: [String] { occurrences.map(\.option) }

  /// What an option was given first.
  package func value(of option: String) -> [UInt8]? { first(option)?.bytes }

  /// Every argument without a name, with what it stands for; of a command line that is understood.
  package func meanings(in command: CommandDescription) -> [(kind: ValueKind, text: [UInt8])] {
    let kinds = zip(command.arguments, shares).flatMap { argument, share in
      [ValueKind](repeating: argument.kind.resolved { first($0) != nil }, count: share)
    }
    return Array(zip(kinds, arguments))
  }

  /// The arguments of the next parameter that takes any.
  func nextShare() -> ArraySlice<[UInt8]> {
    guard sharesTaken < shares.count else { return [] }
    let start = argumentsTaken
    argumentsTaken += shares[sharesTaken]
    sharesTaken += 1
    return arguments[start..<argumentsTaken]
  }
}
