import JSONSource

/// What took an inherited value away, or kept one from being set.
package enum Withdrawal {
  /// A stop or an exclusion, of the level at a position.
  case marker(Marker, position: Int)
  /// A value of another kind, or a strategy, where an object around it stood.
  case replaced(by: Definition)
  /// A final key without a value, which a nearer level tried to set.
  case refused(by: Marker)

  package var place: SourceRange {
    switch self {
    case .marker(let marker, _), .refused(let marker): marker.place
    case .replaced(let value): value.place
    }
  }

  /// Whether this took something after `other` did in the same step: of a nearer level, or read later.
  func isLater(than other: Withdrawal) -> Bool {
    guard case .marker(let mine, let position) = self,
      case .marker(let others, let otherPosition) = other
    else { return false }
    return position == otherPosition ? others.isRead(before: mine) : position > otherPosition
  }
}

/// Why a key has no value, though a level set it.
package struct Absence {
  package let withdrawal: Withdrawal
  /// Whether an array took the place of another one, in which the key led to an element.
  package var isOfOtherArray = false

  package var place: SourceRange { withdrawal.place }

  package var reason: AbsenceReason {
    switch withdrawal {
    case .marker(let marker, _): marker.directive == .stop ? .stopped : .excluded
    case .replaced: .replaced
    case .refused: .refused
    }
  }
}

/// What a level tried against a final key (I7).
package struct Refusal {
  package let attempt: Statement
  /// The final marker.
  package let by: Marker
}
