import Cascade
import JSONSource
import TestSupport
import Testing

/// Laws on random trees, against a resolver written separately from the specification.
@Suite struct LawTests {
  static let seeds = 0..<200

  struct Sample {
    let tree: ReferenceTree
    let memory: MemoryTree

    init(seed: Int) { self.init(RandomTree.make(seed: UInt64(seed))) }

    init(_ tree: ReferenceTree) {
      self.tree = tree
      memory = MemoryTree(tree.rendered)
    }

    func key(_ key: PlainKey) -> Key { Key(key.map { memory.names.intern($0.bytes) }) }

    /// Looks at every scope until `law` finds something wrong.
    func firstProblem(
      _ law: (Sample, View, ReferenceResolution) throws -> String?
    ) -> String? {
      for path in tree.paths {
        let scope = ReferenceTree.spelled(path)
        do {
          let view = try memory.view(scope)
          let resolution = ReferenceResolver(tree).resolve(path)
          if let problem = try law(self, view, resolution) { return "\(scope): \(problem)" }
        } catch {
          return "\(scope): \(error)"
        }
      }
      return nil
    }
  }

  /// Checks a law on every seed; what breaks it is made small before it is shown.
  static func check(_ law: (Sample, View, ReferenceResolution) throws -> String?) {
    for seed in seeds {
      let sample = Sample(seed: seed)
      guard sample.firstProblem(law) != nil else { continue }
      let small = sample.tree.shrunk { Sample($0).firstProblem(law) != nil }
      let problem = Sample(small).firstProblem(law) ?? "?"
      Issue.record("seed \(seed): \(problem)\n\(small.description)")
      return
    }
  }

  @Test func everyScopeResolvesAsTheReferenceDoes() {
    Self.check { _, view, reference in
      let expected = reference.value.compact
      return view.compact == expected ? nil : "is \(view.compact), not \(expected)"
    }
  }

  @Test func everyAbsenceHasTheReasonOfTheReference() {
    Self.check { sample, view, reference in
      for key in reference.mentioned {
        let name = ReferencePattern.spelled(key)
        let answer = view.answer(sample.key(key))
        switch (answer, reference.answer(key)) {
        case (.value, .value): continue
        // An index into an array, which the reference does not know.
        case (.value(let value), .absent) where value.element != nil: continue
        case (.absent(let absence), .absent(let expected)):
          let mine = absence.map { Self.describe($0, sample) } ?? "never-set"
          let other = Self.describe(expected)
          if mine != other { return "\(name) is \(mine), not \(other)" }
        case (.value, .absent(let expected)): return "\(name) has a value, not \(expected)"
        case (.absent(let absence), .value):
          return "\(name) is \(absence.map { Self.describe($0, sample) } ?? "never-set")"
        }
      }
      return nil
    }
  }

  private static func describe(_ absence: Absence, _ sample: Sample) -> String {
    let file = absence.taking.place.file
    let path = "/" + String(decoding: file.path, as: UTF8.self)
    switch absence.taking {
    case .marker(let marker):
      let pattern = sample.memory.names.spelling(marker.pattern)
      return "\(absence.reason.rawValue) by \(path) \(String(decoding: pattern, as: UTF8.self))"
    case .replaced: return "\(absence.reason.rawValue) by \(path)"
    }
  }

  private static func describe(_ absence: ReferenceAbsence) -> String {
    func path(_ origin: ReferenceOrigin) -> String {
      let scope = ReferenceTree.spelled(origin.scope)
      return (scope == "/" ? "" : scope) + "/" + origin.file.text
    }
    switch absence {
    case .neverSet: return "never-set"
    case .stopped(let marker), .excluded(let marker):
      return "\(absence.reason) by \(path(marker.origin)) \(marker.pattern.dotted)"
    case .replaced(let origin, _): return "replaced by \(path(origin))"
    }
  }

  @Test func everyLeafStandsWhereTheReferenceSaysSo() {
    Self.check { sample, view, reference in
      let leaves = reference.leaves
      var found: [String] = []
      view.entry(Key())?.forEachLeaf { key, entry in
        guard let place = entry.place else { return }
        let path = String(decoding: place.file.path, as: UTF8.self)
        found.append("\(view.names.text(key)) at /\(path)")
      }
      let expected = leaves.filter { !$0.key.isEmpty }.map { leaf in
        let origin = leaf.origins[0]
        let scope = ReferenceTree.spelled(origin.scope)
        let path = (scope == "/" ? "" : scope) + "/" + origin.file.text
        return "\(view.names.text(sample.key(leaf.key))) at \(path)"
      }
      return found == expected ? nil : "has \(found), not \(expected)"
    }
  }

