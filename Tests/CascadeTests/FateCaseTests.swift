import TestSupport
import Testing

@testable import Cascade

@Suite struct FateCaseTests {
  private typealias Files = [(path: String, text: String)]

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
