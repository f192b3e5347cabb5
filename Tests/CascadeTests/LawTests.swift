import Foundation
import JSONSource
import TestSupport
import Testing

@testable import Answers
@testable import Cascade

/// Laws on random trees, compared with an independent resolver.
@Suite struct LawTests {
  /// Of every seed a tree with stops and exclusions only, and one with all the rules. All laws share their
  /// references, which do not change.
  static let references: [(seed: Int, resolver: ReferenceResolver)] = Seeds.upTo(6).flatMap {
    seed in
    let whole = RandomTree.makeWhole(seed: UInt64(seed))
    let all = [
      ReferenceWhole(RandomTree.make(seed: UInt64(seed))), whole,
      RandomTree.giving(whole, seed: UInt64(seed)),
    ]
    return all.map { (seed, ReferenceResolver($0, facts: RandomTree.facts)) }
  }

  struct Sample {
    let whole: ReferenceWhole
    let memory: MemoryTree
    let resolver: ReferenceResolver

    var tree: ReferenceTree { whole.tree }

    init(_ whole: ReferenceWhole) {
      self.init(whole, ReferenceResolver(whole, facts: RandomTree.facts))
    }

    init(_ whole: ReferenceWhole, _ resolver: ReferenceResolver) {
      self.whole = whole
      memory = MemoryTree(whole.tree.rendered, overlays: whole.overlays.map(\.rendered))
      memory.settings = whole.set.map {
        ($0.key.isEmpty ? "" : ReferencePattern.spelled($0.key), $0.value.compact)
      }
      self.resolver = resolver
      memory.factsText = resolver.facts?.compact
      memory.otherScopes = Set(resolver.paths.map { Scope($0.map(\.bytes)) })
    }

    func key(_ key: PlainKey) -> Key { Key(key.map { memory.names.intern($0.bytes) }) }

