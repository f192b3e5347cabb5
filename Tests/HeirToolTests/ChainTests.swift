import Foundation
import Testing

/// A chain of computed values has one length, from whichever end and in whatever order it is worked out.
@Suite struct ChainTests {
  enum Order: CaseIterable { case headFirst, lastFirst, mixed }

  /// `k0` needs `k1` needs … needs `k(count)`, which is plain.
  private static func chain(_ count: Int, _ order: Order) -> Confined {
    var members = (0..<count).map { "\"k\($0)\": {\"$ref\": \"k\($0 + 1)\"}" }
    members.append("\"k\(count)\": 7")
    switch order {
    case .headFirst: break
    case .lastFirst: members.reverse()
    case .mixed:
      // 97 and the number of members have no common factor, so that each comes once.
      members = members.indices.map { members[$0 * 97 % members.count] }
    }
    return Confined([("p.json", "{\(members.joined(separator: ",\n"))}")])
  }

  @Test(arguments: Order.allCases) func twoHundredAndFiftySixResolve(order: Order) throws {
    let tree = Self.chain(256, order)
    #expect(try tree.run("get", "/", "k0").output == "7\n")
    #expect(try tree.run("resolve", "/", "-c").output.contains("\"k0\":7"))
    #expect(try tree.run("check", "-q").status == 0)
    #expect(try tree.run("explain", "/").status == 0)
  }

  @Test(arguments: Order.allCases) func oneMoreIsAnError(order: Order) throws {
    let tree = Self.chain(257, order)
    #expect(try tree.run("get", "/", "k0").status == 2)
    #expect(try tree.run("get", "/", "k1").output == "7\n")
    #expect(try tree.run("resolve", "/").status == 2)
    #expect(try tree.run("check", "-q").status == 1)
  }

  @Test(arguments: Order.allCases) func threeHundredFailAtTheSameKeysHoweverTheyAreAsked(
    order: Order
  ) throws {
    let tree = Self.chain(300, order)
    for command in [
      ["get", "/", "k0"], ["get", "/", "k43"], ["resolve", "/"], ["explain", "/"],
    ] {
      let result = try tree.run(command)
      #expect(result.status == 2, "\(command): \(result.told)")
      #expect(!result.placed.isEmpty, "\(command): \(result.told)")
    }
    let found = try tree.run("check", "-q")
    #expect(found.status == 1, "\(found.told)")
    #expect(!found.placed.isEmpty, "\(found.told)")
    let end = (0...256).map { "k\(300 - $0)" }
    for keys in [end, end.reversed(), ["k44"]] {
      let result = try tree.run(["get", "/"] + keys)
      #expect(result.status == 0, "\(result.told)")
      #expect(result.output == String(repeating: "7\n", count: keys.count))
    }
    // What is near the end was worked out before; that shortens nobody's way.
    #expect(try tree.run(["get", "/"] + end + ["k43"]).status == 2)
    #expect(try tree.run(["get", "/", "k43"] + end).status == 2)
  }

  /// Trees of one chain of 300, written head first and last first.
  private static func trees(_ link: (Int) -> String) -> [Confined] {
    let members = (0..<300).map { "\"k\($0)\": \(link($0 + 1))" } + ["\"k300\": \"x\""]
    return [members, members.reversed()].map {
      Confined([("p.json", "{\($0.joined(separator: ",\n"))}")])
    }
  }

  @Test(arguments: [
    #"{"$format": "${KEY}"}"#, #"{"$ref": "none", "default": {"$ref": "KEY"}}"#,
    #"{"$ref": "KEY", "map": {"*": "x"}}"#, #"{"$format": "${none}", "default": {"$ref": "KEY"}}"#,
  ])
  func whateverComputesCountsLikeAReference(link: String) throws {
    for tree in Self.trees({ link.replacing("KEY", with: "k\($0)") }) {
      let head = try tree.run("get", "/", "k0")
      #expect(head.status == 2, "\(head.told)")
      #expect(try tree.run("get", "/", "k299").output == "x\n")
      let found = try tree.run("check", "-q")
      #expect(found.status == 1, "\(found.told)")
      let all = try tree.run("resolve", "/")
      #expect(all.status == 2, "\(all.told)")
    }
  }

  @Test(arguments: [#"[{"$ref": "KEY"}]"#, #"{"a": {"$ref": "KEY"}}"#, #"[[{"$ref": "KEY"}]]"#])
  func aChainThroughWhatHoldsValuesHasOneAnswer(link: String) throws {
    let answers = try Self.trees { link.replacing("KEY", with: "k\($0)") }.map { tree in
      let isHeadAnError = try tree.run("get", "/", "k0").status == 2
      #expect(try (tree.run("resolve", "/", "-c").status == 2) == isHeadAnError)
      #expect(try (tree.run("check", "-q").status == 1) == isHeadAnError)
      return isHeadAnError
    }
    #expect(answers[0] == answers[1])
  }

  /// Each of these is a circle by way of what holds it, so that one question fails while others wait.
  @Test(arguments: [
    #"{"a": {"a": {"a": {"$format": "${/a}"}}, "b": {"$ref": "/a"}, "c": {"a": 1}}}"#,
    #"{"a": {"$format": "${/a/b}"}, "b": {"$ref": "/a/b"}}"#,
    #"{"a": {"x": {"$ref": "/no"}, "y": {"$ref": "/a"}, "z": {"$ref": "/a/x"}}}"#,
  ])
  func whatCannotBeWorkedOutHasOneReasonHoweverItIsAsked(root: String) throws {
    let tree = Confined([("p.json", root)])
    let all = try tree.run("explain", "/").errors
    for key in ["a", "a.a", "a.a.a", "a.b", "a.x", "a.y", "a.z", "b"] {
      let one = try tree.run("get", "/", key)
      guard one.errors.contains("p.json:") else { continue }
      let first = String(one.errors.prefix { $0 != "\n" })
      #expect(all.contains(first), "\(key): \(one.told)\n\(all)")
    }
  }
}
