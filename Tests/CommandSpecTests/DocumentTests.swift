import CommandSpec
import Foundation
import Testing

@Suite struct DocumentTests {
  private let catalogue = sample.catalogue

  private var manual: Manual {
    Manual(
      source: "heir 1.0",
      description: [.text("What it is.\n\n.not a request, 'nor this\n\n  heir get / a")],
      exitStatus: [.item("0", "answered"), .item("1", "no value")],
      environment: [.item("HEIR_ROOT", "the root")],
      files: [.item(".heir", "marks the root → here")],
      others: [PageSection("NAMES", [.text("PATH IFS \\ back")])], seeAlso: ["heir(5)", "jq(1)"])
  }

  @Test func helpIsNeverWiderThanEightyColumns() {
    var texts = [catalogue.helpText()]
    texts += catalogue.commands.compactMap { catalogue.helpText(command: $0.name) }
    texts += catalogue.topics.compactMap { catalogue.helpText(topic: $0.name) }
    for line in texts.flatMap({ $0.components(separatedBy: "\n") }) {
      #expect(line.unicodeScalars.count <= 80, "\(line)")
      #expect(!line.hasSuffix(" "), "\(line)")
    }
  }

  @Test func helpListsTheCommandsInGroups() {
    #expect(
      catalogue.helpText() == """
        heir resolves cascading configuration

        usage: heir [OPTIONS] COMMAND [ARGUMENTS]

        Reading:
          get      Prints values, one a line
          resolve  Prints the effective configuration
          check    Tells what is wrong

        Writing and running:
          set      Writes a value
          exec     Runs a command with the configuration in its environment
          fail     Fails
          help     Show help for a command or topic

        Topics:
          formats  Who reads what is printed

        See 'heir COMMAND -h' for a command, 'heir help TOPIC' for a topic.
        Manuals: heir(1), heir(7).

        """)
  }

  @Test func helpForACommandShowsAllThatItTakes() {
    #expect(
      catalogue.helpText(command: "resolve") == """
        usage:  heir resolve [OPTIONS] SCOPE [KEY]

        Prints the effective configuration.

        Arguments:
          SCOPE                   The scope that is asked
          KEY                     Prints only what is under the key

        Options:
          --format FORMAT         How it is printed: json, flat, nul
          --json                  Short for --format json
          -c, --compact           Prints on one line
          -S, --sorted            Sorts the members
          --origins               Adds where each value comes from

        Common options:
          --root DIR              The directory that is the root
          --overlay DIR           Stacks a tree on the root (repeatable)
          -q, --quiet             Prints nothing on stderr but errors
          -h, --help              Print short help (-h) or full help (--help)
          --version               Print the version

        Examples:
          heir resolve /prod --json
              Prints everything as JSON

        """)
  }

  @Test func shortHelpNamesTheTopicOfTheCommonOptions() {
    #expect(
      catalogue.helpText(command: "get", isShort: true) == """
        usage:  heir get [OPTIONS] SCOPE KEY...

        Prints values, one a line.

        Arguments:
          SCOPE                   The scope that is asked
          KEY                     The keys

        Options:
          --json                  Prints JSON
          -0                      Ends each value with NUL instead of a newline
          --default VALUE         Stands in for a key without a value
          --optional NAME=KEY     Unsets NAME if need be (repeatable)

        Common options: see 'heir help options'.

        Examples:
          heir get /prod db.host
              Prints the host as /prod sees it

        See 'heir get --help' for details.

        """)
    #expect(
      catalogue.helpText(command: "help", isShort: true)?.contains("Common options:\n") == true)
  }

  @Test func aFormerSpellingIsInNoHelp() {
    let page = String(decoding: catalogue.manualPage(manual), as: UTF8.self)
    #expect(catalogue.helpText(command: "resolve")?.contains("--places") == false)
    #expect(!page.contains("places"))
  }

  @Test func helpAboutATopicShowsItsTermsInOneColumn() {
    #expect(
      catalogue.helpText(topic: "formats") == """
        formats: Who reads what is printed

        Words about it.

            heir get / a

          flat  a line each
          json  all of it

        Choose one:

        Take json.

        """)
    #expect(catalogue.helpText(topic: "format") == nil)
  }

  @Test func topicsMakeAPageOfSectionSeven() {
    let page = String(
      decoding: catalogue.topicsPage(
        TopicsPage(
          source: "heir 1.0", summary: "how do I", description: [.text("More.")],
          seeAlso: ["heir(1)"])), as: UTF8.self)
    let headings = page.components(separatedBy: "\n").filter { $0.hasPrefix(".S") }
    #expect(
      headings == [
        ".SH \"NAME\"", ".SH \"DESCRIPTION\"", ".SH \"FORMATS\"", ".SS \"Choose one\"",
        ".SH \"SEE ALSO\"",
      ])
    #expect(page.contains("\nWho reads what is printed.\n"))
  }

  @Test func theManualHasItsSectionsInOrder() {
    let page = String(decoding: catalogue.manualPage(manual), as: UTF8.self)
    let headings = page.components(separatedBy: "\n").filter { $0.hasPrefix(".SH ") }
    #expect(
      headings
        == [
          "NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "COMMON OPTIONS", "EXIT STATUS",
          "ENVIRONMENT", "FILES", "NAMES", "SEE ALSO",
        ].map { ".SH \"\($0)\"" })
    #expect(page.contains("\n\\&.not a request, \\(aqnor this\n"))
    #expect(page.contains(#"back\n"#) == false && page.contains(#"PATH IFS \(rs back"#))
    #expect(page.contains(#"\-\-json"#) && !page.contains(" --"))
    #expect(page.contains(#"\[u2192]"#))
    #expect(page.contains("(not with fail)"))
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/groff")))
  func theManualIsCleanUnderGroff() throws {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).1")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(catalogue.manualPage(manual)).write(to: file)
    for arguments in [["-z"], ["-Tutf8", "-P-c"]] {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/groff")
      process.arguments = ["-man", "-ww"] + arguments + [file.path]
      let output = Pipe()
      let complaints = Pipe()
      process.standardOutput = output
      process.standardError = complaints
      try process.run()
      let shown = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      let said = String(
        decoding: complaints.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(said == "" && process.terminationStatus == 0)
      if arguments.count == 2 {
        for text in [
          ".not a request, 'nor this", "\\ backslash", #"eval "$(heir get / --args list)""#, "→",
        ] {
          #expect(shown.contains(text), "\(text)")
        }
      }
    }
  }
}
