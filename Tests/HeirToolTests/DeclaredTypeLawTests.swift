import Foundation
import TestSupport
import Testing

/// What `$type` with conditions takes (A2), worked out with nothing of the program.
@Suite struct DeclaredTypeLawTests {
  /// A value as it is typed.
  private indirect enum Given {
    case number(String)
    case string(String)
    case array([Given])
    case other(String)

    var text: String {
      switch self {
      case .number(let text), .other(let text): text
      case .string(let text): "\"\(text)\""
      case .array(let elements): "[\(elements.map(\.text).joined(separator: ", "))]"
      }
    }

    /// The names of all types that it is of.
    var types: Set<String> {
      switch self {
      case .number(let text):
        text.contains { ".eE".contains($0) } ? ["number"] : ["number", "integer"]
      case .string: ["string"]
      case .array: ["array"]
      case .other("{}"): ["object"]
      case .other("null"): ["null"]
      case .other: ["boolean"]
      }
    }

    func equals(_ other: Given) -> Bool {
      switch (self, other) {
      case (.number(let a), .number(let b)): Decimal(string: a) == Decimal(string: b)
      case (.string(let a), .string(let b)), (.other(let a), .other(let b)): a == b
      case (.array(let a), .array(let b)):
        a.count == b.count && zip(a, b).allSatisfy { $0.equals($1) }
      default: false
      }
    }
  }

