import JSONSource
import TestSupport

@testable import Answers
@testable import Cascade

/// The answers of a distribution for a key, compared with those of single scopes.
struct ToldKey {
  private let key: KeyDistribution
  private let values: [Int: [KeyDistribution.Share]]
  private let gaps: [Int: [KeyDistribution.Gap]]
  private let failures: [Int: [KeyDistribution.Failure]]
  private var shadows: [String: Set<String>] = [:]
  private var refusals: [String: Set<String>] = [:]
  private var seen: Set<String> = []
  // What need not be told of: a marker that nowhere finds anything, the fate of an array.
  private var allowed: Set<String> = []
  private var allowedShadows: [String: Set<String>] = [:]
  private var allowedRefusals: [String: Set<String>] = [:]

  init(_ key: KeyDistribution) {
    self.key = key
    func byScope<Some>(_ all: [Some], _ scopes: (Some) -> ScopeSet) -> [Int: [Some]] {
      var found: [Int: [Some]] = [:]
      for one in all {
        for number in scopes(one).numbers { found[number, default: []].append(one) }
      }
      return found
    }
    values = byScope(key.values) { $0.scopes }
    gaps = byScope(key.absences) { $0.scopes }
    failures = byScope(key.failures) { $0.scopes }
  }

  mutating func allow(_ steps: [TraceEntry]) {
    for step in steps {
      // An element shares what becomes of its array.
      let elements =
        step.isOfValue ? key.definitions.map(\.place).filter { step.place.holds($0) } : []
      for id in [step.place.statement] + elements.map(\.statement) {
        allowed.insert(id)
        guard let by = step.by?.statement else { continue }
        if step.outcome == .refused {
          allowedRefusals[id, default: []].insert(by)
        } else {
          allowedShadows[id, default: []].insert(by)
        }
      }
    }
  }

  mutating func problem(
    _ number: Int, _ asked: Evaluation, _ own: Key, _ naive: ReferenceOutcome?
  ) -> String? {
    let (share, gap) = (values[number] ?? [], gaps[number] ?? [])
    let failed = failures[number] ?? []
    if share.count + gap.count + failed.count != 1 {
      return "told \(share.count), \(gap.count) and \(failed.count) times"
    }
    let explanation: Explanation
    do throws(EvaluationError) {
      explanation = try asked.explain(own)
      if let problem = Self.problem(explanation, share.first, gap.first, asked, naive) {
        return problem
      }
    } catch {
      if failed.isEmpty { return "fails alone" }
      if let naive, naive != .failure { return "does not fail for the reference" }
      explanation = asked.explained(own)
    }
    var steps = explanation.steps
    if own.names.dropFirst().contains(where: { asked.view.names.index($0) != nil }) {
      return problemOfElement(number, asked, own, steps)
    }
    if asked.view.node(own) == nil {
      // What has gone from a computed value is told as what became of that, where anybody asks there.
      let gone = steps.filter { $0.isOfValue && !$0.outcome.isInForce }
      allow(gone)
      steps.removeAll { $0.isOfValue && !$0.outcome.isInForce }
    }
    // A '{}' beside other parts gives nothing.
    if Self.compact(explanation, asked) != "{}" {
      let silent = steps.filter { $0.isOfEmptyObject && $0.outcome.isInForce }
      allow(silent)
      steps.removeAll { $0.isOfEmptyObject && $0.outcome.isInForce }
    }
    return problem(number, steps)
  }

  private static func compact(_ explanation: Explanation, _ asked: Evaluation) -> String? {
    guard case .value(let value) = explanation.answer, let whole = try? value.whole() else {
      return nil
    }
    var writer = JSONWriter(.compact)
    writer.value(whole, asked.view.names)
    return String(decoding: writer.take(), as: UTF8.self)
  }

  /// Of a key that may lead into an array the arrays define it by what they write of the element, and so do members of
  /// objects that have its name: whichever it is, one that holds is in force.
  private mutating func problemOfElement(
    _ number: Int, _ asked: Evaluation, _ own: Key, _ steps: [TraceEntry]
  ) -> String? {
    for count in 1...own.names.count {
      allow(asked.view.steps(Key(Array(own.names[..<count]))))
    }
    let activeDeclarations = steps.filter { $0.isOfValue && $0.outcome.isInForce }
    let held = key.definitions.filter { $0.scopes.numbers.contains(number) }.map(\.place)
    let isRight = held.allSatisfy { place in activeDeclarations.contains { $0.place.holds(place) } }
    if !isRight || held.isEmpty != activeDeclarations.isEmpty {
      return "takes \(activeDeclarations.map(\.place.statement)), not \(held.map(\.statement))"
    }
    return nil
  }

