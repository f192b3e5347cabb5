import TestSupport
import Testing

@testable import YAMLSource

/// Values and acceptance are those of PyYAML and Psych.
@Suite(.needs("python3:yaml", "ruby")) struct PeerTests {
  private func check(_ texts: [[UInt8]], accepted: ClosedRange<Int>) throws {
    let cases = try Peers.judge(texts.map(PeerCase.init))
    let differences = cases.compactMap(\.difference)
    for difference in differences.prefix(5) { Issue.record("\(difference)") }
    #expect(differences.isEmpty, "\(differences.count) of \(cases.count)")
    // The texts are neither all right nor all wrong.
    let share = cases.count { $0.verdicts == [.same, .same] } * 100 / cases.count
    #expect(accepted.contains(share))
  }

  @Test func documentsAreReadAlike() throws {
    let texts = Seeds.upTo(100).map { seed in
      var random = RandomYAML(seed: UInt64(seed))
      return Array(random.document().utf8)
    }
    try check(texts, accepted: 20...90)
  }

  @Test func changedDocumentsAreReadAlike() throws {
    let texts = Seeds.upTo(100).map { seed in
      var random = RandomYAML(seed: UInt64(seed) + 1_000_000)
      return random.mutated()
    }
    try check(texts, accepted: 5...60)
  }

  @Test func tokensInAnyOrderAreReadAlike() throws {
    let texts = Seeds.upTo(250).map { seed in
      var random = RandomYAML(seed: UInt64(seed) + 2_000_000)
      return Array(random.soup().utf8)
    }
    try check(texts, accepted: 5...60)
  }

  @Test func scalarsHaveTheSameTypes() throws {
    let tags = ["", "!!str ", "!!int ", "!!float ", "!!bool ", "!!null ", "! "]
    let texts = RandomYAML.scalars.flatMap { scalar in
      tags.flatMap { ["k: \($0)\(scalar)", "\($0)\(scalar): v", "[\($0)\(scalar)]"] }
    }
    try check(texts.map { Array($0.utf8) }, accepted: 20...90)
  }
}
