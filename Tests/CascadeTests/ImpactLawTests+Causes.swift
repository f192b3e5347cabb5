import JSONSource
import TestSupport
import Testing

@testable import Answers
@testable import Cascade

/// Which edits changes rest on, which are held off, and where (C7).
extension ImpactLawTests {
  @Test(arguments: RandomTimes.Kind.allCases)
  func everyChangeNamesTheEditsThatCauseIt(kind: RandomTimes.Kind) {
    Self.check(kind, RandomTimes.make) { EditedSample($0).problemOfCauses() }
  }

  @Test(arguments: RandomTimes.Kind.allCases)
  func everyChangeHasACause(kind: RandomTimes.Kind) {
    Self.check(kind, RandomTimes.make) { sample in
      for change in sample.impact.changes where change.causes.isEmpty {
        let key = ReferencePattern.spelled(sample.plain(change.key))
        return "\(key) changes in \(change.scopes.numbers.map(sample.spelled)) without a cause"
      }
      return nil
    }
  }

  @Test(arguments: RandomTimes.Kind.allCases)
  func everyEditIsHeldWhereItsStepSaysSo(kind: RandomTimes.Kind) {
    Self.check(kind, RandomTimes.make) { EditedSample($0).problemOfHolds() }
  }
}

/// A sample with what is edited in it.
struct EditedSample {
  let sample: ImpactSample
  /// The statements of each time that the other one does not have, in the scopes of both.
  let edited: BeforeAfter<[PlainStatements.Statement]>
  private let texts: BeforeAfter<[String: String]>
  /// All statements of each time.
  private let all: BeforeAfter<[PlainStatements.Statement]>

  init(_ sample: ImpactSample) {
    self.sample = sample
    let rendered = BeforeAfter(from: sample.times.before.rendered, to: sample.times.renderedAfter)
    // What stands above the asked scope has its say, too, and whatever else scopes inherit from.
    let scopes = sample.paths.indices.flatMap { number in
      sample.order(number, .from) + sample.order(number, .to)
    }
    let before = PlainStatements(rendered.from, scopes).all
    let after = PlainStatements(rendered.to, scopes).all
    all = BeforeAfter(from: before, to: after)
    let (old, new) = (Set(before.map(\.id)), Set(after.map(\.id)))
    edited = BeforeAfter(
      from: before.filter { !new.contains($0.id) }, to: after.filter { !old.contains($0.id) })
    func texts(_ files: [(path: String, text: String)]) -> [String: String] {
      var found: [String: String] = [:]
      for file in files { found[PlainName(file.path).exact] = file.text }
      return found
    }
    self.texts = BeforeAfter(from: texts(rendered.from), to: texts(rendered.to))
  }

  // MARK: Causes

  func problemOfCauses() -> String? {
    var causing: Set<String> = []
    var maybeCausing: Set<String> = []
    for change in sample.impact.changes {
      let key = sample.plain(change.key)
      let told = Set(change.causes.map { id(of: $0.place, $0.side) })
      for number in change.scopes.numbers {
        var grounds = Grounds()
        for side in [Side.from, .to] {
          guard let asked = sample.asked(number, side) else { return nil }
          note(key, asked, side, &grounds)
        }
        if let problem = noteParents(number, told, &grounds) {
          return "\(ReferencePattern.spelled(key)) in \(sample.spelled(number)) \(problem)"
        }
        // Where the explanations name none, some other has to do.
        if grounds.needed.isEmpty && grounds.allowed.isSubset(of: grounds.parents) { continue }
        causing.formUnion(grounds.exact)
        maybeCausing.formUnion(grounds.allowedExact)
        let unexpected = told.subtracting(grounds.needed).subtracting(grounds.allowed)
        if !grounds.needed.isSubset(of: told) || !unexpected.isEmpty {
          let name = ReferencePattern.spelled(key)
          return "\(name) in \(sample.spelled(number)) rests on \(grounds.needed.sorted()), "
            + "not \(told.sorted())"
        }
      }
    }
    // What cannot be worked out any more is no change, and rests on edits as well.
    for (scope, failure) in sample.impact.everyFailure {
      let path = scope.names.map { PlainName(bytes: $0) }
      guard let number = sample.paths.firstIndex(of: path) else { continue }
      var grounds = Grounds()
      for side in [Side.from, .to] {
        guard let asked = sample.asked(number, side) else { return nil }
        note(sample.plain(failure.key), asked, side, &grounds)
      }
      maybeCausing.formUnion(grounds.exact.union(grounds.allowedExact))
    }
    return problemOfIdle(causing, maybeCausing)
  }

