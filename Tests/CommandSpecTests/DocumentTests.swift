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
        heir: resolves cascading configuration

        usage: heir [OPTIONS] COMMAND [OPTIONS] ARGUMENTS

        Reading:
          get      prints values, one a line
          resolve  prints the effective configuration
          check    tells what is wrong

        Writing and running:
          set      writes a value
          exec     runs a command with the configuration in its environment
          fail     fails
          help     tells what a command does, or about a topic

        Topics:
          formats  who reads what is printed

        'heir help NAME' tells more about each.
        Manuals: heir(1), heir(7).

        """)
  }

  @Test func helpForACommandShowsAllThatItTakes() {
    #expect(
      catalogue.helpText(command: "resolve") == """
        usage:  heir resolve [OPTIONS] SCOPE [KEY]

        heir resolve prints the effective configuration

        Arguments:
          SCOPE                   the scope that is asked
          KEY                     prints only what is under the key

        Options:
          --format FORMAT         how it is printed; FORMAT is one of json, flat, nul
          --json                  short for --format json
          -c, --compact           prints on one line
          -S, --sorted            sorts the members
          --origins               adds where each value comes from

        Common options:
          --root DIR              the directory that is the root
          --overlay DIR           stacks a tree on the root (repeatable)
          -q, --quiet             prints nothing on stderr but errors
          -h, --help              shows help and exits
          --version               shows the version and exits

        Examples:
          heir resolve /prod --json
              prints everything as JSON

        """)
  }

  @Test func helpAboutATopicShowsItsTermsInOneColumn() {
    #expect(
      catalogue.helpText(topic: "formats") == """
        formats: who reads what is printed

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
