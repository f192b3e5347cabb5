import Foundation
import TestSupport
import Testing

/// Trees of less than 10 KB whose keys, patterns and references multiply.
@Suite struct SmallTreeTests {
  private static func nested(_ depth: Int, _ value: Int) -> String {
    String(repeating: #"{"a": "#, count: depth) + "\(value)" + String(repeating: "}", count: depth)
  }

  private static func members(_ count: Int, _ member: (Int) -> String) -> String {
    (0..<count).map(member).joined(separator: ", ")
  }

  private func confined(
    _ megabytes: Int, _ files: [(path: String, text: String)]
  ) -> Confined {
    var tree = Confined(files)
    tree.megabytes = megabytes
    return tree
  }

  /// Each key of a report has a mask, and the pattern is at the same place for most of them.
  @Test func aPatternOfSecretsCostsNestedKeysLittle() throws {
    let object = Self.nested(150, 1)
    let below = ("s/p.json", Self.nested(150, 2))
    let trees = ["", #""$secret": ["**.a.**.b"], "#].map { directive in
      Scratch(tree: [("p.json", "{\(directive)" + object.dropFirst()), below])
    }
    let growth = Growth.ofBusySeconds { number in
      let result = trees[number].run(["where", "/", "**"])
      #expect(result.status == 0 && result.output.contains("a.a.a"), "\(result)")
    }
    #expect(try growth.ratio(from: 0, to: 1, until: 5) < 5)
  }
}
