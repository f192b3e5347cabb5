import Testing

@testable import Cascade
@testable import HeirTool

@Suite struct ScopeSetFormatterTests {
  private static let scopeIndex: ScopeIndex = {
    var scopeIndex = ScopeIndex()
    func scope(_ path: String) -> Scope { Scope(path.split(separator: "/").map { Array($0.utf8) }) }
    _ = scopeIndex.enter(.root)
    for region in ["de", "eu", "us"] {
      _ = scopeIndex.enter(scope(region))
      for host in 0..<3 {
        _ = scopeIndex.enter(scope("\(region)/h\(host)"))
        scopeIndex.leave()
      }
      scopeIndex.leave()
    }
    for lone in 0..<7 {
      _ = scopeIndex.enter(scope("x\(lone)"))
      scopeIndex.leave()
    }
    scopeIndex.leave()
    return scopeIndex
  }()

  @Test(
    arguments: [
      ([], "no scope"), ([0..<20], "all 20 scopes"), ([3..<4], "1 scope (/de/h1)"),
      ([2..<4], "2 scopes (/de/h0, /de/h1)"), ([1..<5], "4 scopes (/de/** 4)"),
      ([2..<3, 4..<5, 6..<8], "4 scopes (/de/** 2 of 4, /eu/** 2 of 4)"),
      ([0..<3], "3 scopes (/, /de/** 2 of 4)"), ([4..<7], "3 scopes (/de/h2, /eu/** 2 of 4)"),
      ([1..<17], "16 scopes (/de/** 4, /eu/** 4, /us/** 4, /x0, /x1, /x2, /x3)"),
      ([1..<19], "18 scopes (/de/** 4, /eu/** 4, /us/** 4, /x0, /x1, /x2, and 3 more)"),
      ([0..<1, 2..<3, 13..<20], "9 scopes (/, /de/h0, /x0, /x1, /x2, /x3, and 3 more)"),
    ] as [([Range<Int>], String)])
  func scopesAreToldOneNameBelowWhatTheyHaveInCommon(runs: [Range<Int>], words: String) {
    var set = ScopeSet()
    for run in runs { set.append(run) }
    #expect(ScopeSetFormatter(Self.scopeIndex).words(set) == words)
  }
}
