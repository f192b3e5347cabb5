/// All commands of a tool as data for help, manual and completion.
package struct Catalogue: Sendable {
  package let tool: String
  package let summary: String
  package let manuals: String
  package let groups: [(title: String, commands: [CommandDescription])]
  package let topics: [Topic]

  package var commands: [CommandDescription] { groups.flatMap(\.commands) }

  package func command(named bytes: [UInt8]) -> CommandDescription? {
    commands.first { $0.name.utf8.elementsEqual(bytes) }
  }

  func owners(ofOption bytes: some Collection<UInt8>) -> [(CommandDescription, OptionDescription)] {
    commands.compactMap { command in
      command.option(spelled: bytes).map { (command, $0) }
    }
  }
}

extension Catalogue {
  package static var commonOptionsName: String { "options" }
  package static var exitStatusName: String { "exit-status" }

  /// Each common option, with the commands that take it unless all do.
  package var commonOptions: [PageEntry] {
    let known = commands.filter { !$0.isBuiltIn }
    var options: [OptionDescription] = []
    for option in known.flatMap(\.options) where option.isCommon {
      if !options.contains(where: { $0.name == option.name }) { options.append(option) }
    }
    let declared = options.map { option -> PageEntry in
      func names(_ isOwner: Bool) -> [String] {
        known.filter { $0.options.contains { $0.name == option.name } == isOwner }.map(\.name)
      }
      let (owners, others) = (names(true), names(false))
      if others.isEmpty { return .item(option.label, option.fullHelp) }
      let isFew = owners.count < others.count
      let list = (isFew ? owners : others).joined(separator: ", ")
      return .item(option.label, "\(option.fullHelp) (\(isFew ? "only" : "not") with \(list))")
    }
    return declared + OptionDescription.builtIn.map { .item($0.label, $0.fullHelp) }
  }
}

extension CommandDescription {
  static var help: CommandDescription {
    var syntax = Syntax()
    syntax.add(
      ArgumentDescription(
        name: "COMMAND|TOPIC|WORD", kind: .commandName, count: .optional,
        help: "Command, topic, directive, option or heading"))
    return CommandDescription(
      name: helpName, summary: "Show help for a command or topic",
      details: """
        Without an argument, lists all commands and topics. For any other word, prints the entries of \
        that name in topics, options and the manual.
        """, syntax: syntax)
  }

  static let helpName = "help"

  var isBuiltIn: Bool { name == Self.helpName }
}

/// A help page that is not about a command; the manual of section 7 contains all topics.
package struct Topic: Sendable {
  package let name: String
  package let summary: String
  // Lazy, since most runs never print help.
  private let write: @Sendable () -> [PageSection]

  /// The first section has no heading.
  package init(
    _ name: String, summary: String,
    _ sections: @autoclosure @escaping @Sendable () -> [PageSection]
  ) {
    (self.name, self.summary, write) = (name, summary, sections)
  }

  package var entries: [PageEntry] { write()[0].entries }
  package var sections: ArraySlice<PageSection> { write().dropFirst() }
}

/// A heading with its entries.
package struct PageSection: Sendable {
  package let heading: String
  package let entries: [PageEntry]

  package init(_ heading: String, _ entries: [PageEntry]) {
    self.heading = heading
    self.entries = entries
  }

  /// The sections of a page; `# ` begins a heading, and the first section has none.
  package static func all(in page: String) -> [PageSection] {
    var sections: [PageSection] = []
    var (heading, text) = ("", "")
    for line in page.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.starts(with: "# ".unicodeScalars) {
        sections.append(PageSection(heading, PageEntry.all(in: text)))
        (heading, text) = (String(line.dropFirst(2)), "")
      } else {
        text += String(line) + "\n"
      }
    }
    return sections + [PageSection(heading, PageEntry.all(in: text))]
  }
}

/// Text of a page, or a term with its explanation.
package enum PageEntry: Sendable {
  case paragraph(String)
  case verbatim([String])
  case item(String, String)

  /// Blank lines separate entries. One that begins with a space is verbatim. `- TERM → TEXT` begins an item, whose
  /// further lines begin with two spaces.
  package static func all(in text: String) -> [PageEntry] {
    var entries: [PageEntry] = []
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    for block in lines.split(whereSeparator: \.isEmpty) {
      switch block.first?.first {
      case " ":
        let indent = block[block.startIndex].prefix { $0 == " " }.count
        entries.append(
          .verbatim(
            block.map { line in
              String(line.dropFirst(min(indent, line.prefix { $0 == " " }.count)))
            }))
      case "-" where block.first?.starts(with: "- ".unicodeScalars) == true:
        for line in block {
          let rest = line.dropFirst(2)
          if line.first == "-" {
            let parts = rest.split(separator: "→", maxSplits: 1)
            entries.append(.item(String(parts[0].dropLast()), String(parts[1])))
          } else if case .item(let term, let text) = entries.last {
            entries[entries.count - 1] = .item(term, "\(text) \(String(rest))")
          }
        }
      default: entries.append(.paragraph(block.map { String($0) }.joined(separator: " ")))
      }
    }
    return entries
  }
}

/// The syntax and help of an option.
package struct OptionDescription: Sendable, Equatable {
  package enum Form: Sendable, Equatable {
    case flag
    case value(name: String, kind: ValueKind, isRepeatable: Bool)
    case abbreviation(of: String, word: String)
  }

  package let spellings: [String]
  package let form: Form
  package let help: String
  package var isCommon = false

  /// The first long spelling, which messages and the parser use.
  package var name: String {
    spellings.first { $0.utf8.starts(with: "--".utf8) } ?? spellings.first ?? ""
  }

  package var takesValue: Bool {
    if case .value = form { true } else { false }
  }

  func isSpelled(_ bytes: some Sequence<UInt8>) -> Bool {
    spellings.contains { $0.utf8.elementsEqual(bytes) }
  }
}

extension OptionDescription {
  static let help = OptionDescription(
    spellings: ["-h", "--help"], form: .flag, help: "Print short help (-h) or full help (--help)",
    isCommon: true)
  static let version = OptionDescription(
    spellings: ["--version"], form: .flag, help: "Print the version", isCommon: true)

  package static let builtIn = [help, version]
}
