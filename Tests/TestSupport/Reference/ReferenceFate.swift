/// The outcome of a scalar or an array that a level sets for a key.
package struct ReferenceFate: Hashable, Sendable, CustomStringConvertible {
  package enum Outcome: String, Hashable, Sendable {
    case effective
    /// One of several arrays that were put together.
    case merged
    /// By a value that is no object, as it is none.
    case overridden
    case stopped
    case excluded
    /// By a value of the other kind, or with an object around it.
    case replaced
    case refused
  }

  /// The statement that decided it.
  package enum Decision: Hashable, Sendable, CustomStringConvertible {
    /// The value, maybe an object, at a key.
    case value(ReferenceOrigin, key: PlainKey)
    case marker(ReferenceMarker)

    package var origin: ReferenceOrigin {
      switch self {
      case .value(let origin, _): origin
      case .marker(let marker): marker.origin
      }
    }

    package var description: String {
      switch self {
      case .value(let origin, let key): "\(origin) \(ReferencePattern.spelled(key))"
      case .marker(let marker): marker.description
      }
    }
  }

  package let origin: ReferenceOrigin
  package let outcome: Outcome
  /// What displaced the value last; nil where it holds.
  package var by: Decision? { decisions.first }
  /// Several where a value is refused for several keys in what it would replace: the rules prefer no key,
  /// so that the final of any of them will do. Otherwise one, or none where the value holds.
  package let decisions: [Decision]

  package var description: String {
    "\(origin) \(outcome.rawValue)" + (by.map { " by \($0)" } ?? "")
  }
}

/// The outcome of a displaced statement, with the statements responsible.
struct ReferenceDisplacement: Hashable, Sendable {
  var outcome: ReferenceFate.Outcome
  var decisions: [ReferenceFate.Decision]

  init(_ outcome: ReferenceFate.Outcome, _ decisions: ReferenceFate.Decision...) {
    self.outcome = outcome
    self.decisions = decisions
  }

  /// A refusal by the finals of one or several keys.
  init(refusedBy finals: [ReferenceMarker]) {
    outcome = .refused
    decisions = finals.map { .marker($0) }
  }
}

extension ReferenceFate {
  /// The fate of what is written at one place under the key, at the end of the lineage.
  init(of origin: ReferenceOrigin, at key: PlainKey, in holding: ReferenceHolding) {
    self.origin = origin
    if let displacement = holding.displacements[key]?[origin] {
      outcome = displacement.outcome
      decisions = displacement.decisions
    } else {
      let origins = holding.entries[key]?.origins ?? []
      precondition(origins.contains(origin), "\(origin) is gone and nobody displaced it")
      outcome = origins.count > 1 ? .merged : .effective
      decisions = []
    }
  }
}
