import JSONSource

/// What took an inherited value away, or kept one from being set.
package enum Taking {
  case marker(Marker)
  /// A value of another kind, or a strategy, where an object around it stood.
  case replaced(by: Written)
  /// A final key without a value, which a nearer level tried to set.
  case refused(by: Marker)

  package var place: Place {
    switch self {
    case .marker(let marker), .refused(let marker): marker.place
    case .replaced(let value): value.place
    }
  }
}

/// Why a key has no value, though a level set it.
package struct Absence {
  package enum Reason: String {
    case neverSet = "never-set"
    case stopped, excluded, replaced, refused
  }

  package let taking: Taking
  /// The level at which the value went.
  let level: Int

  package var reason: Reason {
    switch taking {
    case .marker(let marker): marker.kind == .stop ? .stopped : .excluded
    case .replaced: .replaced
    case .refused: .refused
    }
  }

  /// Whether this went after `other`: at a nearer level, or by a marker that is read later.
  func isLater(than other: Absence) -> Bool {
    if level != other.level { return level > other.level }
    if case .marker(let mine) = taking, case .marker(let others) = other.taking {
      return others.isRead(before: mine)
    }
    return false
  }
}

/// What a level tried against a final key (I7).
package struct Refusal {
  package enum Attempt {
    case values([Written])
    case marker(Marker)
  }

  package let attempt: Attempt
  /// The final marker.
  package let by: Marker
}
