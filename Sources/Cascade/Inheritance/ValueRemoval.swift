import JSONSource

/// The statement that removed or prevented a value.
package enum ValueRemoval {
  case marker(Marker, position: Int)
  /// A value that replaced an object around the key.
  case replaced(by: Definition)
  /// A final key without a value, which a later level tried to set.
  case refused(by: Marker)

  package var place: SourceRange {
    switch self {
    case .marker(let marker, _), .refused(let marker): marker.place
    case .replaced(let value): value.place
    }
  }

  var outcome: Outcome {
    switch self {
    case .marker(let marker, _): marker.directive == .stop ? .stopped : .excluded
    case .replaced: .replaced
    case .refused: .refused
    }
  }

  func isLater(than other: ValueRemoval) -> Bool {
    guard case .marker(let mine, let position) = self,
      case .marker(let others, let otherPosition) = other
    else { return false }
    return position == otherPosition ? others.isRead(before: mine) : position > otherPosition
  }
}

/// Why a key that a level set has no value.
package struct Absence {
  package let withdrawal: ValueRemoval
  /// Whether another array replaced the array that had the element.
  package var isOfOtherArray = false

  package var place: SourceRange { withdrawal.place }

  package var reason: Outcome { withdrawal.outcome }
}

/// A value or marker that a final key refused (I7).
package struct Refusal {
  package let attempt: Statement
  package let by: Marker
}
