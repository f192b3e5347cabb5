import Cascade
import JSONSource
import TestSupport
import Testing

@testable import Answers

/// What `check` calls superfluous is: taken away, it is missed in no scope.
@Suite struct CheckLawTests {
  fileprivate static let seeds = Seeds.upTo(4)

  /// The files of every tree, as bytes.
  private static func texts(_ whole: ReferenceWhole) -> [MemoryTree.Files] {
    whole.trees.map { tree in
      tree.rendered.map { ($0.path, Array($0.text.utf8)) }
    }
  }

  private static func memory(
    _ texts: [MemoryTree.Files], _ scopes: [String]
  ) -> MemoryTree {
    let memory = MemoryTree(texts[0], overlays: Array(texts.dropFirst()))
    memory.otherScopes = Set(scopes.map(MemoryTree.scope))
    return memory
  }

  fileprivate struct Checked {
    let whole: ReferenceWhole
    let findings: [Diagnostic]
    let values: [(scope: String, value: String)]

    init(_ whole: ReferenceWhole) throws {
      self.whole = whole
      findings = try CheckerInMemory.findings(whole)
      let scopes = ReferenceResolver(whole).paths.sorted { $0.count < $1.count }.map(
        ReferenceTree.spelled)
      let before = CheckLawTests.memory(CheckLawTests.texts(whole), scopes)
      values = try scopes.map { ($0, try before.view($0).compact) }
    }
  }

  private static func difference(
    _ before: Checked, _ after: [MemoryTree.Files]
  ) throws -> String? {
    let after = memory(after, before.values.map(\.scope))
    for (scope, old) in before.values {
      let new = try after.view(scope).compact
      if old.utf8.elementsEqual(new.utf8) { continue }
      let names = NameTable()
      let left = try Document(Source(Array(old.utf8)), names: names)
      let right = try Document(Source(Array(new.utf8)), names: names)
      if !left.equal(0, right, 0) { return "\(scope): \(old) became \(new)" }
    }
    return nil
  }

  private static func origin(_ place: SourceRange) -> ReferenceOrigin? {
    let parts = place.file.path.split(separator: UInt8(ascii: "/")).map {
      PlainName(bytes: Array($0))
    }
    guard case .tree(let tree) = place.file.home else { return nil }
    return parts.last.map {
      ReferenceOrigin(Array(parts.dropLast()), $0, overlay: tree == 0 ? nil : tree)
    }
  }

  enum Stack: CaseIterable {
    case oneTree
    case overlays

    fileprivate func samples(seed: UInt64) -> [ReferenceWhole] {
      let whole = RandomTree.makeWhole(seed: seed)
      switch self {
      case .oneTree:
        return [RandomTree.make(seed: seed), whole.tree].map { ReferenceWhole($0) }
      case .overlays:
        return whole.overlays.isEmpty ? [] : [ReferenceWhole(whole.tree, overlays: whole.overlays)]
      }
    }

    fileprivate func checked() throws -> [(seed: Int, samples: [Checked])] {
      try (self == .oneTree ? Self.oneTreeChecked : Self.overlaysChecked).get()
    }

    private static let oneTreeChecked = check(.oneTree)
    private static let overlaysChecked = check(.overlays)

    private static func check(
      _ stack: Stack
    ) -> Result<[(seed: Int, samples: [Checked])], any Error> {
      Result {
        try CheckLawTests.seeds.map {
          (seed: $0, try stack.samples(seed: UInt64($0)).map(Checked.init))
        }
      }
    }
  }

  private typealias Law = (Checked, [Diagnostic]) throws -> String?

  private static func problem(
    _ sample: Checked, _ rule: Diagnostic.Rule, _ law: Law
  ) throws -> String? {
    let found = sample.findings.filter { $0.rule == rule }
    for some in found.map({ [$0] }) + (found.count > 1 ? [found] : []) {
      if let problem = try law(sample, some) { return "\(some.map(\.message)): \(problem)" }
    }
    return nil
  }

  /// Checks a law on every seed and every finding of a rule; there must be some. What breaks it is made small
  /// before it is shown.
  private static func check(_ rule: Diagnostic.Rule, _ stack: Stack, _ law: Law) throws {
    var count = 0
    for (seed, samples) in try stack.checked() {
      for sample in samples {
        count += sample.findings.count { $0.rule == rule }
        guard try Self.problem(sample, rule, law) != nil else { continue }
        // Where a smaller sample cannot be read, that is not what was wrong with this one.
        _ = sample.whole.expectNone(seed: seed) { other in
          (try? Self.problem(Checked(other), rule, law)).flatMap { $0 }
        }
        return
      }
    }
    #expect(count > (Seeds.isLong ? 20 : 1))
  }

  @Test(arguments: Stack.allCases)
  func removingARedundantMemberChangesNoScope(stack: Stack) throws {
    try Self.check(.redundant, stack) { sample, found in
      var trees = sample.whole.trees
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
      return try Self.difference(
        sample, Self.texts(ReferenceWhole(trees[0], overlays: Array(trees.dropFirst()))))
    }
  }

  @Test(arguments: [Diagnostic.Rule.idleStop, .idleExclude, .idleAttribute], Stack.allCases)
  func removingAnIdleMarkerChangesNoScope(rule: Diagnostic.Rule, stack: Stack) throws {
    try Self.check(rule, stack) { sample, found in
      var texts = Self.texts(sample.whole)
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
      return try Self.difference(sample, texts)
    }
  }

