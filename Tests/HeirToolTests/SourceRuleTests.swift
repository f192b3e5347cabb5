import Foundation
import Testing

/// Which sources may name the C library, and which may read values with their secrets.
@Suite struct SourceRuleTests {
  private static let sources = Harness.fixtures.deletingLastPathComponent()
    .appending(path: "Sources")

  /// The files that have a line for which a condition holds, comments left out.
  private static func files(where holds: (Substring) -> Bool) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: sources.path).filter { path in
      guard path.hasSuffix(".swift") else { return false }
      let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
      return lines.contains { !$0.hasPrefix("//") && holds($0) }
    }.sorted()
  }

  @Test func oneFileImportsTheCLibrary() throws {
    let libraries: Set<Substring> = ["Darwin", "Glibc", "Musl", "LinuxCalls"]
    let importing = try Self.files { line in
      line.contains("import ") && line.split(separator: " ").last.map(libraries.contains) == true
    }
    #expect(importing == ["SystemCalls/CLibrary.swift"])
    #expect(
      try Self.files { $0.contains("@_silgen_name") } == [], "declare it in LinuxCalls/calls.h")
    // The entry point's file is about the runtime of a static binary.
    let asking = try Self.files { $0.hasPrefix("#if") || $0.hasPrefix("#elseif") }
    #expect(Set(asking.map { $0.prefix { $0 != "/" } }) == ["SystemCalls", "heir"])
  }

  /// Masks make what reports show; only the commands that print data read values with their secrets.
  @Test func onlyDataCommandsReadValuesWithSecrets() throws {
    let rooms = ["HeirTool/", "Trees/", "Answers/Edit/", "Answers/Tidy/"]
    let reading = try Self.files { $0.contains(".data()") }.filter { path in
      rooms.contains { path.hasPrefix($0) }
    }
    #expect(
      reading == [
        "HeirTool/Commands/Exec/ExecCommand.swift", "HeirTool/Commands/Files/FilesCommand.swift",
        "HeirTool/Commands/Get/GetCommand.swift", "HeirTool/Commands/Resolve/ResolvedOutput.swift",
        "HeirTool/Queries/CommandContext.swift",
      ])
  }
}
