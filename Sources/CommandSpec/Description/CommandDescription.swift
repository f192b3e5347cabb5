/// A command as data, without its action.
package struct CommandDescription: Sendable {
  package let name: String
  package let summary: String
  /// Synopses that replace the generated synopsis.
  package let synopses: [String]
  package let syntax: Syntax
  package let exitStatus: String
  // Lazy, since most runs never print help.
  private let describe: @Sendable () -> (details: String, examples: [Example])

  package init(
    name: String, summary: String,
    details: @autoclosure @escaping @Sendable () -> String = "",
    examples: @autoclosure @escaping @Sendable () -> [Example] = [],
    synopses: [String] = [], syntax: Syntax, exitStatus: String
  ) {
    self.name = name
    self.summary = summary
    self.synopses = synopses
    (self.syntax, self.exitStatus) = (syntax, exitStatus)
    describe = { (details(), examples()) }
  }

  package var details: String { describe().details }
  package var examples: [Example] { describe().examples }
  package var options: [OptionDescription] { syntax.options }
  package var arguments: [ArgumentDescription] { syntax.arguments }

  func option(spelled bytes: some Sequence<UInt8>) -> OptionDescription? {
    options.first { $0.isSpelled(bytes) }
  }

  /// Whether it has an option with this spelling that accepts `word`, if given.
  package func hasOption(_ spelling: String, taking word: String? = nil) -> Bool {
    guard let option = option(spelled: spelling.utf8) else { return false }
    guard let word else { return true }
    guard case .value(_, let kind, _) = option.form else { return false }
    return kind.words.contains(word)
  }

  package var passesOn: Bool { arguments.contains { $0.count == .passedOn } }

  /// The synopses without the tool's name; generated unless declared.
  var synopsisLines: [String] {
    if !synopses.isEmpty { return synopses.map { "\(name) \($0)" } }
    let options = options.isEmpty ? [] : ["[OPTIONS]"]
    return [([name] + options + arguments.map(\.synopsis)).joined(separator: " ")]
  }

  package func usageLine(tool: String) -> String {
    synopsisLines.map { "\(tool) \($0)" }.joined(separator: "\n       ")
  }

  static var help: CommandDescription {
    let word = ArgumentDescription(
      name: "COMMAND|TOPIC|WORD", kind: .commandName, count: .optional,
      help: "Command, topic, directive, option or heading")
    return CommandDescription(
      name: helpName, summary: "Show help for a command or topic",
      details: """
        Without an argument, lists all commands and topics. For any other word, prints the entries of \
        that name in topics, options and the manual.
        """, syntax: Syntax(arguments: [word]), exitStatus: printed)
  }

  static let helpName = "help"

  /// The exit status of a command that cannot have a negative answer.
  package static let printed = "0 printed; 2 error"

  var isBuiltIn: Bool { name == Self.helpName }
}

/// A command line for help, with its meaning.
package struct Example: Sendable, Equatable {
  package let line: String
  package let meaning: String

  package init(_ line: String, _ meaning: String) {
    self.line = line
    self.meaning = meaning
  }
}
