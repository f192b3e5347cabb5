import FileTree
import SystemCalls

/// Where output goes: gathered whole, until the command says that nothing can fail any more.
package final class Sink {
  // Asked only where it matters, since it is a system call.
  private let checkTerminal: () -> Bool
  private let measure: () -> Int
  private var bytes: [UInt8] = []
  private let drain: (([UInt8]) -> Errno?)?
  private var isReleased = false
  // Of what could not be handed on there is no rest.
  private var failure: Errno?
  /// The descriptor to which it goes, if it is one.
  package let descriptor: Int32?

  /// How much is gathered of what may go on.
  package static let most = 1 << 16

  /// `drain` writes all bytes and returns what failed; without one all is kept until
  /// it is taken.
  package init(
    isTerminal: @autoclosure @escaping () -> Bool = false,
    columns: @autoclosure @escaping () -> Int = 80, descriptor: Int32? = nil,
    drain: (([UInt8]) -> Errno?)? = nil
  ) {
    self.descriptor = descriptor
    checkTerminal = isTerminal
    measure = columns
    self.drain = drain
  }

  /// A sink for an open descriptor.
  package static func descriptor(_ stream: OpenStream) -> Sink {
    Sink(
      isTerminal: stream.isTerminal, columns: stream.columns ?? 80, descriptor: stream.number
    ) { bytes in
      do throws(Errno) { try stream.write(bytes) } catch { return error }
      return nil
    }
  }

  package var isTerminal: Bool { checkTerminal() }

  /// How many characters a line of the terminal has; nil where there is none.
  package private(set) lazy var width: Int? = isTerminal ? measure() : nil

  package func append(_ more: [UInt8]) {
    // What is long need not be copied.
    if bytes.isEmpty { bytes = more } else { bytes.append(contentsOf: more) }
    handOnMuch()
  }

  package func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    handOnMuch()
  }

  /// From here on nothing can fail any more: what is much goes on at once.
  package func release() {
    isReleased = drain != nil
    handOnMuch()
  }

  /// The same of what is little: somebody may be waiting for it.
  package func handOn() { if isReleased { failure = flush() } }

  private func handOnMuch() {
    if isReleased && bytes.count >= Self.most { failure = flush() }
  }

  package func discard() {
    bytes = []
  }

  /// What was gathered, which it has no longer.
  package func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  /// Hands on what was gathered; returns what failed.
  package func flush() -> Errno? {
    let bytes = take()
    guard failure == nil, let drain, !bytes.isEmpty else { return failure }
    return drain(bytes)
  }

  /// Hands on what was gathered, as the last there is; returns what failed.
  func settle() -> Errno? {
    if bytes.isEmpty && !isReleased { return nil }
    if let failure = flush() { return failure }
    guard let descriptor else { return nil }
    do throws(Errno) { try OpenStream(descriptor).settle() } catch { return error }
    return nil
  }

  /// Hands something on at once, past what is gathered; whether that went well.
  package func show(_ text: String) -> Bool {
    guard let drain else { return false }
    return drain(Array(text.utf8)) == nil
  }
}
