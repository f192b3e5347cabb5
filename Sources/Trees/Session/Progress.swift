import Output

/// A progress line on a terminal, removed before other output.
package final class Progress {
  private static let delay = 1000
  private static let interval = 100

  private let errors: OutputBuffer
  private let clock: () -> Int
  // Lazy, because checking for a terminal is a system call.
  private lazy var isWanted = errors.isTerminal
  private var start: Int?
  private var lastShown: Int?
  private var count = 0
  private var width = 0

  package init(_ session: Session) {
    (errors, clock) = (session.errors, session.clock)
  }

  func begin() {
    if start == nil { start = clock() }
  }

  func advance() {
    count += 1
    guard let start else { return }
    let now = clock()
    guard now - start >= Self.delay, isWanted else { return }
    if let lastShown, now - lastShown < Self.interval { return }
    lastShown = now
    let text = "heir: \(count) scopes…"
    width = text.count
    isWanted = errors.show(text + "\r")
  }

  func clear() {
    guard width > 0 else { return }
    _ = errors.show(String(repeating: " ", count: width) + "\r")
    width = 0
  }
}
