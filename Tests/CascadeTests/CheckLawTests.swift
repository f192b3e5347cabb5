import Cascade
import JSONSource
import TestSupport
import Testing

/// What `check` calls superfluous is: taken away, it is missed in no scope.
@Suite struct CheckLawTests {
  /// The files of every tree, as bytes.
  private static func texts(_ whole: ReferenceWhole) -> [MemoryTree.Files] {
    ([whole.tree] + whole.overlays).map { tree in
      tree.rendered.map { ($0.path, Array($0.text.utf8)) }
    }
  }

  private static func memory(_ texts: [MemoryTree.Files]) -> MemoryTree {
    MemoryTree(texts[0], overlays: Array(texts.dropFirst()))
  }

  /// The first scope in which two versions of a tree differ by value.
  private static func difference(
    _ whole: ReferenceWhole, _ after: [MemoryTree.Files]
  ) throws -> String? {
    let (before, after) = (memory(texts(whole)), memory(after))
    for path in ReferenceResolver(whole).paths.sorted(by: { $0.count < $1.count }) {
      let scope = ReferenceTree.spelled(path)
      // As it is written: a text shows how a number is spelled, and equal numbers may be spelled twice.
      let (old, new) = (try before.view(scope).compact, try after.view(scope).compact)
      if old.utf8.elementsEqual(new.utf8) { continue }
      let names = NameTable()
      let left = try Document(Source(Array(old.utf8)), names: names)
      let right = try Document(Source(Array(new.utf8)), names: names)
      if !left.equal(0, right, 0) { return "\(scope): \(old) became \(new)" }
    }
    return nil
  }

  private static func origin(_ place: Place) -> ReferenceOrigin? {
    let parts = place.file.path.split(separator: UInt8(ascii: "/")).map {
      PlainName(bytes: Array($0))
    }
    guard case .tree(let tree) = place.file.home else { return nil }
    return parts.last.map {
      ReferenceOrigin(Array(parts.dropLast()), $0, overlay: tree == 0 ? nil : tree)
    }
  }

  /// Which samples a law is held against: those of one tree, or those in which others are stacked on it.
  enum Stack: CaseIterable {
    case oneTree
    case overlays

    fileprivate func samples(seed: UInt64) -> [ReferenceWhole] {
      let whole = RandomTree.makeWhole(seed: seed)
      switch self {
      case .oneTree: return [(RandomTree.make(seed: seed), [], []), (whole.tree, [], [])]
      case .overlays: return whole.overlays.isEmpty ? [] : [(whole.tree, whole.overlays, [])]
      }
    }

    fileprivate typealias Checked = (seed: Int, samples: [(ReferenceWhole, [Diagnostic])])

    /// The samples with all that is found in them, which the laws of every rule share.
    fileprivate func checked() throws -> [Checked] {
      try (self == .oneTree ? Self.oneTreeChecked : Self.overlaysChecked).get()
    }

    private static let oneTreeChecked = check(.oneTree)
    private static let overlaysChecked = check(.overlays)

    private static func check(_ stack: Stack) -> Result<[Checked], any Error> {
      Result {
        try LawTests.seeds.map { seed in
          (
            seed,
            try stack.samples(seed: UInt64(seed)).map { ($0, try CheckerInMemory.findings($0)) }
          )
        }
      }
    }
  }

  private typealias Law = (ReferenceWhole, [Diagnostic]) throws -> String?

  /// What is wrong with the findings of a rule: each alone, and all of them at once.
  private static func problem(
    _ whole: ReferenceWhole, _ found: [Diagnostic], _ law: Law
  ) throws -> String? {
    for some in found.map({ [$0] }) + (found.count > 1 ? [found] : []) {
      if let problem = try law(whole, some) { return "\(some.map(\.message)): \(problem)" }
    }
    return nil
  }

  /// Checks a law on every seed and every finding of a rule; there must be some. What breaks it is made small
  /// before it is shown.
  private static func check(_ rule: Diagnostic.Rule, _ stack: Stack, _ law: Law) throws {
    func found(_ whole: ReferenceWhole) throws -> [Diagnostic] {
      try CheckerInMemory.findings(whole).filter { $0.rule == rule }
    }
    var count = 0
    for (seed, samples) in try stack.checked() {
      for (whole, all) in samples {
        let findings = all.filter { $0.rule == rule }
        count += findings.count
        guard try Self.problem(whole, findings, law) != nil else { continue }
        // Where a smaller sample cannot be read, that is not what was wrong with this one.
        let small = RandomTree.shrunk(whole) { other in
          (try? Self.problem(other, found(other), law)).flatMap { $0 } != nil
        }
        let problem = try Self.problem(small, found(small), law) ?? "?"
        Issue.record("seed \(seed): \(problem)\n\(RandomTree.description(of: small))")
        return
      }
    }
    #expect(count > 20)
  }

  @Test(arguments: Stack.allCases)
  func takingARedundantMemberAwayChangesNoScope(stack: Stack) throws {
    try Self.check(.redundant, stack) { whole, found in
      var trees = [whole.tree] + whole.overlays
      for finding in found {
        guard let place = finding.place, let origin = Self.origin(place), let key = finding.key
        else { return "no place" }
        let names = NameTable()
        let path = try KeySyntax.key(key, names).names.map {
          PlainName(bytes: Array(names.bytes(of: $0)))
        }
        let tree = origin.overlay ?? 0
        let before = trees[tree]
        trees[tree] = before.without(path, in: origin)
        if trees[tree] == before { return "nothing was taken away" }
      }
      return try Self.difference(whole, Self.texts((trees[0], Array(trees.dropFirst()), [])))
    }
  }

  @Test(arguments: [Diagnostic.Rule.idleStop, .idleExclude, .idleAttribute], Stack.allCases)
  func takingAnIdleMarkerAwayChangesNoScope(rule: Diagnostic.Rule, stack: Stack) throws {
    try Self.check(rule, stack) { whole, found in
      var texts = Self.texts(whole)
      // From the end, so that offsets stay.
      for finding in found.reversed() {
        guard let place = finding.place, case .tree(let tree) = place.file.home,
          let index = texts[tree].firstIndex(where: {
            $0.path.utf8.elementsEqual(place.file.path)
          })
        else { return "no place" }
        let range = place.range.start..<place.range.end
        let isList = texts[tree][index].text[range].first == UInt8(ascii: "\"")
        // A name that nobody has, whether a list or an object says it.
        let never = "\"never\(range.lowerBound)\""
        texts[tree][index].text.replaceSubrange(range, with: (isList ? never : "[]").utf8)
      }
      return try Self.difference(whole, texts)
    }
  }
}