  private static func identity(_ finding: Checker.Finding) -> String {
    let diagnostic = finding.diagnostic
    var place = diagnostic.cause ?? diagnostic.place
    if case .key(_, .type) = diagnostic.problem { place = diagnostic.notes.first?.place }
    var parts = ["\(diagnostic.rule)", "\(place.map { $0.file.path } ?? [])"]
    parts.append("\(place?.range.start ?? 0) \(place.map { "\($0.file.home)" } ?? "")")
    if diagnostic.rule == .required { parts.append("\(diagnostic.key ?? [])") }
    if case .key(let key, .type) = diagnostic.problem {
      parts.append("\(key)")
    }
    if case .value(.noReferent(let missing)) = diagnostic.problem {
      parts.append("\(missing.reference)")
    }
    return parts.joined(separator: " ")
  }

  private static func judged(_ tree: ReferenceTree) -> ReferenceTree {
    func text(_ text: String) -> PlainValue { .string(Array(text.utf8)) }
    let types = PlainValue.object([
      PlainMember("*", .array([text("number"), text("object"), text("string")])),
      PlainMember("*.*", .array([text("number"), text("null")])),
    ])
    let content = PlainValue.object([
      PlainMember("$type", types),
      PlainMember("$required", .array([text("a"), text("*.b")])),
      PlainMember("one", .object([PlainMember("$format", text("${b} ${c}"))])),
      PlainMember("two", .object([PlainMember("$ref", text("db"))])),
      PlainMember("few", .array([.object([PlainMember("$ref", text("one"))])])),
    ])
    return ReferenceTree(
      tree.scopes.map { scope in
        scope.path.isEmpty
          ? ReferenceTree.Scope([], scope.files + [.init("zz.json", content)]) : scope
      })
  }

  /// In memory the files of an ancestor are read once more for each order of scopes.
  @Test func aValueThatIsReadTwiceIsOneWrittenValue() throws {
    let tree = ReferenceTree([
      .init([], [.init("p.json", ["k": ["$ref": "db"]])]),
      .init(["a"], [.init("p.json", ["$inherit": ["/b"]])]),
      .init(["b", "c"], [.init("p.json", ["$inherit": ["/b"], "db": 1])]),
    ])
    let found = try CheckerInMemory.found(ReferenceWhole(tree)).filter {
      $0.diagnostic.rule == .reference
    }
    #expect(found.map(\.scope) == [MemoryTree.scope("/a")] && found.first?.scopeCount == 1)
  }

  @Test(arguments: Stack.allCases)
  func aFindingIsCountedInEveryScopeThatShowsIt(stack: Stack) throws {
    let rules: Set<Diagnostic.Rule> = [.reference, .cycle, .type, .required]
    var total = 0
    for seed in Self.seeds where seed % (Seeds.isLong ? 2 : 4) == 0 {
      for whole in stack.samples(seed: UInt64(seed)) {
        let whole = ReferenceWhole(
          Self.judged(whole.tree), overlays: whole.overlays, set: whole.set)
        var counts: [String: Int] = [:]
        for finding in try CheckerInMemory.found(whole)
        where rules.contains(finding.diagnostic.rule) {
          counts[Self.identity(finding), default: 0] += finding.scopeCount
        }
        // Asked first, a scope shows all that it has, whatever it inherits.
        var expected: [String: Int] = [:]
        for path in ReferenceResolver(whole).paths {
          let scope = Scope(path.map(\.bytes))
          for finding in try CheckerInMemory.found(whole, from: scope)
          where finding.scope == scope && rules.contains(finding.diagnostic.rule) {
            expected[Self.identity(finding), default: 0] += 1
          }
        }
        total += counts.values.count { $0 > 1 }
        guard counts != expected else { continue }
        Issue.record("seed \(seed): \(counts) \(expected)\n\(whole)")
        return
      }
    }
    #expect(total > (Seeds.isLong ? 60 : 2))
  }
}

private enum CheckerInMemory {
  static func findings(_ whole: ReferenceWhole) throws -> [Diagnostic] {
    try found(whole).map(\.diagnostic)
  }

  static func found(
    _ whole: ReferenceWhole, from scope: Scope = .root
  ) throws -> [Checker.Finding] {
    let memory = MemoryTree(whole.tree.rendered, overlays: whole.overlays.map(\.rendered))
    let paths = ReferenceResolver(whole).paths
    memory.otherScopes = Set(paths.map { Scope($0.map(\.bytes)) })
    let today = CalendarDate(year: 2026, month: 3, day: 14)
    return try Checker.check(from: scope, CheckRule.all, memory, today: today) { scope, checker in
      try PairedWalk.run(along: memory.way(to: scope), checker, byLineage: true)
    }
    .findings
  }
}

extension ReferenceTree {
  /// The tree without the member `key` in one file.
  fileprivate func without(_ key: PlainKey, in origin: ReferenceOrigin) -> ReferenceTree {
    ReferenceTree(
      scopes.map { scope in
        guard scope.path == origin.scope else { return scope }
        return Scope(
          scope.path,
          scope.files.map { file in
            file.name == origin.file ? File(file.name, file.content.without(key[...])) : file
          })
      })
  }
}

extension PlainValue {
  fileprivate func without(_ key: ArraySlice<PlainName>) -> PlainValue {
    guard let first = key.first, case .object(let members) = self else { return self }
    let spelled =
      first.bytes.first == UInt8(ascii: "$") ? [UInt8(ascii: "$")] + first.bytes : first.bytes
    return .object(
      members.compactMap { member in
        guard member.name.bytes == spelled else { return member }
        return key.count == 1
          ? nil : PlainMember(member.name, member.value.without(key.dropFirst()))
      })
  }
}
