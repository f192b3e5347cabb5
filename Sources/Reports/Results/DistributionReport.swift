import Answers
import Cascade
import JSONSource

/// What `where` found, as far as it was asked for.
package struct DistributionReport {
  package let keys: [KeyDistribution]
  package let scopeIndex: ScopeIndex
  package let names: NameTable
  /// What kept scopes from being read.
  package let problems: [(scope: Scope, problem: Diagnostic)]
  /// The one value that is of interest; nil for all.
  private let wanted: EffectiveValue?
  private let mask: ReportMask

  package init(_ distribution: Distribution, _ names: NameTable, only wanted: EffectiveValue?) {
    keys = distribution.keys
    scopeIndex = distribution.scopeIndex
    problems = distribution.problems
    self.names = names
    self.wanted = wanted
    mask = distribution.mask
  }

  var isFiltered: Bool { wanted != nil }

  /// A value or a statement of a key; what is secret in one scope is masked in all.
  func shown(_ value: KeptValue) -> ShownValue { mask.shown(value) }

  /// The values of a key that are of interest.
  package func values(of key: KeyDistribution) -> [KeyDistribution.Share] {
    guard let wanted else { return key.values }
    return [key.share(of: wanted, names)].compactMap { $0 }
  }

  /// The scopes that have a value of interest under any key.
  package var scopes: ScopeSet { ScopeSet(joining: keys.flatMap { values(of: $0).map(\.scopes) }) }

  package var isUnresolved: Bool { !problems.isEmpty || keys.contains { !$0.failures.isEmpty } }
}