    func firstProblem(
      _ law: (Sample, Evaluation, ReferenceResolution) throws -> String?
    ) -> String? {
      for path in resolver.paths.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
        let scope = ReferenceTree.spelled(path)
        do {
          let asked = try memory.asked(scope)
          if let problem = try law(self, asked, resolver.resolve(path)) {
            return "\(scope): \(problem)"
          }
        } catch {
          return "\(scope): \(error)"
        }
      }
      return nil
    }
  }

  /// Checks a law on every seed, with and without the rules that go beyond stops and exclusions; what
  /// breaks it is made small before it is shown.
  static func check(_ law: (Sample, Evaluation, ReferenceResolution) throws -> String?) {
    for (seed, resolver) in references
    where Sample(resolver.whole, resolver).firstProblem(law) != nil {
      _ = resolver.whole.expectNone(seed: seed) { Sample($0).firstProblem(law) }
      return
    }
  }

  @Test func everyScopeResolvesAsTheReferenceDoes() {
    Self.check { _, asked, reference in
      let expected = reference.value.compact
      return asked.view.compact == expected ? nil : "is \(asked.view.compact), not \(expected)"
    }
  }

  @Test func everyElementHasTheOriginOfTheReference() {
    Self.check { sample, asked, reference in
      for key in reference.mentioned {
        let name = ReferencePattern.spelled(key)
        let explanation: Explanation?
        do throws(EvaluationError) { explanation = try asked.explain(sample.key(key)) } catch {
          explanation = nil
        }
        let mayFail = reference.answer(key).value?.compact.contains("\"$") ?? false
        if explanation == nil || mayFail, !Self.looksBack(asked.view) {
          let isFailure = sample.resolver.evaluated(reference.scope, key: key) == .failure
          if (explanation == nil) != isFailure {
            return "\(name) \(isFailure ? "has no error" : "is in error")"
          }
        }
        guard let explanation else { continue }
        // An array that stands in one place has no elements to tell of, unless some were removed.
        let isMerged = reference.valueOutcomes(key).contains { $0.outcome == .merged }
        guard let elements = explanation.elements else {
          if isMerged { return "\(name) is merged, of no elements" }
          continue
        }
        let mine = elements.map { $0.map(Self.path) }
        let others = reference.elements(key)?.map { $0.map(Self.path) }
        if mine != others { return "\(name): \(mine), not \(others ?? [])" }
      }
      return nil
    }
  }

  static func path(_ place: SourceRange) -> String {
    let path = "/" + String(decoding: place.file.path, as: UTF8.self)
    switch place.file.home {
    case .tree(0), .former: return path
    case .tree(let number): return "\(number):\(path)"
    case .commandLine(let number), .values(let number): return "set:\(number)"
    case .facts: return "facts:\(path)"
    }
  }

  static func path(_ origin: ReferenceOrigin) -> String {
    if let number = origin.commandLine { return "set:\(number)" }
    let scope = ReferenceTree.spelled(origin.scope)
    let path = (scope == "/" ? "" : scope) + "/" + origin.file.text
    return origin.overlay.map { "\($0):\(path)" } ?? path
  }

  @Test func everyAbsenceHasTheReasonOfTheReference() {
    Self.check { sample, asked, reference in
      for key in reference.mentioned {
        let name = ReferencePattern.spelled(key)
        let node = asked.view.node(sample.key(key))
        let isLive = node?.isLive == true
        switch (isLive, reference.answer(key)) {
        case (true, .value): continue
        case (false, .absent(let expected)):
          let absence = node?.absence
          let mine = absence.map { Self.describe($0, sample) } ?? "never-set"
          let other = Self.describe(expected)
          if mine != other { return "\(name) is \(mine), not \(other)" }
        case (true, .absent(let expected)): return "\(name) has a value, not \(expected)"
        case (false, .value):
          let absence = node?.absence.map { Self.describe($0, sample) }
          return "\(name) is \(absence ?? "never-set")"
        }
      }
      return nil
    }
  }

  private static func describe(_ absence: Absence, _ sample: Sample) -> String {
    let path = Self.path(absence.place)
    switch absence.withdrawal {
    case .marker(let marker, _), .refused(let marker):
      let pattern = sample.memory.names.spelling(marker.pattern)
      return "\(absence.reason.rawValue) by \(path) \(String(decoding: pattern, as: UTF8.self))"
    case .replaced: return "\(absence.reason.rawValue) by \(path)"
    }
  }

  private static func describe(_ absence: ReferenceAbsence) -> String {
    switch absence {
    case .neverSet: return "never-set"
    case .stopped(let marker), .excluded(let marker), .refused(let marker):
      return "\(absence.reason) by \(path(marker.origin)) \(marker.pattern.dotted)"
    case .replaced(let origin, _): return "replaced by \(path(origin))"
    }
  }

  @Test func everyLeafHasTheOriginOfTheReference() {
    Self.check { sample, asked, reference in
      let leaves = reference.leaves
      var found: [String] = []
      asked.view.root.forEachLeaf { key, entry in
        found.append(
          "\(asked.view.names.text(key)) at \(Set(entry.places.map(Self.path)).sorted())")
      }
      let expected = leaves.filter { !$0.key.isEmpty }.map { leaf in
        let isMerged = leaf.origins.count > 1 && reference.elements(leaf.key) != nil
        let origins = isMerged ? leaf.origins : [leaf.origins[0]]
        return "\(asked.view.names.text(sample.key(leaf.key))) at "
          + "\(Set(origins.map { Self.path($0) }).sorted())"
      }
      return found == expected ? nil : "has \(found), not \(expected)"
    }
  }

  private final class Views: ScopeVisitor {
    private(set) var all: [View] = []

    func enter(_ visited: VisitedScope) { all.append(visited.view) }
    func miss(_ problem: Diagnostic) { Issue.record("\(problem.message)") }
    func leave() {}
  }

  @Test func aWalkGivesEachScopeTheViewOfTheScopeAlone() throws {
    for (seed, resolver) in Self.references {
      let sample = Sample(resolver.whole, resolver)
      sample.memory.settings = []
      let views = Views()
      try PairedWalk.run(along: sample.memory.way(to: .root), views)
      let scopes = views.all.map { String(decoding: $0.scope.path, as: UTF8.self) }
      #expect(Set(scopes) == Set(resolver.paths.map(ReferenceTree.spelled)))
      // All are made before the first is looked at, and those below before those above, so that a
      // child that changed what it shares with its parent is seen.
      for (walked, scope) in zip(views.all, scopes).reversed() {
        let fresh = MemoryTree(afresh: sample.memory)
        let alone = try fresh.asked(scope).view
        #expect(walked.compact == alone.compact, "seed \(seed), \(scope)")
        let path = walked.scope.names.map { PlainName(bytes: $0) }
        for key in resolver.resolve(path).mentioned {
          let other = Key(key.map { fresh.names.intern($0.bytes) })
          let left = walked.steps(sample.key(key)).map { "\($0.place.text) \($0.outcome)" }
          let right = alone.steps(other).map { "\($0.place.text) \($0.outcome)" }
          #expect(left == right, "seed \(seed), \(scope)")
        }
      }
    }
  }

  @Test func everyPrintedKeyIsAccepted() {
    Self.check { sample, asked, reference in
      for key in reference.mentioned.map(sample.key) {
        let spelling = asked.view.names.spelling(key)
        if try KeySyntax.key(spelling, asked.view.names) != key {
          return "\(asked.view.names.text(key)) is read as another key"
        }
      }
      return nil
    }
  }

  @Test func everyOriginIsThePlaceOfItsValue() {
    Self.check { _, asked, _ in
      var problem: String?
      asked.view.root.forEachLeaf { key, entry in
        guard let place = entry.place, case .leaf(let written) = entry.state else { return }
        let text = place.file.source[place.range]
        if !text.elementsEqual(written.document.spelling(written.node)) {
          problem = "\(asked.view.names.text(key)) does not stand at \(place.text)"
        }
      }
      return problem
    }
  }
}

extension ViewNode {
  func forEachLeaf(_ key: Key = Key(), _ body: (Key, ViewNode) -> Void) {
    guard case .object(isWrittenEmpty: false) = state else {
      // The top is no key, also where nothing is in it.
      if isLive && !(isObject && key.names.isEmpty) { body(key, self) }
      return
    }
    for member in liveMembers() { member.node.forEachLeaf(key.appending(member.name), body) }
  }
}