  /// Where it is told that a statement stands: within a list of parents, where that does.
  private func id(of place: SourceRange, _ side: Side) -> String {
    let list = edited[side].first { $0.isParents && $0.stands(at: place) }
    let start = list?.range.lowerBound ?? place.range.start
    return "\(side) \(PlainName(bytes: place.file.path).exact):\(start)"
  }

  /// Notes the edited lists of parents of all scopes that have a say: where a value stands in a scope that has
  /// none in the other time, one of them is a cause.
  private func noteParents(
    _ number: Int, _ told: Set<String>, _ grounds: inout Grounds
  ) -> String? {
    let orders = BeforeAfter { sample.order(number, $0) }
    for side in [Side.from, .to] {
      let scopes = Set(orders[side].map { PlainName(ReferenceTree.spelled($0)).exact })
      for statement in edited[side] where statement.isParents && scopes.contains(statement.scope) {
        let id = "\(side) \(statement.place)"
        grounds.allowed.insert(id)
        grounds.parents.insert(id)
        grounds.allowedExact.insert("\(id) of \(statement.scope) \(statement.inclusion)")
      }
      let moves = grounds.scopes[side].contains { !orders[side.other].contains($0) }
      grounds.isMoved = grounds.isMoved || moves
    }
    if grounds.isMoved, grounds.needed.isEmpty, told.isDisjoint(with: grounds.parents) {
      return "rests on \(grounds.parents.sorted()), not \(told.sorted())"
    }
    return nil
  }

  private struct Grounds {
    var needed: Set<String> = []
    /// A declaration acts where it holds; where no level after it says anything, it makes no difference.
    var allowed: Set<String> = []
    /// The same with how fragments were included.
    var exact: Set<String> = []
    var allowedExact: Set<String> = []
    /// Edited lists of parents.
    var parents: Set<String> = []
    /// The scopes in which stands what holds and what acts, and whether one of them has no say in the other time.
    var scopes: BeforeAfter<Set<[PlainName]>> = BeforeAfter(from: [], to: [])
    var isMoved = false
  }

  /// Notes the edited statements on which the explanation of a key rests.
  private func note(
    _ key: PlainKey, _ asked: Evaluation, _ side: Side, _ grounds: inout Grounds
  ) {
    let key = sample.key(key, asked)
    let explanation = (try? asked.explain(key)) ?? asked.explained(key)
    note(explanation.steps, side, &grounds)
    if case .absent(let absence?) = explanation.answer { note(absence.place, side, &grounds) }
    for dependency in explanation.dependencies {
      switch dependency {
      case .key(let key, let scope, let place):
        if let place { note(place, side, &grounds) }
        let path = scope.names.map { PlainName(bytes: $0) }
        let fresh = sample.fresh(path, side)
        guard let view = fresh?.view else { continue }
        let own = Key(
          key.names.map { view.names.intern(Array(asked.view.names.bytes(of: $0))) })
        note(view.steps(own), side, &grounds)
        if let absence = view.absence(own) { note(absence.place, side, &grounds) }
      case .file(let file):
        let path = PlainName(bytes: file.path).exact
        if file.home == .tree(0), texts.from[path] != texts.to[path] {
          grounds.needed.insert("\(side) \(path):0")
          grounds.exact.insert("\(side) \(path):0")
        }
      case .defaulted, .variable, .fact: continue
      }
    }
  }

