import Foundation
import TestSupport
import Testing

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

  @Test(arguments: Order.allCases) func oneMoreIsAnError(order: Order) throws {
    let tree = Self.chain(257, order)
    #expect(try tree.run("get", "/", "k0").status == 2)
    #expect(try tree.run("get", "/", "k1").output == "7\n")
    #expect(try tree.run("resolve", "/").status == 2)
    #expect(try tree.run("check", "-q").status == 1)
  }

  private static func trees(_ link: (Int) -> String) -> [Confined] {
    let members = (0..<300).map { "\"k\($0)\": \(link($0 + 1))" } + ["\"k300\": \"x\""]
    return [members, members.reversed()].map {
      Confined([("p.json", "{\($0.joined(separator: ",\n"))}")])
    }
  }

  @Test(
    arguments: Seeds.every(
      2,
      of: [
        #"{"$format": "${KEY}"}"#, #"{"$ref": "none", "default": {"$ref": "KEY"}}"#,
        #"{"$ref": "KEY", "map": {"*": "x"}}"#,
        #"{"$format": "${none}", "default": {"$ref": "KEY"}}"#,
      ]))
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
}
