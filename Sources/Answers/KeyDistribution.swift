import Cascade
import JSONSource

/// What scopes have under one key: who sets it, who takes it, and where it is taken away.
package final class KeyDistribution {
  package let key: Key
  /// Where a value is written, in the order in which the walk came to them.
  package private(set) var definitions: [Setting] = []
  /// What takes values of the key away, in the same order.
  package private(set) var markers: [TakingMarker] = []
  /// What to say of it where the first scope does not mention it.
  package internal(set) var hint: KeyHint?
  /// The effective values, the most common first.
  package var values: [Share] { shares.sorted { $0.scopes.count > $1.scopes.count } }
  /// Where there is no value, by reason and place, the most common first.
  package var absences: [Gap] { gaps.sorted { $0.scopes.count > $1.scopes.count } }

  /// A value that is written somewhere, with the scopes in which it holds.
  package final class Setting {
    package let place: SourceRange
    /// As it is written, on one line.
    package let value: KeptValue
    package let because: [UInt8]?
    package let until: [UInt8]?
    package fileprivate(set) var scopes = ScopeSet()
    /// The values nearer to some scope that take its place there.
    package fileprivate(set) var shadows: [SourceRange] = []
    /// The final that withstands it.
    package fileprivate(set) var refusedBy: SourceRange?

    fileprivate init(_ written: Definition, _ value: KeptValue, in level: Level, _ key: Key) {
      place = written.place
      self.value = value
      func text(_ directive: Directive) -> [UInt8]? {
        PatternCursor([(0, level)], .attribute).descending(key.names).declarations(of: key, nil)
          .last { $0.marker.directive == directive && $0.isInForce }?.marker.text
      }
      (because, until) = level.hasMarkers ? (text(.because), text(.until)) : (nil, nil)
    }
  }

  /// A stop, an exclusion or a removal, with the scopes in which it takes something of the key.
  package final class TakingMarker {
    package let marker: Marker
    package fileprivate(set) var scopes = ScopeSet()
    package fileprivate(set) var refusedBy: SourceRange?

    fileprivate init(_ marker: Marker) {
      self.marker = marker
    }
  }

  /// An effective value with the scopes that have it.
  package final class Share {
    package let value: KeptValue
    /// Where it stands in the first of them.
    package let places: [SourceRange]
    package fileprivate(set) var scopes = ScopeSet()
    let identity: [UInt8]

    fileprivate init(_ value: KeptValue, _ identity: [UInt8], _ places: [SourceRange]) {
      (self.value, self.identity, self.places) = (value, identity, places)
    }
  }

  /// A reason why there is no value, with the scopes where it holds.
  package final class Gap {
    package let absence: Absence?
    package fileprivate(set) var scopes = ScopeSet()

    fileprivate init(_ absence: Absence?) {
      self.absence = absence
    }
  }

  /// A value that cannot be worked out, with the scopes where it cannot.
  package final class Failure {
    package let problem: Unresolved
    package fileprivate(set) var scopes = ScopeSet()

    fileprivate init(_ problem: Unresolved) {
      self.problem = problem
    }
  }

  /// What holds of the key in a run of scopes.
  struct Standing {
    fileprivate enum Answer {
      case value(Share)
      case absent(Gap)
      case failed(Failure)
    }

    fileprivate let answer: Answer
    fileprivate let taken: [Setting]
    fileprivate let acting: [TakingMarker]

    func add(_ run: Range<Int>) {
      switch answer {
      case .value(let share): share.scopes.append(run)
      case .absent(let gap): gap.scopes.append(run)
      case .failed(let failure): failure.scopes.append(run)
      }
      for definition in taken { definition.scopes.append(run) }
      for marker in acting { marker.scopes.append(run) }
    }
  }

  private struct GapID: Hashable {
    let reason: AbsenceReason
    let place: SourceRange.ID?
  }

  private var shares: [Share] = []
  private var sharesByIdentity: [[UInt8]: Share] = [:]
  private var gaps: [Gap] = []
  private var gapsByID: [GapID: Gap] = [:]
  /// What could not be worked out.
  package private(set) var failures: [Failure] = []
  private var definitionsByID: [SourceRange.ID: Setting] = [:]
  private var markersByID: [SourceRange.ID: TakingMarker] = [:]

  init(_ key: Key) {
    self.key = key
  }

  /// Whether no level of any scope speaks of the key.
  package var isUnknown: Bool {
    shares.isEmpty && failures.isEmpty && definitions.isEmpty
      && gaps.allSatisfy { $0.absence == nil }
  }

  /// The value that equals one, with its scopes.
  package func share(of value: EffectiveValue, _ names: NameTable) -> Share? {
    sharesByIdentity[value.identity]
  }

  /// Notes that in all scopes of which nothing was told, but for those of which nothing is known, nobody
  /// ever spoke of the key.
  func finish(_ count: Int, without unknown: ScopeSet) {
    let told =
      shares.map(\.scopes) + gaps.map(\.scopes) + failures.map(\.scopes) + [unknown]
    var silent = ScopeSet()
    var next = 0
    for run in ScopeSet(joining: told).runs + [count..<count] {
      silent.append(next..<max(next, run.lowerBound))
      next = run.upperBound
    }
    if silent.isEmpty { return }
    let gap = gap(nil)
    gap.scopes = ScopeSet(joining: [gap.scopes, silent])
  }

  /// Takes in what a scope has; `budget` is what may still be kept of values that were worked out.
  func standing(
    _ explanation: Explanation, _ failure: Unresolved?, in scope: Evaluation, _ budget: inout Int,
    _ mask: ReportMask
  ) -> Standing {
    var taken: [Setting] = []
    var acting: [TakingMarker] = []
    for step in scope.view.definitions(of: key, explanation).reversed() {
      guard case .value(let written) = step.say else { continue }
      let definition = definition(written, in: scope.view.levels[step.position], scope)
      switch step.outcome {
      case .effective, .merged: taken.append(definition)
      case .refused: definition.refusedBy = step.by
      case .overridden, .replaced: if let by = step.by { definition.note(shadow: by) }
      case .stopped, .excluded, .acted, .idle: break
      }
    }
    for step in explanation.steps.reversed() {
      guard case .marker(let marker) = step.say else { continue }
      // A `*` that finds nothing here is meant for what it finds elsewhere.
      guard marker.directive.takes, step.outcome != .idle || marker.pattern.key != nil else {
        continue
      }
      let taking = taking(marker)
      if step.outcome == .acted && step.takes { acting.append(taking) }
      if step.outcome == .refused { taking.refusedBy = step.by }
    }
    let answer = answer(explanation, failure, in: scope, &budget)
    if case .value(let share) = answer { mask.note(share.value) }
    return Standing(answer: answer, taken: taken, acting: acting)
  }

  private func answer(
    _ explanation: Explanation, _ failure: Unresolved?, in scope: Evaluation,
    _ budget: inout Int
  ) -> Standing.Answer {
    if let failure { return .failed(self.failure(failure)) }
    switch explanation.answer {
    case .absent(let absence): return .absent(gap(absence))
    case .value(let value):
      do throws(Unresolved) {
        let whole = try value.whole()
        let identity = whole.identity
        if let known = sharesByIdentity[identity] {
          known.value.note(whole, under: scope.mask(key))
          return .value(known)
        }
        budget -= 2 * value.drawn.bytes
        if budget < 0 { throw value.tooMuch }
        let kept = KeptValue(whole, of: key, scope.mask(key), scope.view.names)
        let share = Share(kept, identity, explanation.origins)
        shares.append(share)
        sharesByIdentity[identity] = share
        return .value(share)
      } catch { return .failed(self.failure(error)) }
    }
  }

  private func failure(_ problem: Unresolved) -> Failure {
    let failure = Failure(problem)
    failures.append(failure)
    return failure
  }

  private func gap(_ absence: Absence?) -> Gap {
    let id = GapID(reason: absence?.reason ?? .neverSet, place: absence?.place.id)
    if let known = gapsByID[id] { return known }
    let gap = Gap(absence)
    gaps.append(gap)
    gapsByID[id] = gap
    return gap
  }

  private func definition(
    _ written: Definition, in level: Level, _ scope: Evaluation
  ) -> Setting {
    let id = written.place.id
    if let known = definitionsByID[id] {
      known.value.note(asked: scope.view)
      known.value.note(in: scope)
      return known
    }
    let value = KeptValue(asWritten: written, of: key)
    value.note(asked: scope.view)
    value.note(in: scope)
    let definition = Setting(written, value, in: level, key)
    definitions.append(definition)
    definitionsByID[id] = definition
    return definition
  }

  private func taking(_ marker: Marker) -> TakingMarker {
    let id = marker.place.id
    if let known = markersByID[id] { return known }
    let taking = TakingMarker(marker)
    markers.append(taking)
    markersByID[id] = taking
    return taking
  }
}

extension KeyDistribution.Setting {
  fileprivate func note(shadow place: SourceRange) {
    let isKnown = shadows.contains { $0.isSame(as: place) }
    if !isKnown { shadows.append(place) }
  }
}
