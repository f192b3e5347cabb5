import Cascade
import JSONSource

/// The statements, values and absences of a key in all scopes.
package final class KeyDistribution {
  package let key: Key
  package private(set) var failures: [Failure] = []
  private var settings = Catalog<SourceRange.ID, Setting>()
  private var taking = Catalog<SourceRange.ID, RemovingMarker>()
  private var shares = Catalog<ValueText, Share>()
  private var gaps = Catalog<GapID, Gap>()
  private var firstNumber = 0
  private var foundCount = 0
  private(set) var first = Int.max
  /// Whether a pattern names the key.
  var isNamed = false
  /// Whether it has been an object or array that was computed.
  var hasParts = false
  /// Whether a value around it had parts before, and so maybe this key.
  var isFoundLate = false
  /// Whether it is of an array element that no requested scope has.
  var isOfSharedElement = false
  /// Its number among the keys that patterns name.
  var number: Int?
  /// The last step of the walk that looks at the key.
  private var lastStep = 0

  /// Discovery order, as if scopes were visited in directory order.
  fileprivate struct Order: Comparable {
    let number: Int
    let count: Int

    static let last = Order(number: .max, count: 0)

    static func < (one: Order, other: Order) -> Bool {
      (one.number, one.count) < (other.number, other.count)
    }

    func first(_ other: Order) -> Order { other.number < number ? other : self }
  }

  private struct GapID: Hashable {
    let reason: Outcome?
    let place: SourceRange.ID?
  }

  /// A written value with the scopes in which it is in force.
  package final class Setting: ScopedItem {
    package let place: SourceRange
    /// As written, on a single line.
    package fileprivate(set) var value: KeptValue
    package let because: [UInt8]?
    package let until: [UInt8]?
    /// The higher-precedence values that override it in some scope.
    package var shadows: [SourceRange] { shadowing.items.map(\.place) }
    private var shadowing = Catalog<SourceRange.ID, Shadow>()
    fileprivate var order = Order.last

    private struct Shadow {
      let place: SourceRange
      var order: Order
    }
    package fileprivate(set) var refusedBy: SourceRange?

    fileprivate init(
      _ written: Definition, in level: Level, _ key: Key, _ writer: inout JSONWriter
    ) {
      place = written.place
      value = KeptValue(asWritten: written, of: key, &writer)
      // Attributes of a key do not apply to an array that contains it.
      let own = level.statements.place(of: key)
      let declared = own?.isMention == true ? level.declarations(of: key) : nil
      because = declared?.activeDeclarations(.because).last?.marker.text
      until = declared?.activeDeclarations(.until).last?.marker.text
    }

    fileprivate func note(shadow place: SourceRange, _ order: Order) {
      func note(_ shadow: inout Shadow) { shadow.order = shadow.order.first(order) }
      note(&shadowing[place.id, orNew: Shadow(place: place, order: order)])
    }

    fileprivate func sortShadows() { shadowing = shadowing.sorted(by: \.order) }
  }

  /// A stop, exclusion or removal, with the scopes in which it affects the key.
  package final class RemovingMarker: ScopedItem {
    package let marker: Marker
    fileprivate var order = Order.last
    package fileprivate(set) var refusedBy: SourceRange?

    fileprivate init(_ marker: Marker) { self.marker = marker }
  }

  /// An effective value with its scopes.
  package final class Share: ScopedItem {
    package fileprivate(set) var value: KeptValue

    fileprivate init(_ value: KeptValue) { self.value = value }
  }

  /// The reason for a missing value, with the scopes.
  package final class Gap: ScopedItem {
    package let absence: Absence?

    fileprivate init(_ absence: Absence?) { self.absence = absence }
  }

  package final class Failure: ScopedItem {
    package let problem: EvaluationError
    /// The failure of a value around the key, which it repeats.
    package let repeated: Failure?
    package let isOfEvaluation: Bool
    /// Whether the value of the key itself is computed, so that keys in it are unknown, too.
    fileprivate let isOfAllInside: Bool

    fileprivate init(_ problem: EvaluationError, isOfEvaluation: Bool, isOfAllInside: Bool) {
      (self.problem, self.isOfEvaluation) = (problem, isOfEvaluation)
      (self.isOfAllInside, repeated) = (isOfAllInside, nil)
    }

    fileprivate init(repeating failure: Failure, in scopes: ScopeSet) {
      (problem, isOfEvaluation) = (failure.problem, failure.isOfEvaluation)
      (isOfAllInside, repeated) = (true, failure.repeated ?? failure)
      super.init()
      self.scopes = scopes
    }
  }

  init(_ key: Key) {
    self.key = key
  }

  /// The written values, in order of the walk.
  package var definitions: [Setting] { settings.items }
  package var markers: [RemovingMarker] { taking.items }
  /// The effective values, most common first.
  package var values: [Share] { mostCommonFirst(shares.items) }
  /// The absences by reason and place, most common first.
  package var absences: [Gap] { mostCommonFirst(gaps.items) }

  private func mostCommonFirst<Item: ScopedItem>(_ items: [Item]) -> [Item] {
    items.map { ($0, order: (-$0.scopes.count, $0.firstNumber)) }.sorted { $0.order < $1.order }
      .map(\.0)
  }

  var isOfNoScope: Bool {
    hasNoValue && gaps.items.allSatisfy(\.scopes.isEmpty) && failures.allSatisfy(\.scopes.isEmpty)
  }

  var hasNoValue: Bool { shares.items.allSatisfy(\.scopes.isEmpty) }

  /// Whether no level of any scope mentions the key.
  package var isUnknown: Bool {
    shares.items.isEmpty && failures.isEmpty && definitions.isEmpty
      && gaps.items.allSatisfy { $0.absence == nil }
  }

  func share(of value: EffectiveValue, _ names: NameTable) -> Share? {
    shares[ValueText(value, names)]
  }

  /// Records the remaining scopes, except for those with unknown values: a value around the key may have failed;
  /// otherwise no level mentions the key.
  func finish(_ count: Int, without unknown: ScopeSet, inside around: [KeyDistribution]) {
    var silent = silentScopes(count, without: unknown)
    for failure in around.flatMap(\.failures) where failure.isOfAllInside {
      if silent.isEmpty { return }
      let scopes = failure.scopes.intersection(silent)
      if scopes.isEmpty { continue }
      failures.append(Failure(repeating: failure, in: scopes))
      silent = silent.subtracting(scopes)
    }
    if silent.isEmpty { return }
    let gap = gap(nil)
    gap.scopes = ScopeSet(joining: [gap.scopes, silent])
  }

  private func silentScopes(_ count: Int, without unknown: ScopeSet) -> ScopeSet {
    let sets =
      shares.items.map(\.scopes) + gaps.items.map(\.scopes) + failures.map(\.scopes) + [unknown]
    return ScopeSet(0..<count).subtracting(ScopeSet(joining: sets))
  }

  /// Whether a step of the walk did not look at the key before.
  func isNew(in step: Int) -> Bool {
    defer { lastStep = step }
    return lastStep != step
  }

  func begin(_ number: Int) {
    firstNumber = number
  }

  func noteFirst(_ number: Int) { first = min(first, number) }

  private var now: Order {
    foundCount += 1
    return Order(number: firstNumber, count: foundCount)
  }

  func renumber(by numbers: ScopeNumbers) {
    func renumber(_ items: [some ScopedItem]) {
      for item in items { item.scopes = numbers.set(item.scopes) }
    }
    renumber(settings.items)
    renumber(taking.items)
    renumber(shares.items)
    renumber(gaps.items)
    renumber(failures)
    for setting in settings.items { setting.sortShadows() }
    (settings, taking) = (settings.sorted(by: \.order), taking.sorted(by: \.order))
    shares = shares.filter { !$0.scopes.isEmpty }.sorted(by: \.firstNumber)
    gaps = gaps.filter { !$0.scopes.isEmpty }.sorted(by: \.firstNumber)
    failures = failures.filter { !$0.scopes.isEmpty }.sorted { $0.firstNumber < $1.firstNumber }
  }

  func keep(_ chosen: ScopeSet) {
    func isChosen(_ spread: ScopedItem) -> Bool {
      spread.scopes = spread.scopes.intersection(chosen)
      return !spread.scopes.isEmpty
    }
    (settings, taking) = (settings.filter(isChosen), taking.filter(isChosen))
    (shares, gaps) = (shares.filter(isChosen), gaps.filter(isChosen))
    failures = failures.filter(isChosen)
  }

  /// The written values in force, the markers that removed others, and the answer.
  /// `computedSize` is that of all computed values of the report.
  func record(
    _ explanation: Explanation, _ failure: EvaluationError?, isComputed: Bool,
    in scope: Evaluation, _ computedSize: inout ValueSize, _ mask: ReportMask,
    _ writer: inout JSONWriter
  ) -> [ScopedItem] {
    var items: [ScopedItem] = []
    mask.note(key, explanation.place)
    // The first level whose inclusions cannot be read: a fragment may declare values from there on secret.
    let unread =
      failure == nil
      ? nil : scope.view.levels.firstIndex { !$0.openInclusions(along: key).isEmpty }
    for (step, written) in scope.view.definitions(of: key, explanation).reversed() {
      let level = scope.view.levels[step.position]
      let setting = settings[written.place.id, orNew: Setting(written, in: level, key, &writer)]
      setting.order = setting.order.first(now)
      setting.value.note(asked: explanation.place.rest, scope.view.names)
      if let unread, step.position >= unread { setting.value.isUncertain = true }
      setting.value.note(in: scope)
      switch step.outcome {
      case .effective, .merged: items.append(setting)
      case .refused: setting.refusedBy = step.by
      case .overridden, .replaced: if let by = step.by { setting.note(shadow: by, now) }
      case .stopped, .excluded, .acted, .idle: break
      }
    }
    for step in explanation.steps.reversed() {
      guard case .marker(let marker) = step.statement else { continue }
      // A directive without effect here is listed only with the key that it names.
      guard marker.directive.takes, step.outcome != .idle || marker.pattern.key == key else {
        continue
      }
      let taking = taking[marker.place.id, orNew: RemovingMarker(marker)]
      taking.order = taking.order.first(now)
      if step.outcome == .acted && step.takes { items.append(taking) }
      if step.outcome == .refused { taking.refusedBy = step.by }
    }
    return items + [
      answer(explanation, failure, isComputed: isComputed, in: scope, &computedSize, mask)
    ]
  }

  private func answer(
    _ explanation: Explanation, _ failure: EvaluationError?, isComputed: Bool,
    in scope: Evaluation, _ computedSize: inout ValueSize, _ mask: ReportMask
  ) -> ScopedItem {
    do throws(EvaluationError) {
      if let failure { throw failure }
      switch explanation.answer {
      case .absent(let absence): return gap(absence)
      case .value(let value):
        let share = try share(value, in: scope, &computedSize)
        mask.note(share.value)
        return share
      }
    } catch {
      failures.append(
        Failure(
          error, isOfEvaluation: scope.view.openInclusions(along: key).isEmpty,
          isOfAllInside: isComputed))
      return failures[failures.count - 1]
    }
  }

  private func share(
    _ value: ValueCursor, in scope: Evaluation, _ computedSize: inout ValueSize
  ) throws(EvaluationError) -> Share {
    let whole = try value.whole()
    let text = ValueText(whole, scope.view.names)
    if let known = shares[text] {
      known.value.note(whole, under: scope.mask(key))
      return known
    }
    try value.report(&computedSize)
    let kept = KeptValue(
      whole, text, of: key, scope.mask(key), like: shares.items.last?.value)
    return shares[text, orNew: Share(kept)]
  }

  private func gap(_ absence: Absence?) -> Gap {
    let id = GapID(reason: absence?.reason, place: absence?.place.id)
    return gaps[id, orNew: Gap(absence)]
  }
}
