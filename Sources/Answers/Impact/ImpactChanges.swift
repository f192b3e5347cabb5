import Cascade

/// The distinct changes of an impact, each with all its scopes.
final class ImpactChanges {
  private var byID = Catalog<ImpactChange.ID, ImpactChange>()
  /// The computed values of the report: short references can have long results.
  private var computedSize = ValueSize.nothing
  private let mask: ReportMask

  init(_ mask: ReportMask) { self.mask = mask }

  /// Sorts the changes by their first scopes.
  func sort() { byID = byID.sorted(by: \.firstNumber) }

  var all: [ImpactChange] { byID.items }

  /// Returns nil if the computed values of the report are too many (V7).
  func take(
    _ change: ValueChange, _ values: BeforeAfter<EffectiveValue?>,
    in scopes: BeforeAfter<Evaluation>, _ causes: [ImpactChange.Cause] = [],
    _ attributes: @autoclosure () -> [OwnAttribute] = []
  ) -> ImpactChange? {
    let masks = BeforeAfter { scopes[$0].mask(change.key) }
    let texts = BeforeAfter { side in values[side].map { ValueText($0, mask.names) } }
    let id = ImpactChange.ID(
      key: change.key, from: texts.from, to: texts.to,
      object: change.object, causes: causes.map(\.id))
    let found: ImpactChange
    if let known = byID[id] {
      for side in [Side.from, .to] {
        if let value = values[side] { known.values[side]?.note(value, under: masks[side]) }
      }
      known.note(causes)
      found = known
    } else {
      for case let value? in [change.from, change.to] {
        guard (try? value.report(&computedSize)) != nil else { return nil }
      }
      let kept = BeforeAfter { side in
        guard let value = values[side], let text = texts[side] else { return nil as KeptValue? }
        return KeptValue(value, text, of: change.key, masks[side])
      }
      found =
        byID[
          id, orNew: ImpactChange(change.key, kept, in: change.object, causes, attributes())]
    }
    for case let value? in [found.values.from, found.values.to] { mask.note(value) }
    return found
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
