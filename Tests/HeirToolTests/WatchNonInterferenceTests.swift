import Cascade
import Foundation
import TestSupport
import Testing

@testable import Answers
@testable import Files
@testable import HeirTool
@testable import Output
@testable import Trees

/// Two trees alike but for their secrets, changed step by step, are watched alike (A1).
@Suite struct WatchNonInterferenceTests {
  /// One of the trees, with all that a watch says of it.
  private final class Watched {
    let tree = Scratch([(".heir", "")])
    private let watched: WatchedScope
    private let session: Session
    private let options: CommonOptions

    init(_ scope: String, _ form: WatchOptions, hasOverlay: Bool, isTerminal: Bool) throws {
      session = Session(
        output: OutputBuffer(width: isTerminal ? 60 : nil) { _ in nil },
        errors: OutputBuffer { _ in nil },
        workingDirectory: try WorkingDirectory(Array(tree.url.path.utf8)),
        today: { CalendarDate(year: 2026, month: 3, day: 14) }, variable: { _ in nil })
      options = CommonOptions(
        root: Array("t".utf8), overlays: hasOverlay ? [Array("ov".utf8)] : [],
        color: isTerminal ? .always : nil)
      watched = WatchedScope(ScopeArgument(text: Array(scope.utf8)), [], form)
    }

    func write(_ path: String, _ text: String?) {
      if let text { return tree.write(path, Array(text.utf8)) }
      try? FileManager.default.removeItem(at: tree.url.appending(path: path))
    }

    /// What is printed, what commands are given, and what is said beside.
    func look() -> String {
      let console = Console(session, options)
      var said = ""
      do throws(Failure) {
        let found = try watched.look(nil, console)
        for report in found.reports {
          for bytes in [report.scope] + report.keys + [report.text, report.shown] {
            said += String(decoding: bytes, as: UTF8.self) + "\n"
          }
        }
        found.accept()
      } catch { console.report(error) }
      return said + String(decoding: session.errors.take(), as: UTF8.self)
    }
  }

  private struct Way: CustomStringConvertible, Sendable {
    let scope: String
    var isJSON = false
    var isOwn = false
    var isBelow = false
    var isTerminal = false

    var description: String {
      "\(scope) json \(isJSON) own \(isOwn) below \(isBelow) terminal \(isTerminal)"
    }

    var form: WatchOptions {
      WatchOptions(isJSON: isJSON, isInitial: true, isOwn: isOwn, isBelow: isBelow)
    }
  }

  private static let ways = [
    Way(scope: "/", isJSON: true, isBelow: true), Way(scope: "/", isBelow: true),
    Way(scope: "/s/t", isTerminal: true), Way(scope: "/q", isJSON: true, isOwn: true),
    Way(scope: "/q/u"),
  ]

  /// What is written, or taken away, one after another: each file as it comes to be, some broken before.
  private static func steps(
    _ twins: SecretTwins, _ spelling: (Int) -> String
  ) -> [(path: String, text: String?)] {
    func tree(_ name: String) -> [String: String] {
      let files = twins.files(spelling).filter { $0.path.hasPrefix(name + "/") }
      return Dictionary(
        files.map { ("t/" + $0.path.dropFirst(name.count + 1), $0.text) }
      ) { first, _ in first }
    }
    let (old, new) = (tree("old"), tree("new"))
    return Set(old.keys).union(new.keys).sorted().enumerated().flatMap {
      number, path -> [(path: String, text: String?)] in
      guard old[path] != new[path] else { return [] }
      let text = new[path]
      if text?.hasPrefix("{") != true { return [(path, text)] }
      let whole = text ?? ""
      switch number % 3 {
      case 0: return [(path, "{\n,\n" + whole.dropFirst()), (path, whole)]
      case 1: return [(path, whole + "\n]"), (path, whole)]
      default: return [(path, whole)]
      }
    }
  }

  private static func story(_ twins: SecretTwins, _ way: Way, _ spelling: (Int) -> String) throws
    -> [String]
  {
    let watched = try Watched(
      way.scope, way.form, hasOverlay: twins.hasOverlay, isTerminal: way.isTerminal)
    for (path, text) in twins.files(spelling) {
      if path.hasPrefix("old/") { watched.write("t/" + path.dropFirst(4), text) }
      if path.hasPrefix("ov/") { watched.write(path, text) }
    }
    for scope in SecretTwins.scopes { watched.write("t\(scope)/_", "") }
    var said = [watched.look()]
    for (path, text) in steps(twins, spelling) {
      watched.write(path, text)
      said.append("\(path): " + watched.look())
    }
    return said
  }

  @Test func whatIsWatchedTellsNothingOfSecrets() throws {
    var reports = 0
    for seed in Seeds.upTo(2, from: 2) {
      let twins = SecretTwins(seed: UInt64(seed))
      for way in Seeds.every(2, of: Self.ways) {
        let stories = try SecretTwins.spellings.map { try Self.story(twins, way, $0) }
        #expect(stories[0].count == stories[1].count)
        for (one, other) in zip(stories[0], stories[1]) {
          #expect(one == other, "\(seed) \(way)")
          let isClean = !one.contains(SecretTwins.mark) && !other.contains(SecretTwins.mark)
          #expect(isClean, "\(seed) \(way) \(one)")
          if one.contains("secret") { reports += 1 }
        }
      }
    }
    // In some of the trees hardly anything can be worked out.
    #expect(reports > (Seeds.isLong ? 10 : 3))
  }
}
