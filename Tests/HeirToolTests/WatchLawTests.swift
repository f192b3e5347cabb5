import Foundation
import TestSupport
import Testing

@Suite struct WatchLawTests {
  private final class Desk {
    let looking: Looking
    let scopes: [String]
    private let times: ReferenceTimes
    private let overlays: [Scratch]

    init(_ times: ReferenceTimes, _ scope: String?, told: Bool) throws {
      self.times = times
      overlays = times.overlays.map { Scratch([(".heir", "")] + $0.rendered) }
      for (overlay, tree) in zip(overlays, times.overlays) {
        for directory in tree.directories { overlay.folder(directory) }
      }
      looking = try Looking(
        times.before.rendered, scope ?? "/", below: scope == nil,
        overlays: overlays.map(\.url.path),
        told: told)
      for directory in times.before.directories { looking.tree.folder(directory) }
      let paths = [times.before, times.after].map { Set($0.paths.map(ReferenceTree.spelled)) }
      scopes = paths[0].intersection(paths[1]).sorted()
    }

    func edit() throws {
      let files = FileManager.default
      let (old, new) = (times.before.rendered, times.renderedAfter)
      for directory in times.after.directories { looking.tree.folder(directory) }
      for (path, text) in new
      where !old.contains(where: { $0.path as NSString == path as NSString && $0.text == text }) {
        looking.write(path, text)
      }
      for (path, _) in old where !new.contains(where: { $0.path as NSString == path as NSString }) {
        try files.removeItem(at: looking.tree.url.appending(path: path))
      }
      let kept = times.after.directories
      for directory in times.before.directories.reversed()
      where !kept.contains(where: { $0 as NSString == directory as NSString }) {
        try files.removeItem(at: looking.tree.url.appending(path: directory))
      }
    }

    /// What holds in every scope of both times; nil where nobody can tell.
    var resolved: [String: NSDictionary] {
      var harness = Harness(in: looking.tree.url)
      harness.options = overlays.flatMap { ["--overlay", $0.url.path] }
      var all: [String: NSDictionary] = [:]
      for scope in scopes {
        let result = harness.run("resolve", scope, "-c", "-q")
        guard result.status == 0 else { continue }
        let value = try? JSONSerialization.jsonObject(with: Data(result.output.utf8))
        all[scope] = value as? NSDictionary
      }
      return all
    }
  }

  private static let seeds = Seeds.upTo(3)

  /// The trees in which names are ASCII: what the disk does with others is for other tests.
  private static func times(_ seed: Int) -> ReferenceTimes {
    var times = RandomTimes.make(.whole, seed: UInt64(seed))
    times.layout = 0
    return times
  }

  @Test(arguments: [false, true]) func aLookBelowReportsEveryScopeThatChanges(told: Bool) throws {
    var count = 0
    for seed in Self.seeds {
      let times = Self.times(seed)
      let desk = try Desk(times, nil, told: told)
      #expect(try desk.looking.look() == [])
      let before = desk.resolved
      try desk.edit()
      let reports = try desk.looking.look()
      let after = desk.resolved
      for scope in desk.scopes {
        guard let old = before[scope], let new = after[scope] else { continue }
        let isReported = reports.contains { $0.hasPrefix("\(scope): ") }
        count += old == new ? 0 : 1
        guard isReported == (old != new) else {
          Issue.record(
            "seed \(seed): \(scope) \(old == new ? "stays" : "changes"): \(reports)\n\(times)")
          return
        }
      }
    }
    #expect(count > (Seeds.isLong ? 20 : 2))
  }

  @Test func aLookAtOneScopeReportsWhetherItChanges() throws {
    var count = 0
    for seed in Self.seeds {
      let times = Self.times(seed)
      let scopes = Set(times.before.paths).intersection(times.after.paths)
      for path in scopes.sorted(by: { $0.count > $1.count }).prefix(3) {
        let scope = ReferenceTree.spelled(path)
        let desk = try Desk(times, scope, told: true)
        guard let old = desk.resolved[scope] else { continue }
        #expect(try desk.looking.look() == [])
        try desk.edit()
        guard let new = desk.resolved[scope] else { continue }
        let reports = try desk.looking.look()
        count += old == new ? 0 : 1
        if reports.isEmpty != (old == new) {
          Issue.record(
            "seed \(seed): \(scope) \(old == new ? "stays" : "changes"): \(reports)\n\(times)")
          return
        }
      }
    }
    #expect(count > (Seeds.isLong ? 10 : 0))
  }
}
