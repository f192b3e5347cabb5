import Answers
import JSONSource
import TestSupport
import Testing

@testable import Cascade

/// The printed form of plain objects of several levels, which have no nodes.
@Suite struct PlainObjectTests {
  private static func printed(_ memory: MemoryTree, _ scope: String) throws -> (
    String, PlainObject?
  ) {
    let top = try #require(memory.view(scope).node(Key()))
    let text = JSONWriter.compact { $0.value(top, memory.names) }
    return (String(decoding: text, as: UTF8.self), top.plainObject)
  }

  private static func printed(_ texts: String...) throws -> String {
    let files = texts.enumerated().map { depth, text in
      (path: String(repeating: "s/", count: depth) + "p.json", text: text)
    }
    let scope = "/" + Array(repeating: "s", count: texts.count - 1).joined(separator: "/")
    return try printed(MemoryTree(files), scope).0
  }

  @Test func aScalarCutsOffWhatStoodBeforeButNotItsPlaceInTheOrder() throws {
    #expect(
      try Self.printed(
        #"{"o": {"x": {"far": 1}, "gone": 0, "y": 1}}"#, #"{"o": 5}"#,
        #"{"o": {"new": 1, "y": 2}}"#, #"{"o": {"x": {"near": 1}}}"#)
        == #"{"o":{"x":{"near":1},"y":2,"new":1}}"#)
  }

  @Test func whatIsPrintedOfRandomLevelsIsWhatTheReferenceResolves() throws {
    var merged = 0
    for seed in Seeds.upTo(150) {
      var random = SplitMix64(seed: UInt64(seed))
      let depth = 1 + random.upTo(4)
      let path = Array(repeating: PlainName("s"), count: depth)
      let tree = ReferenceTree(
        (0...depth).map { level in
          .init(Array(path.prefix(level)), [.init("p.json", Self.object(3, &random))])
        })
      let (text, plain) = try Self.printed(
        MemoryTree(tree.rendered), "/" + path.map(\.text).joined(separator: "/"))
      #expect(text == ReferenceResolver(tree).resolve(path).value.compact, "seed \(seed)")
      if let plain, plain.only == nil { merged += 1 }
    }
    // Most of the samples are what this is about.
    #expect(merged * 2 > Seeds.upTo(150).count)
  }

  private static let letters: [PlainName] = ["a", "b", "c", "d"]

  private static func object(_ depth: Int, _ random: inout SplitMix64) -> PlainValue {
    var members: [PlainMember] = []
    for name in letters.shuffled(using: &random).prefix(random.upTo(letters.count)) {
      members.append(PlainMember(name, value(depth - 1, &random)))
    }
    // Here and there a level says more, which is then not plain.
    if depth == 3, random.upTo(9) == 0 {
      members.append(PlainMember("$stop", .array([.string(letters[random.upTo(3)].bytes)])))
    }
    return .object(members)
  }

  private static func value(_ depth: Int, _ random: inout SplitMix64) -> PlainValue {
    switch random.upTo(3) {
    case 0: .number(String(random.upTo(3)))
    case 1 where random.upTo(2) == 0: .array([.number("1"), .object([])])
    case _ where depth == 0: .bool(true)
    default: object(depth, &random)
    }
  }
}
