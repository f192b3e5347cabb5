import Trees

/// A time limit.
package final class Deadline {
  package private(set) var isOver = false
  private let clock: () -> Int
  private let end: Int?
  // The clock is read only at every 16th call.
  private var untilAsked = 0

  /// `limit` is in milliseconds from now; nil is no limit.
  package init(_ session: Session, limit: Int?) {
    clock = session.clock
    end = limit.map { session.clock() + $0 }
  }

  /// Call before each step.
  package func isPast() -> Bool {
    guard let end, !isOver else { return isOver }
    untilAsked -= 1
    if untilAsked > 0 { return false }
    untilAsked = 16
    isOver = clock() >= end
    return isOver
  }
}
