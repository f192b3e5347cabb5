import Cascade
import JSONSource

/// One statement of one level about a key, and what became of it.
package struct Step {
  package enum Say {
    case value(Written)
    case marker(Marker)
  }

  package let say: Say
  /// The level's position in the lineage.
  package let position: Int
  package let outcome: Outcome
  /// The nearest place that decided it.
  package let by: Place?
  /// Whether a marker that acted took something, and did not only give back what the trees before gave.
  package let takes: Bool

  init(say: Say, position: Int, outcome: Outcome, by: Place?, takes: Bool = false) {
    (self.say, self.position, self.outcome, self.by) = (say, position, outcome, by)
    self.takes = takes
  }

  package var place: Place {
    switch say {
    case .value(let value): value.place
    case .marker(let marker): marker.place
    }
  }
}
