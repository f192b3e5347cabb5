import JSONSource

/// What took an inherited value away.
package enum Taking {
  case marker(Marker)
  /// A value of another kind where an object around it stood.
  case replaced(by: Written)

  package var place: Place {
    switch self {
    case .marker(let marker): marker.place
    case .replaced(let value): value.place
    }
  }
}

/// Why a key has no value, though it had one.
package struct Absence {
  package enum Reason: String {
    case neverSet = "never-set"
    case stopped, excluded, replaced
  }

  package let taking: Taking
  /// The level at which the value went.
  let level: Int

  package var reason: Reason {
    switch taking {
    case .marker(let marker): marker.kind == .stop ? .stopped : .excluded
    case .replaced: .replaced
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
