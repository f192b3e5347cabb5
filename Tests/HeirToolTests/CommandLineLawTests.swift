import TestSupport
import Testing

@testable import CommandSpec
@testable import HeirTool

/// Command lines of heir, parsed only.
@Suite struct CommandLineLawTests {
  private static func outcome(_ arguments: [[UInt8]]) -> String {
    do throws(UsageError) {
      switch try Tool.table.invocation(of: Tool.table.read(arguments)) {
      case .run(let name, let parsed):
        let options = parsed.occurrences.map { "\($0.option) \($0.bytes)" }
        return "\(name) \(options) \(parsed.shares.map(Array.init))"
      case .page(let text): return text
      case .version: return "version"
      }
    } catch {
      return "error: " + error.words(tool: "heir") + (error.usage.map { "\nusage: \($0)" } ?? "")
    }
  }

  private static func outcome(_ words: [String]) -> String { outcome(words.map { Array($0.utf8) }) }

  private static let words =
    Harness.commands + Tool.table.commands.flatMap(\.options).flatMap(\.spellings)
    + [
      "--", "-", "---", "-h", "--help", "--version", "-0", "-5", "-cS", "-qh", "", "/", "a", "=",
      "--=", "-é",
    ]

  private static func line(_ random: inout SplitMix64) -> [[UInt8]] {
    let start = random.chance(70) ? [random.pick(Harness.commands), "/"] : []
    return start.map { Array($0.utf8) }
      + (0..<random.upTo(4)).map { _ in
        let word = Array(random.pick(words).utf8)
        switch random.upTo(7) {
        case 0: return word + Array("=x".utf8)
        case 1: return word + [UInt8(random.upTo(254)) + 1]
        case 2: return (0..<random.upTo(5)).map { _ in UInt8(random.upTo(254)) + 1 }
        default: return word
        }
      }
  }

  @Test func everyLineIsParsedOrHasAPlainErrorOfAtMostTwoLines() {
    var random = SplitMix64(seed: 1)
    var count = 0
    for _ in 0..<(Seeds.isLong ? 2_000 : 80) {
      let line = Self.line(&random)
      let outcome = Self.outcome(line)
      guard outcome.hasPrefix("error: ") else {
        count += 1
        continue
      }
      let isPlain = outcome.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" }
      #expect(isPlain && outcome.split(separator: "\n").count <= 4, "\(line): \(outcome)")
    }
    #expect(count > (Seeds.isLong ? 300 : 12), "\(count)")
  }

  @Test(arguments: Harness.commands.filter { $0 != "help" })
  func anOptionIsTheSameInEachSpellingAndPlace(name: String) throws {
    let command = try #require(Tool.table.command(named: Array(name.utf8)))
    let required = command.arguments.flatMap { argument in
      switch argument.count {
      case .one, .remaining: ["/"]
      default: [String]()
      }
    }
    for option in command.options {
      let word =
        if case .value(_, let kind, _) = option.form { kind.words.first ?? "5" } else { "" }
      var outcomes: Set<String> = []
      for (spelling, place) in option.spellings.flatMap({ spelling in
        (1...(1 + required.count)).map { (spelling, $0) }
      }) {
        var line = [name] + required + (name == "exec" ? ["--", "env"] : [])
        var joined = line
        line.insert(contentsOf: option.takesValue ? [spelling, word] : [spelling], at: place)
        outcomes.insert(Self.outcome(line))
        if spelling.hasPrefix("--") || !option.takesValue {
          joined.insert(option.takesValue ? "\(spelling)=\(word)" : spelling, at: place)
          outcomes.insert(Self.outcome(joined))
        }
      }
      #expect(outcomes.count == 1, "\(name) \(option.name): \(outcomes)")
      #expect(outcomes.first?.hasPrefix("error") == false, "\(outcomes)")
    }
  }

  @Test(arguments: Harness.commands) func anOptionOfOtherCommandsIsNamedInTheError(name: String)
    throws
  {
    let command = try #require(Tool.table.command(named: Array(name.utf8)))
    let own = Set(command.options.flatMap(\.spellings))
    // A number is an argument of a command that takes any text.
    for option in Tool.table.commands.flatMap(\.options)
    where own.isDisjoint(with: option.spellings) && option.name != "-0" {
      let words = (name == "help" ? ["help", "get"] : [name]) + [option.name]
      let outcome = Self.outcome(words + (option.takesValue ? ["1"] : []))
      let errors = ["' with 'heir \(name)'", "'heir \(name)' has no option '"]
      #expect(
        outcome.hasPrefix("error: ") && errors.contains { outcome.contains($0) },
        "\(name) \(option.name): \(outcome)")
    }
  }

  @Test func onlyARepeatableOptionMayBeGivenTwice() {
    for command in Tool.table.commands {
      for option in command.options {
        var once = [option.name]
        var isRepeatable = false
        if case .value(_, let kind, let repeatable) = option.form {
          isRepeatable = repeatable
          once.append(kind.words.first ?? "x")
        }
        let outcome = Self.outcome([command.name] + once + once)
        #expect(outcome.contains("given twice") == !isRepeatable, "\(command.name) \(option.name)")
      }
    }
  }
}
