import TestSupport
import Testing

@testable import CommandSpec

struct RandomLines {
  var state: UInt64

  mutating func next(below bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }

  private static let words: [String] =
    sample.commands.map(\.name)
    + sample.commands.flatMap(\.options).flatMap(\.spellings)
    + [
      "--", "-", "---", "-h", "--help", "--version", "-0", "-5", "-cS", "-qh", "", "/", "a", "=",
      "--=", "-é",
    ]

  mutating func line() -> [[UInt8]] {
    (0..<next(below: 8)).map { _ in
      var word = Array(Self.words[next(below: Self.words.count)].utf8)
      switch next(below: 8) {
      case 0: word += Array("=x".utf8)
      case 1: word.append(UInt8(next(below: 255)) + 1)
      case 2: word = (0..<next(below: 6)).map { _ in UInt8(next(below: 255)) + 1 }
      default: break
      }
      return word
    }
  }
}

@Suite struct LawTests {
  @Test func everyLineIsEitherUnderstoodOrAnsweredOnOneLine() {
    var lines = RandomLines(state: 1)
    var understood = 0
    for _ in 0..<(Seeds.isLong ? 5_000 : 600) {
      let line = lines.line()
      let answer = outcome(of: line)
      #expect(answer == outcome(of: line))
      guard answer.hasPrefix("error: ") else {
        understood += 1
        continue
      }
      let isPlain = answer.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" }
      #expect(isPlain && answer.split(separator: "\n").count <= 2, "\(line)")
    }
    #expect(understood > (Seeds.isLong ? 300 : 30))
  }

  @Test func anOptionMeansTheSameInEitherSpellingAndInEveryPlace() {
    for command in sample.commands where command.name != "help" {
      for option in command.options where option.name != "--only" {
        var rest =
          [command.name]
          + command.arguments.flatMap { argument in
            switch argument.count {
            case .one, .remaining: [argument.name]
            default: [String]()
            }
          }
        let plain = rest.count
        if command.name == "exec" { rest += ["--", "env"] }
        let word =
          if case .value(_, let kind, _) = option.form { kind.words.first ?? "5" } else { "" }
        var answers: Set<String> = []
        for spelling in option.spellings {
          for place in 0...plain {
            if spelling.hasPrefix("--") || !option.takesValue {
              var joined = rest
              joined.insert(option.takesValue ? "\(spelling)=\(word)" : spelling, at: place)
              answers.insert(outcome(of: joined.map { Array($0.utf8) }))
            }
            var apart = rest
            apart.insert(contentsOf: option.takesValue ? [spelling, word] : [spelling], at: place)
            answers.insert(outcome(of: apart.map { Array($0.utf8) }))
          }
        }
        #expect(answers.count == 1, "\(command.name) \(option.name): \(answers)")
        #expect(!(answers.first ?? "error").hasPrefix("error"), "\(answers)")
      }
    }
  }

  @Test func aFlagTwiceAndAnOptionTwiceAreErrorsUnlessRepeatable() {
    for command in sample.commands {
      for option in command.options {
        var isRepeatable = false
        var once = [option.name]
        if case .value(_, _, let repeatable) = option.form {
          isRepeatable = repeatable
          once.append("x")
        }
        let answer = outcome(of: ([command.name] + once + once).map { Array($0.utf8) })
        #expect(answer.contains("given twice") == !isRepeatable, "\(command.name) \(option.name)")
      }
    }
  }
}
