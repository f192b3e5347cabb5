import Trees

/// A progress line on a terminal, removed before other output.
package final class Progress: WalkListener {
  private static let delay = 1000
  private static let interval = 100
  private static let maxScopes = 64

  private let errors: OutputBuffer
  private let clock: () -> Int
  // Lazy, because checking for a terminal is a system call.
  private lazy var isWanted = !isQuiet && errors.isTerminal
  private let isQuiet: Bool
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

  package func advance() {
    count += 1
    guard let start, count >= next else { return }
    let now = clock()
    // If scopes are slow, the clock is read at every scope.
    stride = now - lastAsked < Self.interval / 2 ? min(stride * 2, Self.maxScopes) : 1
    next = count + stride
    lastAsked = now
    guard now - start >= Self.delay, isWanted else { return }
    if let lastShown, now - lastShown < Self.interval { return }
    lastShown = now
    let text = "heir: \(count) scopes…"
    width = text.count
    isWanted = errors.show(text + "\r")
  }

  package func clear() {
    guard width > 0 else { return }
    _ = errors.show(String(repeating: " ", count: width) + "\r")
    width = 0
  }
}
