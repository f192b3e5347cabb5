import Trees

/// A time limit.
final class Deadline {
  private(set) var isOver = false
  private let clock: () -> Int
  private let end: Int?

  /// `limit` is in milliseconds from now; nil is no limit.
  init(_ session: Session, limit: Int?) {
    clock = session.clock
    end = limit.map { session.clock() + $0 }
  }

  /// Call before each step.
  func isPast() -> Bool {
    if let end, !isOver { isOver = clock() >= end }
    return isOver
  }
}