  private func note(_ steps: [TraceEntry], _ side: Side, _ grounds: inout Grounds) {
    let said = steps.filter { if case .value = $0.statement { true } else { false } }.map(
      \.position)
    for step in steps where step.outcome.isInForce || step.outcome == .acted {
      var makesNoDifference = false
      if case .marker(let marker) = step.statement, !marker.directive.takes {
        makesNoDifference = !said.contains { $0 >= step.position }
      }
      if !makesNoDifference, step.place.file.home != .commandLine(1) {
        grounds.scopes[side].insert(step.place.file.scope.names.map { PlainName(bytes: $0) })
      }
      note(step.place, side, makesNoDifference: makesNoDifference, &grounds)
    }
  }

  private func note(
    _ place: SourceRange, _ side: Side, makesNoDifference: Bool = false, _ grounds: inout Grounds
  ) {
    guard place.file.home == .tree(0) else { return }
    for statement in edited[side] where statement.stands(at: place) {
      let id = "\(side) \(statement.place)"
      if makesNoDifference { grounds.allowed.insert(id) } else { grounds.needed.insert(id) }
      let exact = "\(id) of \(statement.scope) \(statement.inclusion)"
      if makesNoDifference {
        grounds.allowedExact.insert(exact)
      } else {
        grounds.exact.insert(exact)
      }
    }
  }

  /// What causes something is no idle edit; every edited statement is told.
  private func problemOfIdle(
    _ causing: Set<String>, _ maybeCausing: Set<String>
  ) -> String? {
    var told: Set<String> = []
    for edit in sample.impact.edits {
      let places = [Side.from, .to].compactMap { side in
        edit.places[side].map { place in
          let id = id(of: place, side)
          told.insert(id)
          if edit.directive == .file { return id }
          return "\(id) of \(PlainName(bytes: edit.scope.path).exact) \(place.file.inclusion)"
        }
      }
      if !edit.isCause, places.contains(where: causing.contains) {
        return "the edit at \(places) is idle"
      }
      if edit.isCause, !places.contains(where: causing.union(maybeCausing).contains) {
        let isNamed = sample.impact.changes.contains { change in
          change.causes.contains { $0.edit === edit }
        }
        // What cannot be worked out in one time alone rests on it as well.
        if !isNamed, sample.impact.failures.isEmpty {
          return "the edit at \(places) is a cause of nothing"
        }
      }
    }
    for side in [Side.from, .to] {
      for statement in edited[side] where !told.contains("\(side) \(statement.place)") {
        return "\(statement.id) is edited and not told"
      }
    }
    return nil
  }

  // MARK: Held

  func problemOfHolds() -> String? {
    let spoken = Set(edited.to.map(\.subject))
    for edit in sample.impact.edits {
      guard let place = edit.places[edit.side] else { return "an edit is nowhere" }
      guard
        let statement = edited[edit.side].first(where: {
          $0.stands(at: place) && $0.range.lowerBound == place.range.start
        }), let key = statement.key
      else { continue }
      if edit.side == .from && spoken.contains(statement.subject) { continue }
      if !sample.times.hasParts, edit.isPart != isPart(statement, edit) {
        return "\(statement.id) is \(edit.isPart ? "no" : "a") side of another edit"
      }
      // What a scope says that one time alone has is told with that scope.
      let isOfBoth = [Side.from, .to].allSatisfy { sample.has(edit.scope, $0) }
      if edit.isPart || !isOfBoth { continue }
      var told: [Int: String] = [:]
      for hold in edit.holds {
        for number in hold.scopes.numbers {
          told[number] = "\(told[number] ?? "")\(hold.reason) at \(hold.place.statement)"
        }
      }
      for number in sample.paths.indices {
        guard let asked = sample.asked(number, edit.side) else { return nil }
        let scope = edit.scope.names.map { PlainName(bytes: $0) }
        let isBelow = sample.order(number, edit.side).contains(scope)
        let expected =
          isBelow ? hold(of: place, key, asked, statement, edit.side) : nil
        // Whether a file is read later is all that the texts tell.
        let isShadowed = told[number]?.hasPrefix("shadowed at ") == true
        if expected == .shadowedInScope ? !isShadowed : expected?.words != told[number] {
          if expected == .unknown && (told[number] == nil || isShadowed) { continue }
          return
            "\(statement.id) in \(sample.spelled(number)) is \(expected.map { "\($0)" } ?? "not held"), "
            + "not \(told[number] ?? "free")"
        }
      }
    }
    return nil
  }

