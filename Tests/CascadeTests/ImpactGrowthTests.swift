import TestSupport
import Testing

@testable import Answers
@testable import Cascade

/// An impact costs what is edited and what scopes say, not keys times scopes.
@Suite struct ImpactGrowthTests {
  private static func files(keys: Int, scopes: Int, value: Int) -> [(path: String, text: String)] {
    let root = (0..<keys).map { "\"k\($0)\":\(value)" }.joined(separator: ",")
    let own = (0..<20).map { "\"o\($0)\":1" }.joined(separator: ",")
    return [("/a.json", "{\(root)}")] + (0..<scopes).map { ("/s\($0)/a.json", "{\(own)}") }
  }

  private static func cost(keys: Int, scopes: Int) throws -> Double {
    let from = MemoryTree(files(keys: keys, scopes: scopes, value: 1))
    let to = MemoryTree(files(keys: keys, scopes: scopes, value: 2), names: from.names)
    let impact = Impact(from.names, BeforeAfter(from: from, to: to), reveals: false)
    let cost = try Growth.busySeconds {
      try PairedWalk.run(
        along: BeforeAfter(from: from.way(to: .root), to: to.way(to: .root)), impact)
    }
    #expect(impact.changes.count == keys)
    #expect(impact.changes.allSatisfy { $0.scopes.count == scopes + 1 })
    return cost
  }

  /// As many broken references as there are empty scopes that share them, half of them broken before, too.
  @Test func brokenReferencesCostWhatOneScopeMakesOfThem() throws {
    func files(_ count: Int, _ rest: String) -> [(path: String, text: String)] {
      let broken = (0..<count).map { "\"k\($0)\":{\"$ref\":\"at\($0 % 2)\"}" }
      return [("/a.json", "{\(broken.joined(separator: ","))\(rest)}")]
        + (0..<count).map { ("/s\($0)/a.json", "{}") }
    }
    let growth = Growth { count in
      let from = MemoryTree(files(count, ",\"at0\":1"))
      let to = MemoryTree(files(count, ""), names: from.names)
      let impact = Impact(from.names, BeforeAfter(from: from, to: to), reveals: false)
      let cost = try Growth.busySeconds {
        try PairedWalk.run(
          along: BeforeAfter(from: from.way(to: .root), to: to.way(to: .root)), impact)
      }
      #expect(impact.everyFailure.count == count / 2 * (count + 1))
      return cost
    }
    #expect(try growth.ratio(from: 100, to: 300, until: 6) < 6)
  }

  @Test func oneEditOfTheRootCostsWhatScopesThereAre() throws {
    let growth = Growth { try Self.cost(keys: 1, scopes: $0) }
    #expect(try growth.ratio(from: 100, to: 400, until: 8) < 8)
  }

  @Test func manyEditedKeysCostNothingInScopesThatTouchOthers() throws {
    let growth = Growth { isBoth in
      if isBoth == 1 { return try Self.cost(keys: 500, scopes: 200) }
      return try Self.cost(keys: 10, scopes: 200) + Self.cost(keys: 500, scopes: 1)
    }
    #expect(try growth.ratio(from: 0, to: 1, until: 3) < 3)
  }
}
