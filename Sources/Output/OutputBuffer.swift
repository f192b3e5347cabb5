import SystemCalls

/// Buffered output. It is kept until the command can no longer fail.
package final class OutputBuffer {
  // A closure, because checking for a terminal is a system call.
  private let measure: () -> Int?
  private var bytes: [UInt8] = []
  private let drain: (([UInt8]) -> Errno?)?
  private var isReleased = false
  // After an error the remaining output is dropped.
  private var failure: Errno?
  package let descriptor: Int32?

  package static let most = 1 << 16

  /// `drain` writes all bytes and returns the error; without it the output is kept until taken.
  package init(
    width: @autoclosure @escaping () -> Int? = nil, descriptor: Int32? = nil,
    drain: (([UInt8]) -> Errno?)? = nil
  ) {
    self.descriptor = descriptor
    measure = width
    self.drain = drain
  }

  package static func descriptor(_ stream: OpenStream) -> OutputBuffer {
    OutputBuffer(width: stream.terminalWidth, descriptor: stream.number) { bytes in
      do throws(Errno) { try stream.write(bytes) } catch { return error }
      return nil
    }
  }

  /// The number of columns; nil without a terminal.
  package private(set) lazy var width: Int? = measure()

  package var isTerminal: Bool { width != nil }

  package func append(_ more: [UInt8]) {
    if bytes.isEmpty { bytes = more } else { bytes.append(contentsOf: more) }
    flushIfFull()
  }

  package func append(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    flushIfFull()
  }

  /// Call this when the command can no longer fail. A full buffer is then flushed.
  package func release() {
    isReleased = drain != nil
    flushIfFull()
  }

  /// Flushes a partial buffer, because a reader may be waiting.
  package func flushAll() { if isReleased { failure = flush() } }

  private func flushIfFull() {
    if isReleased && bytes.count >= Self.most { failure = flush() }
  }

  package func discard() {
    bytes = []
  }

  package func take() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  package func flush() -> Errno? {
    let bytes = take()
    guard failure == nil, let drain, !bytes.isEmpty else { return failure }
    return drain(bytes)
  }

  /// Also detects late write errors.
  package func finishWriting() -> Errno? {
    if bytes.isEmpty && !isReleased { return nil }
    if let failure = flush() { return failure }
    guard let descriptor else { return nil }
    do throws(Errno) { try OpenStream(descriptor).finishWriting() } catch { return error }
    return nil
  }

  /// Writes before the buffer. Returns whether it succeeded.
  package func show(_ text: String) -> Bool {
    guard let drain else { return false }
    return drain(Array(text.utf8)) == nil
  }
}
