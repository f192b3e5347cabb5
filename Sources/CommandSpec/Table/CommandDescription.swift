/// A command as plain data: everything but what it does.
package struct CommandDescription: Sendable, Equatable {
  package let name: String
  package let summary: String
  package let details: String
  package let examples: [Example]
  /// Synopses that say more than the one made from the parameters.
  package let synopses: [String]
  package let options: [OptionDescription]
  package let arguments: [ArgumentDescription]
  package let isSupported: Bool

  package init(
    name: String, summary: String, details: String = "", examples: [Example] = [],
    synopses: [String] = [], parameters: [ParameterDescription], isSupported: Bool = true
  ) {
    self.name = name
    self.summary = summary
    self.details = details
    self.examples = examples
    self.synopses = synopses
    self.isSupported = isSupported
    options = parameters.compactMap { if case .option(let option) = $0 { option } else { nil } }
    arguments = parameters.compactMap { if case .argument(let one) = $0 { one } else { nil } }
  }

  func option(spelled bytes: some Sequence<UInt8>) -> OptionDescription? {
    options.first { $0.isSpelled(bytes) }
  }

  var passesOn: Bool {
    arguments.contains { if case .passedOn = $0.count { true } else { false } }
  }
}

/// A command line that help shows, and what it is good for.
package struct Example: Sendable, Equatable {
  package let line: String
  package let meaning: String

  package init(_ line: String, _ meaning: String) {
    self.line = line
    self.meaning = meaning
  }
}
