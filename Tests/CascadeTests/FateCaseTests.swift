import TestSupport
import Testing

@testable import Cascade

/// The outcomes of statements, in small cases.
@Suite struct FateCaseTests {
  private typealias Files = [(path: String, text: String)]

  /// Each level's say of a key with its outcome, nearest first.
  private static func told(
    _ scope: String, _ key: String, _ files: Files, overlay: Files = []
  ) throws -> [String] {
    let memory = MemoryTree(files, overlays: overlay.isEmpty ? [] : [overlay])
    let explanation = try memory.asked(scope).explain(memory.key(key))
    return explanation.steps.map { step in
      let statement =
        switch step.statement {
        case .value(let written):
          String(decoding: written.file.file.source[written.place.range], as: UTF8.self)
        case .marker(let marker): marker.directive.rawValue
        }
      return "\(String(decoding: step.place.file.path, as: UTF8.self)) \(statement) \(step.outcome)"
    }
  }

  @Test func aRemovalBesideAnOwnObjectIsIdle() throws {
    let root = ("/a.json", #"{"k":[1,2]}"#)
    for own in [#"{"x":1}"#, "{}"] {
      let files: Files = [root, ("/p/a.json", #"{"$remove":{"k":[1]},"k":\#(own)}"#)]
      #expect(
        try Self.told("/p", "k", files) == [
          "p/a.json \(own) effective", "p/a.json $remove idle", "a.json [1,2] replaced",
        ])
    }
    let hollow: Files = [root, ("/p/a.json", #"{"$remove":{"k":[1]},"k":{"$stop":["x"]}}"#)]
    #expect(
      try Self.told("/p", "k", hollow) == [
        "p/a.json $remove acted", "p/a.json $stop idle", "a.json [1,2] effective",
      ])
  }

  @Test(arguments: [
    // Nothing is inherited, nothing is said, or it is of another kind.
    (#"{}"#, #"{"$merge":{"k":"append"},"k":[1]}"#, "idle"),
    (#"{"k":[1]}"#, #"{"$merge":{"k":"append"}}"#, "idle"),
    (#"{"k":1}"#, #"{"$merge":{"k":"append"},"k":[1]}"#, "idle"),
    (#"{"k":[1]}"#, #"{"$merge":{"k":"append"},"k":[2]}"#, "acted"),
    (#"{"k":[1]}"#, #"{"$merge":{"k":"replace"},"k":[2]}"#, "acted"),
    (#"{"k":{"x":1}}"#, #"{"$merge":{"k":"replace"},"k":{"y":2}}"#, "acted"),
    (#"{"k":{"x":1}}"#, #"{"$merge":{"k":"replace"},"k":5}"#, "idle"),
    (#"{"k":5}"#, #"{"$merge":{"k":"replace"},"k":{"y":2}}"#, "idle"),
    (#"{"k":[{"n":1}]}"#, #"{"$merge":{"k":{"by":"n"}}}"#, "idle"),
    (#"{"k":[{"n":1}]}"#, #"{"$merge":{"k":{"by":"n"}},"k":5}"#, "idle"),
    // A stop lets nothing through to be met.
    (#"{"k":{"x":1}}"#, #"{"$merge":{"k":"replace"},"$stop":["k"],"k":{"y":2}}"#, "idle"),
    (#"{"k":[1]}"#, #"{"$merge":{"k":"append"},"$stop":["k"],"k":[2]}"#, "idle"),
    // Elements are known as it says where they are removed.
    (
      #"{"k":[{"n":1}]}"#, #"{"$merge":{"k":{"by":"n"}},"$remove":{"k":[{"n":1,"x":2}]}}"#, "acted"
    ),
    (#"{"k":[1]}"#, #"{"$merge":{"k":"append"},"$remove":{"k":[1]}}"#, "idle"),
  ])
  func aStrategyActsOnlyWhereItSaysHowValuesMeet(root: String, own: String, outcome: String) throws
  {
    let told = try Self.told("/p", "k", [("/a.json", root), ("/p/a.json", own)])
    #expect(told.filter { $0.contains("$merge") } == ["p/a.json $merge \(outcome)"])
  }

  @Test func ofSeveralStrategiesTheOneThatCountsActs() throws {
    let files: Files = [
      ("/a.json", #"{"k":[1],"$merge":{"k":"append"}}"#),
      ("/p/a.json", #"{"$merge":{"k":"prepend"}}"#), ("/p/q/a.json", #"{"k":[2]}"#),
    ]
    #expect(
      try Self.told("/p/q", "k", files) == [
        "p/q/a.json [2] merged", "p/a.json $merge acted", "a.json $merge idle", "a.json [1] merged",
      ])
  }

  @Test func aStrategyOfAnObjectActsOnTheMembersThatItTook() throws {
    let files: Files = [
      ("/a.json", #"{"k":{"x":1,"y":2}}"#),
      ("/p/a.json", #"{"$merge":{"k":"replace"},"k":{"y":3}}"#),
    ]
    #expect(
      try Self.told("/p", "k.x", files) == ["p/a.json $merge acted", "a.json 1 replaced"])
    #expect(
      try Self.told("/p", "k.y", files) == [
        "p/a.json $merge acted", "p/a.json 3 effective", "a.json 2 replaced",
      ])
    let scalar: Files = [files[0], ("/p/a.json", #"{"$merge":{"k":"replace"},"k":5}"#)]
    #expect(try Self.told("/p", "k.x", scalar) == ["p/a.json $merge idle", "a.json 1 replaced"])
    #expect(
      try Self.told("/p/q", "k.z", files + [("/p/q/a.json", #"{"k":{"z":1}}"#)]) == [
        "p/q/a.json 1 effective", "p/a.json $merge idle",
      ])
  }

  @Test func ofObjectsThatReplaceTheWidestDoes() throws {
    let files: Files = [
      ("/a.json", #"{"k":{"o":{"x":1}}}"#),
      ("/p/a.json", #"{"$merge":{"k":"replace"},"k":{"$merge":{"o":"replace"},"o":{"y":2}}}"#),
    ]
    let memory = MemoryTree(files)
    let steps = try memory.asked("/p").explain(memory.key("k.o.x")).steps
    let acted = steps.filter { $0.outcome == .acted }.map(\.place.text)
    #expect(acted == ["p/a.json:1:12"])
  }

  @Test func aFinalActsWhereItWithstandsSomething() throws {
    let files: Files = [
      ("/a.json", #"{"$final":["k"],"k":1}"#), ("/p/a.json", #"{"k":2}"#),
      ("/q/a.json", #"{"$stop":["k"]}"#),
    ]
    #expect(try Self.told("/", "k", files) == ["a.json $final idle", "a.json 1 effective"])
    #expect(
      try Self.told("/p", "k", files) == [
        "p/a.json 2 refused", "a.json $final acted", "a.json 1 effective",
      ])
    #expect(
      try Self.told("/q", "k", files) == [
        "q/a.json $stop refused", "a.json $final acted", "a.json 1 effective",
      ])
  }
}