  private static func problem(
    _ explanation: Explanation, _ share: KeyDistribution.Share?, _ gap: KeyDistribution.Gap?,
    _ asked: Evaluation, _ naive: ReferenceOutcome?
  ) -> String? {
    switch explanation.answer {
    case .value(let value):
      var writer = JSONWriter(.compact)
      guard let whole = try? value.whole() else { return "cannot be worked out" }
      writer.value(whole, asked.view.names)
      let text = String(decoding: writer.take(), as: UTF8.self)
      guard let share else { return "has the value \(text)" }
      let told = String(decoding: share.value.json, as: UTF8.self)
      if !PlainDifference.isEqual(told, text) { return "is \(text), not \(told)" }
      if let naive {
        guard case .value(let other) = naive, PlainDifference.isEqual(told, other.compact) else {
          return "is \(naive) for the reference, not \(told)"
        }
      }
    case .absent(let absence):
      guard let gap else { return "is absent" }
      if let naive, naive != .absent { return "is \(naive) for the reference" }
      let mine = absence.map { "\($0.reason) \($0.place.statement)" } ?? "never"
      let told = gap.absence.map { "\($0.reason) \($0.place.statement)" } ?? "never"
      if mine != told { return "is absent for \(mine), not \(told)" }
    }
    return nil
  }

  private mutating func problem(_ number: Int, _ steps: [TraceEntry]) -> String? {
    var activeDeclarations: Set<String> = []
    var acting: Set<String> = []
    for step in steps {
      let id = step.place.statement
      switch step.statement {
      case .value:
        seen.insert(id)
        if step.outcome.isInForce { activeDeclarations.insert(id) }
        guard let by = step.by?.statement else { continue }
        switch step.outcome {
        case .refused: refusals[id, default: []].insert(by)
        case .overridden, .replaced: shadows[id, default: []].insert(by)
        default: break
        }
      case .marker(let marker) where marker.directive.takes:
        if step.outcome == .idle { allowed.insert(id) } else { seen.insert(id) }
        if step.outcome == .acted && step.takes { acting.insert(id) }
        if step.outcome == .refused, let by = step.by {
          refusals[id, default: []].insert(by.statement)
        }
      case .marker: continue
      }
    }
    let told = key.definitions.filter { $0.scopes.numbers.contains(number) }
    let held = Set(told.map(\.place.statement))
    if held != activeDeclarations {
      return "takes \(activeDeclarations.sorted()), not \(held.sorted())"
    }
    let markers = key.markers.filter { $0.scopes.numbers.contains(number) }
    let cuts = Set(markers.map(\.marker.place.statement))
    if cuts != acting { return "is cut by \(acting.sorted()), not \(cuts.sorted())" }
    return nil
  }

  func finalProblem() -> String? {
    let places = key.definitions.map(\.place.statement) + key.markers.map(\.marker.place.statement)
    let unexpected = Set(places).subtracting(seen)
    if !seen.isSubset(of: places) || !unexpected.isSubset(of: allowed)
      || Set(places).count != places.count
    {
      return "speak \(seen.sorted()), not \(places.sorted())"
    }
    for definition in key.definitions {
      let id = definition.place.statement
      let told = Set(definition.shadows.map(\.statement))
      let own = shadows[id] ?? []
      let more = told.subtracting(own)
      if !own.isSubset(of: told) || !more.isSubset(of: allowedShadows[id] ?? []) {
        return "\(id) is shadowed by \(own.sorted()), not \(told.sorted())"
      }
      if let problem = problem(id, definition.refusedBy) { return problem }
    }
    for marker in key.markers {
      if let problem = problem(marker.marker.place.statement, marker.refusedBy) { return problem }
    }
    return nil
  }

  private func problem(_ id: String, _ refusedBy: SourceRange?) -> String? {
    let own = refusals[id] ?? []
    let told = refusedBy?.statement
    guard let told else { return own.isEmpty ? nil : "\(id) is refused by \(own.sorted())" }
    return own.contains(told) || allowedRefusals[id]?.contains(told) == true
      ? nil : "\(id) is refused by \(own.sorted()), not \(told)"
  }
}

extension SourceRange {
  /// Whether a statement is this one, or in it.
  fileprivate func holds(_ other: SourceRange) -> Bool {
    file.id == other.file.id && range.start <= other.range.start && other.range.end <= range.end
  }
}

extension TraceEntry {
  fileprivate var isOfValue: Bool { if case .value = statement { true } else { false } }

  fileprivate var isOfEmptyObject: Bool {
    guard case .value(let written) = statement, written.kind == .object, !written.isComputed else {
      return false
    }
    return written.document.members(written.node).allSatisfy(\.isDirective)
  }
}
