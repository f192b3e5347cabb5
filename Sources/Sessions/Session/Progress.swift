import Snapshots

/// How far a long command has come: one line on a terminal, which is gone before anything else is printed.
package final class Progress: WalkListener {
  /// Who waits for less wants to see nothing.
  private static let patience = 1000
  private static let interval = 100
  /// The clock is asked at every so manieth scope at most.
  private static let mostScopes = 64

  private let errors: Sink
  private let clock: () -> Int
  // Whether there is a terminal is asked when there is something to show.
  private lazy var isWanted = !isQuiet && errors.isTerminal
  private let isQuiet: Bool
  /// When the first walk began.
  private var start: Int?
  private var lastAsked = 0
  private var lastShown: Int?
  private var count = 0
  private var next = 1
  private var stride = 1
  private var width = 0

  package init(_ session: Session, isQuiet: Bool) {
    (errors, clock) = (session.errors, session.clock)
    self.isQuiet = isQuiet
  }

  package func begin() {
    if start != nil { return }
    lastAsked = clock()
    start = lastAsked
  }

  /// Counts a scope, and shows the count when it is time.
  package func advance() {
    count += 1
    guard let start, count >= next else { return }
    let now = clock()
    // Where scopes take long, the clock is asked at each.
    stride = now - lastAsked < Self.interval / 2 ? min(stride * 2, Self.mostScopes) : 1
    next = count + stride
    lastAsked = now
    guard now - start >= Self.patience, isWanted else { return }
    if let lastShown, now - lastShown < Self.interval { return }
    lastShown = now
    let text = "heir: \(count) scopes…"
    width = text.count
    isWanted = errors.show(text + "\r")
  }

  /// Takes the line away.
  package func clear() {
    guard width > 0 else { return }
    _ = errors.show(String(repeating: " ", count: width) + "\r")
    width = 0
  }
}
