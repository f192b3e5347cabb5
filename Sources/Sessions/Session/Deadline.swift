/// When somebody who waits has waited long enough.
package final class Deadline {
  /// Whether that has come.
  package private(set) var isOver = false
  private let clock: () -> Int
  private let end: Int?
  // The clock is not asked each time.
  private var untilAsked = 0

  /// `limit` is in milliseconds from now; nil is no limit.
  package init(_ session: Session, limit: Int?) {
    clock = session.clock
    end = limit.map { session.clock() + $0 }
  }

  /// Looks, every so often, whether it has come; to be called before each step.
  package func isPast() -> Bool {
    guard let end, !isOver else { return isOver }
    untilAsked -= 1
    if untilAsked > 0 { return false }
    untilAsked = 16
    isOver = clock() >= end
    return isOver
  }
}
