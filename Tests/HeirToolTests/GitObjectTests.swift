import Foundation
import TestSupport
import Testing

@testable import Answers
@testable import Files
@testable import HeirTool
@testable import SystemCalls
@testable import Trees

@Suite(.needs("git")) struct GitObjectTests {
  private func reader(
    _ script: String, tell: @escaping () -> Void = {}
  ) throws -> (Repository, BlobReader) {
    let repository = try Repository([("a.json", "{}"), ("bin/git", "#!/bin/sh\n\(script)\n")])
    try repository.shell("chmod +x bin/git")
    let path = repository.scratch.url.path
    let root = try Folder.root(Array(path.utf8))
    let git = Git(
      in: try #require(try GitDirectory(around: root)),
      [Array("PATH=\(path)/bin:\(Programs.path)".utf8)],
      timeout: .init(interval: 10, most: 30, tell: tell))
    return (repository, BlobReader(git))
  }

  private func failure(_ reader: BlobReader) -> String {
    do {
      let object = ObjectID(letters: Array("12ab".utf8)[...])
      _ = try reader.bytes(of: object, .blob, limit: 1000, next: { [] })
      return ""
    } catch FileError.Kind.unreadableObjects(let words) {
      return String(decoding: words, as: UTF8.self)
    } catch { return "\(error)" }
  }

  @Test func gitWithoutAnAnswerIsAnError() throws {
    final class Told { var count = 0 }
    let told = Told()
    let (repository, reader) = try reader(
      "echo . >>\"$(dirname \"$0\")/../starts\"; exec sleep 1000", tell: { told.count += 1 })
    for _ in 0..<3 { #expect(failure(reader) == "it is not responding") }
    #expect(told.count == 1)
    // Nobody waits as long once more for every file.
    #expect(try repository.shell("cat starts").output == ".\n")
  }

  @Test(arguments: [
    "exit 0", "exit 3", "exec >&-; exec sleep 1000", "read line; exit 0",
    "read line; echo \"$line blob 7\"; printf abc",
  ])
  func gitThatEndsEarlyIsAnError(script: String) throws {
    let (repository, reader) = try reader(script)
    for _ in 0..<2 { #expect(failure(reader) == "git ended before it answered") }
    withExtendedLifetime(repository) {}
  }

  @Test func theMessageOfGitIsInTheError() throws {
    let (repository, reader) = try reader("echo 'fatal: no more' >&2; exit 128")
    #expect(failure(reader) == "no more")
    withExtendedLifetime(repository) {}
  }

  /// Those before 2.36 end with a word on how they are called.
  @Test func anOlderGitIsAskedInItsOwnWay() throws {
    let (repository, reader) = try reader(
      """
      case "$*" in *--batch-command*) echo "error: unknown option" >&2; exit 129 ;; esac
      while read line; do echo "$line blob 3"; echo abc; done
      """)
    for letters in ["12ab", "34cd"] {
      let object = ObjectID(letters: Array(letters.utf8)[...])
      let bytes = try reader.bytes(of: object, .blob, limit: 1000, next: { [] })
      #expect(bytes == Array("abc".utf8))
    }
    withExtendedLifetime(repository) {}
  }

  @Test func anObjectAboveTheLimitIsAnErrorAndTheNextIsRead() throws {
    let repository = try Repository([
      ("a.json", String(repeating: "x", count: 300_000)), ("b.json", "{}"),
    ])
    let folder = try Folder.root(Array(repository.scratch.url.path.utf8))
    let git = try #require(try GitDirectory(around: folder))
    let reader = BlobReader(
      Git(
        in: git,
        Programs.environment.map { Array("\($0)=\($1)".utf8) }))
    func object(_ name: String) throws -> ObjectID {
      ObjectID(letters: Array(try repository.git("rev-parse HEAD:\(name)").dropLast().utf8)[...])
    }
    let (large, small) = (try object("a.json"), try object("b.json"))
    for _ in 0..<2 {
      #expect {
        try reader.bytes(of: large, .blob, limit: 1000, next: { [small] })
      } throws: {
        if case FileError.Kind.tooLarge = $0 { true } else { false }
      }
      #expect(try reader.bytes(of: small, .blob, limit: 1000, next: { [] }) == Array("{}".utf8))
    }
    let commit = ObjectID(
      letters: Array(try repository.git("rev-parse HEAD").dropLast().utf8)[...])
    #expect(throws: FileError.Kind.self) {
      try reader.bytes(of: commit, .blob, limit: 1000, next: { [] })
    }
    #expect(try reader.bytes(of: small, .blob, limit: 1000, next: { [] }) == Array("{}".utf8))
  }
}
