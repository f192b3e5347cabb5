import Cascade
import JSONSource

/// The distinct changes of an impact, each with all its scopes.
struct ImpactChanges {
  private var byID = Catalog<ImpactChange.ID, ImpactChange>()
  private var budget = ValueBudget()
  private let mask: ReportMask

  init(_ mask: ReportMask) { self.mask = mask }

  /// Sorts the changes by their first scopes.
  mutating func sort() { byID = byID.sorted(by: \.firstNumber) }

  var all: [ImpactChange] { byID.items }

  mutating func take(
    _ change: ValueChange, _ values: BeforeAfter<EffectiveValue?>, _ masks: BeforeAfter<Mask>,
    _ causes: [ImpactChange.Cause], _ attributes: @autoclosure () -> [OwnAttribute]
  ) -> ImpactChange? {
    let texts = BeforeAfter { side in values[side].map { ValueText($0, mask.names) } }
    let id = ImpactChange.ID(
      key: change.key, from: texts.from, to: texts.to,
      object: change.object, causes: causes.map(\.id))
    if let known = byID[id] {
      if let value = values.from { known.from?.note(value, under: masks.from) }
      if let value = values.to { known.to?.note(value, under: masks.to) }
      known.note(causes)
      known.tell(mask)
      return known
    }
    guard budget.takes(change) else { return nil }
    let kept = BeforeAfter { side in
      guard let value = values[side], let text = texts[side] else { return nil as KeptValue? }
      return KeptValue(value, text, of: change.key, masks[side])
    }
    let new = byID[
      id, orNew: ImpactChange(change.key, kept, in: change.object, causes, attributes())]
    new.tell(mask)
    return new
  }
}

/// The bytes that computed values may still occupy: short references can have long results.
struct ValueBudget {
  private var bytes = 4 * ValueSize.most.bytes

  /// Subtracts both values; false if too many bytes were taken.
  mutating func takes(_ change: ValueChange) -> Bool {
    for value in [change.from, change.to] { bytes -= 2 * (value?.drawn.bytes ?? 0) }
    return bytes >= 0
  }
}

extension ValueChange {
  /// Both values; nil if one cannot be evaluated, with the error of its side.
  func wholes(
    _ fail: (Side, EvaluationError) -> Void
  ) -> BeforeAfter<EffectiveValue?>? {
    var values = BeforeAfter<EffectiveValue?>(from: nil, to: nil)
    do throws(EvaluationError) {
      values.from = try from?.whole()
      values.to = try to?.whole()
      return values
    } catch {
      fail(values.from == nil && from != nil ? .from : .to, error)
      return nil
    }
  }
}