  @Test func theValueThatExplainShowsIsTheOneThatGetPrints() {
    Self.check { sample, view, reference in
      for key in reference.mentioned.map(sample.key) {
        let explanation = view.explain(key)
        let effective = explanation.steps.filter { $0.outcome == .effective }
        let merged = explanation.steps.filter { $0.outcome == .merged }
        let name = view.names.text(key)
        if case .value(let value) = explanation.answer, value.element != nil { continue }
        guard let value = view.compact(key) else {
          if !effective.isEmpty || !merged.isEmpty { return "\(name) is absent and effective" }
          continue
        }
        if effective.count > 1 { return "\(name) is effective \(effective.count) times" }
        if explanation.origins.isEmpty { return "\(name) = \(value) comes from nowhere" }
        if let only = effective.first, case .value(let written) = only.say, written.kind != .object
        {
          var writer = JSONWriter(.compact)
          writer.value(written.document, written.node)
          if !writer.output.elementsEqual(value.utf8) { return "\(name): two values" }
        }
      }
      return nil
    }
  }

  @Test func everyStepNamesWhoDecidedIt() {
    Self.check { sample, view, reference in
      for key in reference.mentioned.map(sample.key) {
        for step in view.explain(key).steps {
          let needsBy = [.overridden, .stopped, .excluded, .replaced].contains(step.outcome)
          if needsBy != (step.by != nil) {
            return "\(view.names.text(key)): \(step.outcome) at \(step.place.text) without a place"
          }
        }
      }
      return nil
    }
  }

  @Test func aViewReachedByTheWalkEqualsTheViewOfTheScopeAlone() throws {
    for seed in Self.seeds {
      let sample = Sample(seed: seed)
      var walked: [[PlainName]: View] = [:]
      for path in sample.tree.paths.sorted(by: { $0.count < $1.count }) {
        let parent = path.isEmpty ? View(names: sample.memory.names) : walked[path.dropLast()]
        let scope = MemoryTree.scope(ReferenceTree.spelled(path))
        walked[path] = parent?.descending(to: try sample.memory.level(scope))
      }
      // All at the end, so that a child that changed what it shares with its parent is seen.
      for (path, view) in walked {
        let scope = ReferenceTree.spelled(path)
        let alone = try sample.memory.view(scope)
        #expect(view.compact == alone.compact, "seed \(seed), \(scope)")
        for key in ReferenceResolver(sample.tree).resolve(path).mentioned.map(sample.key) {
          let left = view.explain(key).steps.map { "\($0.place.text) \($0.outcome)" }
          let right = alone.explain(key).steps.map { "\($0.place.text) \($0.outcome)" }
          #expect(left == right, "seed \(seed), \(scope)")
        }
      }
    }
  }

  @Test func everyPrintedKeyIsAccepted() {
    Self.check { sample, view, reference in
      for key in reference.mentioned.map(sample.key) {
        let spelling = view.names.spelling(key)
        if try KeySyntax.key(spelling, view.names) != key {
          return "\(view.names.text(key)) is read as another key"
        }
      }
      return nil
    }
  }

  @Test func everyOriginNamesTheByteWhereTheValueStands() {
    Self.check { _, view, _ in
      var problem: String?
      view.entry(Key())?.forEachLeaf { key, entry in
        guard let place = entry.place, case .leaf(let written) = entry.state else { return }
        let text = place.file.source[place.range]
        if !text.elementsEqual(written.document.spelling(written.node)) {
          problem = "\(view.names.text(key)) does not stand at \(place.text)"
        }
      }
      return problem
    }
  }

  @Test func takingAnEffectiveMemberAwayChangesTheAnswer() {
    Self.check { sample, view, reference in
      for leaf in reference.leaves where !leaf.key.isEmpty {
        guard let origin = leaf.origins.first else { continue }
        let smaller = sample.tree.without(leaf.key, in: origin)
        let other = try MemoryTree(smaller.rendered).view(
          String(decoding: view.scope.path, as: UTF8.self))
        let key = Key(leaf.key.map { other.names.intern($0.bytes) })
        let place = other.explain(key).origins.first?.file.path
        let before = view.explain(sample.key(leaf.key)).origins.first?.file.path
        if other.compact(key) == leaf.value.compact, place == before {
          return "\(ReferencePattern.spelled(leaf.key)) stays as it was"
        }
      }
      return nil
    }
  }
}

extension ReferenceTree {
  /// The tree without the member `key` in one file.
  func without(_ key: PlainKey, in origin: ReferenceOrigin) -> ReferenceTree {
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
