import CommandSpec
import Trees

/// The pages of `heir help TOPIC` and of `man/heir.7`.
enum Topics {
  static func all(commonOptions: @escaping @Sendable () -> [PageEntry]) -> [Topic] {
    [
      directives, keys, scopes, options(commonOptions), recipes, formats, scripts, comingFrom,
      exitStatus,
    ]
  }

  static func page(
    _ name: String, summary: String, _ text: @autoclosure @escaping @Sendable () -> String
  ) -> Topic {
    Topic(
      name, summary: summary, PageSection.all(in: text())[0].entries,
      sections: Array(PageSection.all(in: text()).dropFirst()))
  }

  private static func options(_ common: @escaping @Sendable () -> [PageEntry]) -> Topic {
    Topic(
      Catalogue.commonOptionsName, summary: "Options of all or many commands",
      [
        .text(
          """
          'heir COMMAND -h' lists the options of one command. Options may be before or after the command.
          """)
      ] + common())
  }

  static let exitStatus = page(
    "exit-status", summary: "Exit statuses of each command",
    """
    0 means success, 1 a negative answer, 2 an error: a wrong command line, a scope that does not
    exist, a broken file, an input or output error. With 2 standard output is empty, with two
    exceptions: 'explain' without KEY, 'where' and 'impact' print the values without errors, and
    output for eval is a line that fails, also with 1. For each command:

    - get → 0 all keys have values; 1 a key has none, nothing is printed; 2 error, or a value of
      another type than --type
    - resolve → 0 printed; 1 KEY has no value, options leave out all of it, or --verify finds
      outdated files; 2 error; --keep-going prints the values without errors, --below renders the
      other scopes
    - explain → 0 KEY has a value; 1 it has none, the levels are printed; 2 error; without KEY,
      values without errors are printed
    - diff → 0 equal, or only moved; 1 different; 2 error, or KEY does not exist
    - scopes, files, schema, root, completion, help → 0 printed; 2 error
    - where → 0 a scope has a value; 1 none has; 2 scopes have errors, the others are printed
    - impact → 0 nothing changes, or --exit-zero; 1 something changes; 2 scopes have errors, the
      others are printed
    - log → 0 commits are listed; 1 none; 2 error; commits found so far are printed
    - check → 0 no errors; 1 errors (with --strict, also warnings); 2 the tree cannot be read
    - set, stop → 0 done, or no change needed; 2 refused, nothing is written
    - tidy → 0 done, or nothing to remove; 1 with --dry-run, something to remove; 2 refused, nothing
      is written
    - declare → 0 done, or no change needed; 1 nothing to remove; 2 refused, nothing is written
    - unset, resume → 0 done; 1 nothing to remove; 2 refused, nothing is written
    - watch → ends by a signal; 2 cannot start or print
    - exec → that of the command; 125 error of heir; 126 the command cannot be run; 127 it is not
      found

    If the reader of a pipe exits, heir ends by SIGPIPE without a message.
    """)
}

extension Manual {
  static var ofTopics: Manual {
    Manual(
      source: "heir \(ProgramVersion.sources)", summary: "topics and recipes",
      description: [
        .text(
          """
          All topics of 'heir help TOPIC' on one page. heir(1) describes commands and options, heir(5) files \
          and directives, heir-rules(7) the exact rules.

          Each example is a tree with an empty '.heir' in its root: first the files with their content, then \
          commands with their output.
          """)
      ],
      seeAlso: ["heir(1)", "heir(5)", "heir-rules(7)"])
  }
}

extension PageSection {
  /// The sections of a page in plain text; the first has no heading.
  ///
  /// `# ` begins a heading, `- TERM → TEXT` an item; further lines of an item begin with two spaces.
  static func all(in page: String) -> [PageSection] {
    var sections: [PageSection] = []
    var (heading, entries) = ("", [PageEntry]())
    var gap = "\n"
    for line in page.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
      let (start, rest) = (String(line.prefix(2)), String(line.dropFirst(2)))
      switch (start, entries.last) {
      case ("", _):
        gap = "\n\n"
        continue
      case ("# ", _):
        sections.append(PageSection(heading, entries))
        (heading, entries) = (rest, [])
      case ("- ", _):
        let parts = rest.unicodeScalars.split(separator: "→", maxSplits: 1)
        entries.append(.item(String(parts[0].dropLast()), String(parts[1])))
      case ("  ", .item(let term, let text)) where gap == "\n":
        entries[entries.count - 1] = .item(term, text + " " + rest)
      case (_, .text(let text)):
        entries[entries.count - 1] = .text(text + gap + String(line))
      default: entries.append(.text(String(line)))
      }
      gap = "\n"
    }
    return sections + [PageSection(heading, entries)]
  }
}
