import Foundation
import TestSupport
import Testing

@testable import Cascade

/// An impact costs what is edited and what scopes say, not keys times scopes.
@Suite struct ImpactGrowthTests {
  private static func files(keys: Int, scopes: Int, value: Int) -> [(path: String, text: String)] {
    let root = (0..<keys).map { "\"k\($0)\":\(value)" }.joined(separator: ",")
    let own = (0..<20).map { "\"o\($0)\":1" }.joined(separator: ",")
    return [("/a.json", "{\(root)}")] + (0..<scopes).map { ("/s\($0)/a.json", "{\(own)}") }
  }

  /// The time that this thread works.
  private static func seconds(keys: Int, scopes: Int) throws -> Double {
    let from = MemoryTree(files(keys: keys, scopes: scopes, value: 1))
    let to = MemoryTree(files(keys: keys, scopes: scopes, value: 2), names: from.names)
    let impact = Impact(from.names, Sides(from: from, to: to), reveals: false)
    let start = nanoseconds()
    try PairedWalk.run(
      along: Sides(from: from.way(to: .root), to: to.way(to: .root)), impact)
    let end = nanoseconds()
    #expect(impact.changes.count == keys)
    #expect(impact.changes.allSatisfy { $0.scopes.count == scopes + 1 })
    return Double(end - start) / 1e9
  }

  private static func nanoseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
  }

  @Test func oneEditOfTheRootCostsWhatScopesThereAre() throws {
    let few = try Self.seconds(keys: 1, scopes: 100)
    let many = try Self.seconds(keys: 1, scopes: 400)
    #expect(many < 8 * few)
  }

  @Test func manyEditedKeysCostNothingInScopesThatTouchOthers() throws {
    let few = try Self.seconds(keys: 10, scopes: 200)
    let many = try Self.seconds(keys: 500, scopes: 200)
    let alone = try Self.seconds(keys: 500, scopes: 1)
    #expect(many < 3 * (few + alone))
  }
}
