import Cascade
import JSONSource
import TestSupport
import Testing

/// What `check` calls superfluous is: taken away, it is missed in no scope.
@Suite struct CheckLawTests {
  private static func findings(_ tree: ReferenceTree) throws -> [Diagnostic] {
    let memory = MemoryTree(tree.rendered)
    let today = CalendarDate(year: 2026, month: 3, day: 14)
    var checker = Checker(CheckRule.all, memory.names, memory, today: today)
    var depth = 0
    for path in tree.paths {
      while depth > path.count {
        checker.leave()
        depth -= 1
      }
      let scope = Scope(path.map(\.bytes))
      checker.enter(scope, [try memory.level(scope)], .init(), isAsked: true)
      depth += 1
    }
    for _ in 0..<depth { checker.leave() }
    return checker.findings.map(\.diagnostic)
  }

  private static func texts(_ tree: ReferenceTree) -> [(path: String, text: [UInt8])] {
    tree.rendered.map { ($0.path, Array($0.text.utf8)) }
  }

  /// The first scope in which two versions of a tree differ by value.
  private static func difference(
    _ paths: [[PlainName]], _ before: MemoryTree, _ after: MemoryTree
  ) throws -> String? {
    for path in paths {
      let scope = ReferenceTree.spelled(path)
      // As it is written: a text shows how a number is spelled, and equal numbers may be spelled twice.
      let (old, new) = (try before.view(scope).compact, try after.view(scope).compact)
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
    return parts.last.map { ReferenceOrigin(Array(parts.dropLast()), $0) }
  }

  /// Checks a law on every seed and every finding of a rule; there must be some.
  private static func check(
    _ rule: Diagnostic.Rule, _ law: (ReferenceTree, [Diagnostic]) throws -> String?
  ) throws {
    var count = 0
    for seed in LawTests.seeds {
      let trees = [
        RandomTree.make(seed: UInt64(seed)), RandomTree.makeWhole(seed: UInt64(seed)).tree,
      ]
      for tree in trees {
        let found = try findings(tree).filter { $0.rule == rule }
        count += found.count
        // Each alone, and all of them at once.
        for some in found.map({ [$0] }) + (found.count > 1 ? [found] : []) {
          if let problem = try law(tree, some) {
            Issue.record("seed \(seed): \(some.map(\.message)): \(problem)\n\(tree)")
            return
          }
        }
      }
    }
    #expect(count > 20)
  }

  @Test func takingARedundantMemberAwayChangesNoScope() throws {
    try Self.check(.redundant) { tree, found in
      var smaller = tree
      for finding in found {
        guard let place = finding.place, let origin = Self.origin(place), let key = finding.key
        else { return "no place" }
        let names = NameTable()
        let path = try KeySyntax.key(key, names).names.map {
          PlainName(bytes: Array(names.bytes(of: $0)))
        }
        let before = smaller
        smaller = smaller.without(path, in: origin)
        if smaller == before { return "nothing was taken away" }
      }
      return try Self.difference(
        tree.paths, MemoryTree(tree.rendered), MemoryTree(smaller.rendered))
    }
  }

  @Test(arguments: [Diagnostic.Rule.idleStop, .idleExclude, .idleAttribute])
  func takingAnIdleMarkerAwayChangesNoScope(rule: Diagnostic.Rule) throws {
    try Self.check(rule) { tree, found in
      var texts = Self.texts(tree)
      // From the end, so that offsets stay.
      for finding in found.reversed() {
        guard let place = finding.place,
          let index = texts.firstIndex(where: { $0.path.utf8.elementsEqual(place.file.path) })
        else { return "no place" }
        let range = place.range.start..<place.range.end
        let isList = texts[index].text[range].first == UInt8(ascii: "\"")
        // A name that nobody has, whether a list or an object says it.
        let never = "\"never\(range.lowerBound)\""
        texts[index].text.replaceSubrange(range, with: (isList ? never : "[]").utf8)
      }
      return try Self.difference(tree.paths, MemoryTree(tree.rendered), MemoryTree(texts))
    }
  }
}
