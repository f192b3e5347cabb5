import Foundation
import TestSupport
import Testing

/// What `impact` tells of two times of a tree in which scopes inherit by rules (T11, C7).
extension RuleLawTests {
  @Test func impactTellsWhatTheScopesOfTwoTimesTell() {
    var counts = Counts()
    var by = 0
    for seed in Seeds.upTo(4) {
      let before = RandomTree.makeRuled(seed: UInt64(seed))
      guard before.isSound else { continue }
      var maker = RuledMaker(editing: before, seed: UInt64(seed))
      let after = maker.edited()
      // Abstract scopes are left out, unless they are asked for.
      let options = seed % 2 == 0 ? [] : ["--abstract"]
      func problem(_ times: ReferenceTimes, _ counts: inout Counts) -> String? {
        var (old, new) = (before, after)
        (old.whole.tree, old.whole.overlays) = (times.before, times.overlays)
        (new.whole.tree, new.whole.overlays) = (times.after, times.overlays)
        return old.isSound && new.isSound ? Self.problem(old, new, options, &counts) : nil
      }
      let times = ReferenceTimes(
        before: before.whole.tree, after: after.whole.tree, overlays: after.whole.overlays)
      if problem(times, &counts) != nil {
        let small = times.shrunk {
          var counts = Counts()
          return problem($0, &counts) != nil
        }
        let words = problem(small, &counts) ?? "?"
        Issue.record("seed \(seed): \(words)\n\(small)\n\(before.rules)\n\(after.rules)")
        return
      }
      by += before.rules != after.rules ? 1 : 0
    }
    #expect(
      Seeds.isLong
        ? counts.changed > 4 && counts.hidden > 4 && by > 0
        : counts.changed > 1 && counts.hidden > 0 && by > 0, "\(counts), \(by)")
  }

  private struct Counts {
    var (changed, hidden) = (0, 0)
  }

  private static func problem(
    _ before: ReferenceRuled, _ after: ReferenceRuled, _ options: [String], _ counts: inout Counts
  ) -> String? {
    let desk = RandomDesk(after)
    let old = RandomDesk(before, root: "was", in: desk.scratch)
    let result = desk.harness.run(
      ["impact", "--against", "../was", "--json", "-q", "--reveal"] + options)
    guard let told = json(result) else { return "impact fails: \(result)" }
    var changes: [String: [String: NSDictionary]] = [:]
    for change in told["changes"] as? [NSDictionary] ?? [] {
      guard let key = change["key"] as? String else { return "a change without a key" }
      // An edited rule is no statement of a property file.
      if before.rules == after.rules, (change["cause"] as? [NSDictionary])?.isEmpty != false {
        return "\(key) has no cause"
      }
      for scope in change["scopes"] as? [String] ?? [] {
        changes[scope, default: [:]][key] = change
      }
    }
    // Directories without a file below them count on neither side.
    for path in desk.paths.intersection(old.paths) {
      let scope = ReferenceTree.spelled(path)
      // One that is abstract in one of the times alone was, or is, somebody's configuration.
      if options.isEmpty, before.hides(path), after.hides(path) {
        counts.hidden += 1
        if let told = changes[scope] { return "\(scope) is abstract and told: \(told.keys)" }
        continue
      }
      guard let from = leaves(old.harness.run("resolve", scope, "-c", "-q")),
        let to = leaves(desk.harness.run("resolve", scope, "-c", "-q"))
      else { continue }
      let differing = Set(from.keys).union(to.keys).filter {
        from[$0]?.isEqual(to[$0]) != true && !$0.isEmpty
      }
      counts.changed += differing.count
      let told = changes[scope] ?? [:]
      for key in differing {
        // An object that is empty in one time is told by what is in it in the other.
        let isEmptied = [from, to].contains { leaves in
          leaves.keys.contains { $0.count > key.count && $0.starts(with: key) }
        }
        if isEmptied { continue }
        let around = key.indices.map { spelled(Array(key[...$0])) }
        if !around.contains(where: { told[$0] != nil }) {
          return
            "\(scope): \(spelled(key)) from \(from[key] ?? NSNull()) to \(to[key] ?? NSNull()) is not told"
        }
      }
      for (name, change) in told {
        for (side, leaves) in [("from", from), ("to", to)] {
          guard let key = leaves.keys.first(where: { spelled($0) == name }) else { continue }
          let value = (change[side] as? NSDictionary)?["value"] as? NSObject
          if value?.isEqual(leaves[key]) != true {
            return "\(scope): \(name) is told \(side) \(value ?? NSNull())"
          }
        }
        // Foundation takes true for 1.
        let sides = ["from", "to"].map { (change[$0] as? NSDictionary)?["value"] as? NSObject }
        if let from = sides[0], from.isEqual(sides[1]) { continue }
        let isTrue = differing.contains { key in
          key.indices.contains { spelled(Array(key[...$0])) == name }
        }
        if !isTrue { return "\(scope): \(name) is told and stays" }
      }
    }
    return nil
  }
}

extension ReferenceRuled {
  /// Whether a walk from the root leaves a scope out (T12).
  fileprivate func hides(_ path: [PlainName]) -> Bool { isAbstract(path) && !isAbstract([]) }
}
