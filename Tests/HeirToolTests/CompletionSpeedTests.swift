import Foundation
import Testing

/// One press of a key in trees of thousands. A release takes at most a fifth of a second; a debugging build
/// on a busy machine has ten times as long.
@Suite struct CompletionSpeedTests {
  private static let bound = Duration.seconds(2)

  private static func tree(_ scopes: (Int) -> String) -> Scratch {
    let scratch = Scratch([(".heir", ""), ("a.json", #"{"k": 1}"#)])
    for number in 0..<5000 { scratch.write(scopes(number) + "/.keep", []) }
    return scratch
  }

  private static func keys() -> Scratch {
    func object(_ count: Int, _ member: (Int) -> String) -> String {
      "{\((0..<count).map(member).joined(separator: ","))}"
    }
    let flat = object(5000) { "\"k\($0)\": \($0)" }
    let nested = object(100) { number in "\"o\(number)\": " + object(50) { "\"k\($0)\": 1" } }
    return Scratch([(".heir", ""), ("flat/a.json", flat), ("nested/a.json", nested)])
  }

  @Test(arguments: CompletingShell.available)
  func thousandsOfScopesAndKeysAreOfferedAtOnce(shell: CompletingShell) throws {
    let wide = Self.tree { "s\($0)" }
    let deep = Self.tree { "r\($0 / 500)/z\($0 / 25 % 20)/h\($0 % 25)" }
    let keys = Self.keys()
    // What a shell takes to begin with is not counted.
    let idle = try Self.time(shell, "heir nothing ", in: keys, atLeast: 0)
    for (tree, line, count) in [
      (wide, "heir get /", 5000), (wide, "heir get /s4999", 1), (deep, "heir get /", 10),
      (deep, "heir get /r3/z7/", 25), (keys, "heir get /flat ", 5000),
      (keys, "heir get /flat k4999", 1), (keys, "heir get /nested ", 100),
      (keys, "heir get /nested o7.", 50),
    ] {
      let time = try Self.time(shell, line, in: tree, atLeast: count) - idle
      #expect(time < Self.bound, "\(line) takes \(time) in \(shell)")
    }
  }

  private static func time(
    _ shell: CompletingShell, _ line: String, in tree: Scratch, atLeast count: Int
  ) throws -> Duration {
    let clock = ContinuousClock()
    let start = clock.now
    let offer = try shell.offers(for: [line], in: tree.url)[0]
    #expect(offer.words.count >= count, "\(line): \(offer.words.count)")
    return clock.now - start
  }
}
