import Cascade
import JSONSource

/// What `where` found, as far as it was asked for.
struct DistributionReport {
  let keys: [KeyDistribution]
  let roll: ScopeRoll
  let names: NameTable
  let reveals: Bool
  /// What kept scopes from being read.
  let problems: [(scope: Scope, problem: Diagnostic)]
  /// The one value that is of interest; nil for all.
  private let wanted: Value?
  private let masks: [Key: Mask]

  init(_ distribution: Distribution, _ names: NameTable, only wanted: Value?, reveals: Bool) {
    keys = distribution.keys
    roll = distribution.roll
    problems = distribution.problems
    self.names = names
    self.wanted = wanted
    self.reveals = reveals
    var mask = distribution.mask
    var masks: [Key: Mask] = [:]
    for key in distribution.keys {
      let isSecret = key.values.contains { $0.value.drawsOnSecret }
      let own = mask.mask(key.key)
      masks[key.key] = isSecret ? own.whole : own
    }
    self.masks = masks
  }

  var isFiltered: Bool { wanted != nil }

  /// What is masked of a key in all scopes, for it is secret in one.
  func mask(of key: KeyDistribution) -> Mask { reveals ? .none : masks[key.key] ?? .none }

  /// The values of a key that are of interest.
  func values(of key: KeyDistribution) -> [KeyDistribution.Share] {
    guard let wanted else { return key.values }
    return [key.share(of: wanted, names)].compactMap { $0 }
  }

  /// The scopes that have a value of interest under any key.
  var scopes: ScopeSet { ScopeSet(joining: keys.flatMap { values(of: $0).map(\.scopes) }) }

  var isUnresolved: Bool { !problems.isEmpty || keys.contains { !$0.failures.isEmpty } }
}
