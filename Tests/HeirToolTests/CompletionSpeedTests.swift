import Foundation
import TestSupport
import Testing

/// One press of a key in trees of thousands costs what there is to offer, in the program and in the shell.
@Suite struct CompletionSpeedTests {
  private static func tree(_ count: Int, _ scopes: (Int) -> String) -> Scratch {
    let scratch = Scratch([(".heir", ""), ("a.json", #"{"k": 1}"#)])
    for number in 0..<count { scratch.folder(scopes(number)) }
    return scratch
  }

  private static func keys(_ count: Int) -> Scratch {
    func object(_ count: Int, _ member: (Int) -> String) -> String {
      "{\((0..<count).map(member).joined(separator: ","))}"
    }
    let flat = object(count) { "\"k\($0)\": \($0)" }
    let nested = object(count / 50) { number in
      "\"o\(number)\": " + object(50) { "\"k\($0)\": 1" }
    }
    return Scratch([(".heir", ""), ("flat/a.json", flat), ("nested/a.json", nested)])
  }

  @Test(arguments: CompletingShell.available)
  func thousandsOfScopesAndKeysAreOfferedInProportion(shell: CompletingShell) throws {
    let sizes = [1250, 5000]
    let wide = sizes.map { Self.tree($0) { "s\($0)" } }
    let deep = sizes.map { Self.tree($0) { "r\($0 / 500)/z\($0 / 25 % 20)/h\($0 % 25)" } }
    let keys = sizes.map(Self.keys)
    for (trees, line, counts) in [
      (wide, "heir get /", sizes), (wide, "heir get /s1249", [1, 1]),
      (deep, "heir get /", [3, 10]), (deep, "heir get /r1/z7/", [25, 25]),
      (keys, "heir get /flat ", sizes), (keys, "heir get /flat k1249", [1, 1]),
      (keys, "heir get /nested ", [25, 100]), (keys, "heir get /nested o7.", [50, 50]),
    ] {
      let growth = Growth { size in
        let clock = ContinuousClock()
        let start = clock.now
        let offer = try shell.offers(for: [line], in: trees[size].url)[0]
        #expect(offer.words.count >= counts[size], "\(line): \(offer.words.count)")
        return (clock.now - start) / Duration.seconds(1)
      }
      // Four times as much; who compares each with each takes sixteen times as long.
      #expect(try growth.ratio(from: 0, to: 1, until: 7) < 7, "\(line) in \(shell)")
    }
  }
}
