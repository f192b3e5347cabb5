import Cascade
import JSONSource

/// The changes that an impact has found, each once however many scopes it hits.
struct ImpactChanges {
  /// In the order in which they were found.
  private(set) var all: [ImpactChange] = []
  private var byID: [ImpactChange.ID: ImpactChange] = [:]
  // What may be kept of values that were worked out: a reference can make much out of little.
  private var budget = 4 * Amount.most.bytes
  private let mask: ReportMask

  init(_ mask: ReportMask) { self.mask = mask }

  /// Takes in what changed in a scope, with what is secret of it there and what made it; nil where the values
  /// are too much to be kept.
  mutating func take(
    _ change: ValueChange, _ values: BeforeAfter<EffectiveValue?>, _ masks: BeforeAfter<Mask>,
    _ causes: [ImpactChange.Cause]
  ) -> ImpactChange? {
    let names = mask.names
    let id = ImpactChange.ID(
      key: change.key, from: values.from?.identity, to: values.to?.identity,
      object: change.object, causes: causes.map(\.id))
    if let known = byID[id] {
      if let value = values.from { known.from?.note(value, under: masks.from) }
      if let value = values.to { known.to?.note(value, under: masks.to) }
      known.tell(mask)
      return known
    }
    for value in [change.from, change.to] { budget -= 2 * (value?.drawn.bytes ?? 0) }
    if budget < 0 { return nil }
    let kept = BeforeAfter { side in
      values[side].map { KeptValue($0, of: change.key, masks[side], names) }
    }
    let new = ImpactChange(change.key, kept, in: change.object, causes)
    new.tell(mask)
    byID[id] = new
    all.append(new)
    return new
  }
}