  /// What keeps an edit from getting through.
  private enum Hold: Equatable {
    case told(String)
    /// By another file of its scope.
    case shadowedInScope
    /// Files that include others are put together in ways that texts do not tell.
    case unknown

    var words: String? { if case .told(let words) = self { words } else { nil } }
  }

  private func hold(
    of place: SourceRange, _ key: PlainKey, _ asked: Evaluation,
    _ statement: PlainStatements.Statement, _ side: Side
  ) -> Hold? {
    let steps = asked.explained(sample.key(key, asked)).steps
    guard let step = steps.first(where: { $0.place.statement == place.statement }) else {
      if !statement.isValue { return nil }
      if sample.times.hasParts { return .unknown }
      // What a later file of its scope wrote over was never there (T3).
      let isCovered = all[side].contains { other in
        guard other.isValue, other.scope == statement.scope, statement.isRead(before: other),
          let inner = other.key
        else { return false }
        if key.starts(with: inner) && inner != key { return !other.isEmptyObject }
        if inner == key { return !other.isEmptyObject || !statement.isEmptyObject }
        return inner.starts(with: key) && !statement.isEmptyObject
      }
      return isCovered ? .shadowedInScope : nil
    }
    guard let by = step.by else { return nil }
    switch step.outcome {
    case .overridden, .replaced: return .told("shadowed at \(by.statement)")
    case .stopped, .excluded, .refused: return .told("\(step.outcome) at \(by.statement)")
    case .effective, .merged, .acted, .idle: return nil
    }
  }

  /// Whether what one time alone says is told by an edit of the other time: the same file says something of
  /// another kind there.
  private func isPart(_ statement: PlainStatements.Statement, _ edit: StatementChange) -> Bool {
    guard statement.isValue, let key = statement.key else { return false }
    if edit.places.from != nil && edit.places.to != nil { return false }
    let others = all[edit.side == .from ? .to : .from].filter {
      $0.isValue && $0.file == statement.file && $0.scope == statement.scope
    }.compactMap { other in other.key.map { (key: $0, isEmpty: other.isEmptyObject) } }
    let hasInside = others.contains { $0.key.starts(with: key) && $0.key != key }
    let hasAround = others.contains {
      key.starts(with: $0.key) && $0.key != key && !$0.isEmpty
    }
    return (statement.isEmptyObject || edit.side == .from) && hasInside
      || edit.side == .from && hasAround
  }
}

extension PlainStatements.Statement {
  /// Whether it is a '{}'; only computed values have a directive besides.
  fileprivate var isEmptyObject: Bool {
    text.hasPrefix("{") && !["$ref", "$format", "$env", "$file"].contains { text.contains($0) }
  }

  /// Whether its file comes before the one of another statement.
  fileprivate func isRead(before other: Self) -> Bool {
    // Bytes above ASCII are spelled in brackets, and come last.
    let (mine, others) = (Array(file.utf8), Array(other.file.utf8))
    return mine.lexicographicallyPrecedes(others) { one, other in
      let bracket = UInt8(ascii: "<")
      if one == bracket || other == bracket { return one != bracket }
      return one < other
    }
  }

  /// Whether it is what stands at a place, or a part of it.
  fileprivate func stands(at place: SourceRange) -> Bool {
    guard file == PlainName(bytes: place.file.path).exact,
      scope == PlainName(bytes: place.file.scope.path).exact,
      inclusion == place.file.inclusion
    else { return false }
    return range.overlaps(place.range.start..<max(place.range.end, place.range.start + 1))
  }
}

extension SourceFile {
  /// Where it was included from, up to the property file.
  fileprivate var inclusion: String {
    includedFrom.map {
      "\(PlainName(bytes: $0.file.path).exact):\($0.range.start)\($0.file.inclusion)"
    } ?? ""
  }
}
