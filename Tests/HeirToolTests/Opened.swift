import Foundation

@testable import Answers
@testable import Cascade
@testable import Check
@testable import FileTree
@testable import HeirTool
@testable import Queries
@testable import Reports
@testable import Sessions
@testable import Snapshots

/// A tree that is open, to ask what no command asks yet.
struct Opened {
  let session: Session
  let query: Query

  init(_ harness: Harness, root: String) throws {
    let options = CommonOptions(
      root: Array(root.utf8), overlays: [], isVirtual: false, settings: [], allowed: [],
      isStrict: false, isRevealing: false, isQuiet: true, color: nil)
    session = Session(
      output: Sink { _ in nil }, errors: Sink { _ in nil },
      workingDirectory: try .init(Array(harness.directory.path.utf8)),
      today: { .init(year: 2026, month: 3, day: 14) }, variable: { _ in nil },
      childEnvironment: {
        ProcessInfo.processInfo.environment.merging(harness.environment) { $1 }
          .map { Array("\($0)=\($1)".utf8) }
      })
    query = try Query(session, options, Presentation(session, options))
  }

  func former(_ revision: String, isMergeBase: Bool = false) throws -> World {
    try query.former(.revision(Array(revision.utf8), isMergeBase: isMergeBase))
  }

  /// What stands before the revision's paths, and the text of one of its files.
  func text(
    _ path: String, since revision: String, isMergeBase: Bool
  ) throws -> (prefix: String, text: String) {
    let time = try former(revision, isMergeBase: isMergeBase)
    let bytes = try time.snapshot.trees[0].root.contents(of: Array(path.utf8)).bytes
    let prefix = query.show.places.formerRoot
    return (String(decoding: prefix, as: UTF8.self), String(decoding: bytes, as: UTF8.self))
  }

  /// Why there is no merge base, with what to do, a line each.
  func failure(_ revision: String) throws -> String {
    do throws(Failure) {
      _ = try query.former(.revision(Array(revision.utf8), isMergeBase: true))
      return ""
    } catch {
      guard case .message(let words, let notes) = error else { return "\(error)" }
      return ([words] + notes).joined(separator: "\n")
    }
  }
}
