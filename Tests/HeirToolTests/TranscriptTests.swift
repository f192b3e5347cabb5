import Foundation
import TestSupport
import Testing

@Suite struct TranscriptTests {
  static let folder = Harness.fixtures.appending(path: "transcripts")

  static let topics: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".txt") }.sorted()
  }()

  private static let transcripts: [(topic: String, transcript: Transcript)] = topics.map {
    let text = try? String(contentsOf: folder.appending(path: $0), encoding: .utf8)
    return ($0, Transcript(text ?? ""))
  }

  private static let programs = transcripts.map { $0.transcript.programs }

  private static func topics(with programs: Set<String>) -> [String] {
    zip(topics, Self.programs).filter { $1 == programs }.map(\.0)
  }

  /// The first two words of all commands.
  private static let beginnings: Set<[String]> = Set(
    transcripts.flatMap { $0.transcript.commands.map { Array(Transcript.words($0).prefix(2)) } })

  @Test(arguments: topics(with: [])) func everyCommandPrintsWhatIsWritten(topic: String) throws {
    try everyCommandPrintsWhatIsWritten(topic)
  }

  @Test(.needs("git"), arguments: topics(with: ["git"]))
  func everyCommandPrintsWhatIsWrittenWithGit(topic: String) throws {
    try everyCommandPrintsWhatIsWritten(topic)
  }

  @Test(.needs("patch"), arguments: topics(with: ["patch"]))
  func everyCommandPrintsWhatIsWrittenWithPatch(topic: String) throws {
    try everyCommandPrintsWhatIsWritten(topic)
  }

  @Test func noTranscriptUsesOtherPrograms() {
    let known = [[], ["git"], ["patch"]].flatMap { Self.topics(with: Set($0)) }
    #expect(Set(Self.topics).subtracting(known) == [])
    let examples = [[], ["git"]].flatMap { Self.examples(with: Set($0)) }
    #expect(Set(Self.exampleTopics).subtracting(examples) == [])
  }

  private func everyCommandPrintsWhatIsWritten(_ topic: String) throws {
    try Self.compare(Self.folder.appending(path: topic)) { Transcript($0).replayed() }
  }

  /// Compares a file with what its commands print now.
  private static func compare(_ file: URL, _ replayed: (String) -> String) throws {
    let topic = file.lastPathComponent
    let text = try String(contentsOf: file, encoding: .utf8)
    let replayed = replayed(text)
    guard replayed != text else { return }
    if ProcessInfo.processInfo.environment["UPDATE_FIXTURES"] == "1" {
      try replayed.write(to: file, atomically: true, encoding: .utf8)
      Issue.record("\(topic) was written anew; read it before you trust it")
      return
    }
    let old = text.split(separator: "\n", omittingEmptySubsequences: false)
    let new = replayed.split(separator: "\n", omittingEmptySubsequences: false)
    let line = zip(old, new).prefix { $0 == $1 }.count
    let written = line < old.count ? String(old[line]) : "(the end)"
    let printed = line < new.count ? String(new[line]) : "(the end)"
    Issue.record("\(topic):\(line + 1): written '\(written)', printed '\(printed)'")
  }

  @Test(arguments: Harness.commands)
  func everyCommandHasATranscript(command: String) {
    #expect(Self.beginnings.contains(["heir", command]))
  }

  // MARK: Examples

  /// Small trees, each with commands and what they print: a line that begins with `# ` begins another tree.
  private static let examples = Harness.fixtures.appending(path: "examples")

  private static let exampleTopics =
    ((try? FileManager.default.contentsOfDirectory(atPath: examples.path)) ?? []).sorted()

  private static func examples(with programs: Set<String>) -> [String] {
    exampleTopics.filter { name in
      let text = try? String(contentsOf: examples.appending(path: name), encoding: .utf8)
      return text.map { Transcript($0).programs } == programs
    }
  }

  @Test(arguments: examples(with: [])) func everyExamplePrintsWhatIsWritten(topic: String) throws {
    try everyExamplePrintsWhatIsWritten(topic)
  }

  @Test(.needs("git"), arguments: examples(with: ["git"]))
  func everyExamplePrintsWhatIsWrittenWithGit(topic: String) throws {
    try everyExamplePrintsWhatIsWritten(topic)
  }

  private func everyExamplePrintsWhatIsWritten(_ topic: String) throws {
    try Self.compare(Self.examples.appending(path: topic)) { text in
      ("\n" + text).components(separatedBy: "\n# ").dropFirst().map { example in
        let tree = Scratch(tree: [])
        return withExtendedLifetime(tree) { Transcript("# " + example).replayed(in: tree.url) }
      }.joined(separator: "\n")
    }
  }
}