  private indirect enum Condition {
    case type([String])
    case listed([Given])
    case least(String)
    case most(String)
    case like(String)
    case elements([Condition])
    case length(Int, Int)

    var text: String {
      switch self {
      case .type(let names): "\"type\": [\(names.map { "\"\($0)\"" }.joined(separator: ", "))]"
      case .listed(let values): "\"enum\": \(Given.array(values).text)"
      case .least(let number): "\"min\": \(number)"
      case .most(let number): "\"max\": \(number)"
      case .like(let pattern): "\"match\": \"\(pattern)\""
      case .elements(let conditions): "\"items\": \(Condition.object(conditions))"
      case .length(let least, let most): "\"length\": [\(least), \(most)]"
      }
    }

    static func object(_ conditions: [Condition]) -> String {
      "{\(conditions.map(\.text).joined(separator: ", "))}"
    }

    /// Of which types it speaks, nil where it speaks of all.
    var subjects: Set<String>? {
      switch self {
      case .type, .listed: nil
      case .least, .most: ["number"]
      case .like: ["string"]
      case .elements: ["array"]
      case .length: ["string", "array"]
      }
    }

    func takes(_ value: Given) -> Bool {
      switch (self, value) {
      case (.type(let names), _): !value.types.isDisjoint(with: names)
      case (.listed(let values), _): values.contains { $0.equals(value) }
      case (.least(let bound), .number(let text)): Self.decimal(bound) <= Self.decimal(text)
      case (.most(let bound), .number(let text)): Self.decimal(text) <= Self.decimal(bound)
      case (.like(let pattern), .string(let text)): Self.fits(Array(pattern), Array(text))
      case (.elements(let conditions), .array(let elements)):
        elements.allSatisfy { Self.all(conditions, take: $0) }
      case (.length(let least, let most), .array(let elements)):
        (least...most).contains(elements.count)
      case (.length(let least, let most), .string(let text)):
        (least...most).contains(text.utf8.count)
      default: true
      }
    }

    static func all(_ conditions: [Condition], take value: Given) -> Bool {
      let saysType = conditions.contains { if case .type = $0 { true } else { false } }
      return conditions.allSatisfy { condition in
        let isSubject = condition.subjects.map { !$0.isDisjoint(with: value.types) } ?? true
        return isSubject ? condition.takes(value) : saysType
      }
    }

    private static func decimal(_ text: String) -> Decimal { Decimal(string: text) ?? .nan }

    private static func fits(_ pattern: [Character], _ text: [Character]) -> Bool {
      guard let first = pattern.first else { return text.isEmpty }
      if first == "*" {
        return (0...text.count).contains { fits(Array(pattern[1...]), Array(text[$0...])) }
      }
      return text.first == first && fits(Array(pattern[1...]), Array(text[1...]))
    }
  }

  // MARK: Chance

  private static let numbers = ["-2", "0", "-0", "1", "1.0", "10e-1", "2", "2.5", "25e-1", "1e2"]
  private static let texts = ["", "a", "ab", "ba", "aba", "é", "1"]

  private static func value(_ random: inout SplitMix64, depth: Int = 0) -> Given {
    switch Int.random(in: 0..<(depth < 2 ? 10 : 7), using: &random) {
    case 0..<3: .number(numbers.randomElement(using: &random) ?? "")
    case 3..<6: .string(texts.randomElement(using: &random) ?? "")
    case 6: .other(["true", "false", "null", "{}"].randomElement(using: &random) ?? "")
    default:
      .array(
        (0..<Int.random(in: 0...3, using: &random)).map { _ in value(&random, depth: depth + 1) })
    }
  }

  /// Conditions of which each speaks of one type at least, so that no file is in error.
  private static func conditions(_ random: inout SplitMix64, depth: Int = 0) -> [Condition] {
    let number = { (random: inout SplitMix64) in numbers.randomElement(using: &random) ?? "" }
    let type = ["number", "string", "array"].randomElement(using: &random) ?? ""
    var found: [Condition] = []
    switch type {
    case "number":
      let bounds = [number(&random), number(&random)].sorted {
        (Decimal(string: $0) ?? 0) < (Decimal(string: $1) ?? 0)
      }
      if Bool.random(using: &random) { found.append(.least(bounds[0])) }
      if Bool.random(using: &random) { found.append(.most(bounds[1])) }
    case "string":
      let patterns = ["*", "a*", "*a", "*b*", "a", "a*a", "**"]
      if Bool.random(using: &random) {
        found.append(.like(patterns.randomElement(using: &random) ?? ""))
      }
    default:
      if depth < 2, Bool.random(using: &random) {
        found.append(.elements(conditions(&random, depth: depth + 1)))
      }
    }
    if type != "number", Bool.random(using: &random) {
      let least = Int.random(in: 0...2, using: &random)
      found.append(.length(least, least + Int.random(in: 0...2, using: &random)))
    }
    if Int.random(in: 0..<4, using: &random) == 0 {
      found.append(
        .listed((0..<Int.random(in: 1...4, using: &random)).map { _ in value(&random) }))
    }
    if found.isEmpty || Bool.random(using: &random) {
      let others = ["string", "integer", "boolean", "array", "object", "null", "number"]
      found.append(
        .type(Array(Set([type, others.randomElement(using: &random) ?? type])).sorted()))
    }
    return found
  }

  // MARK: The law

  @Test(arguments: Seeds.upTo(15))
  func allThatIsDeclaredAlongTheLineageHasToTakeAValue(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let levels = (0..<3).map { _ in Self.conditions(&random) }
    let tree = Scratch(
      tree: levels.enumerated().map { depth, conditions in
        (
          String(repeating: "s/", count: depth) + "p.json",
          "{\"$type\": {\"a\": \(Condition.object(conditions))}}"
        )
      })
    let files = tree.run(["check"])
    try #require(files.status == 0, "\(files)")
    for _ in 0..<12 {
      let value = Self.value(&random)
      for depth in 1...3 {
        let scope = "/" + Array(repeating: "s", count: depth - 1).joined(separator: "/")
        let isTaken = levels[..<depth].allSatisfy { Condition.all($0, take: value) }
        let set = tree.run(["set", scope, "a", "--as-json", value.text])
        let about: Comment =
          "\(levels[..<depth].map(Condition.object)) \(value.text): \(set.errors)"
        #expect(set.status == (isTaken ? 0 : 2), about)
        _ = tree.run(["unset", scope, "a"])
        // What is read is judged alike.
        let read = tree.run(["get", scope, "a", "--strict", "--set", "a=\(value.text)"])
        #expect(read.status == (isTaken ? 0 : 2), about)
      }
    }
  }
}
