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

  @Test func aFormerSpellingIsInNoHelp() {
    let page = String(decoding: catalogue.manualPage(manual), as: UTF8.self)
    #expect(catalogue.helpText(command: "resolve")?.contains("--places") == false)
    #expect(!page.contains("places"))
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
