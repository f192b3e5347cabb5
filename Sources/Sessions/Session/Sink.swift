import FileTree

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Where output goes: gathered whole, until the command says that nothing can fail any more.
package final class Sink {
  // Asked only where it matters, since it is a system call.
  private let checkTerminal: () -> Bool
  private let measure: () -> Int
  private var bytes: [UInt8] = []
  private let drain: (([UInt8]) -> Int32)?
  private var isReleased = false
  // Of what could not be handed on there is no rest.
  private var failure: Int32 = 0
  /// The descriptor to which it goes, if it is one.
  package let descriptor: Int32?

  /// How much is gathered of what may go on.
  package static let most = 1 << 16

  /// `drain` writes all bytes and returns 0, or the error number of what failed; without one all is kept until
  /// it is taken.
  package init(
    isTerminal: @autoclosure @escaping () -> Bool = false,
    columns: @autoclosure @escaping () -> Int = 80, descriptor: Int32? = nil,
    drain: (([UInt8]) -> Int32)? = nil
  ) {
    self.descriptor = descriptor
    checkTerminal = isTerminal
    measure = columns
    self.drain = drain
  }

  /// A sink for an open descriptor.
  package static func descriptor(_ number: Int32) -> Sink {
    Sink(isTerminal: isatty(number) == 1, columns: columns(number), descriptor: number) { bytes in
      do throws(Errno) { try OpenStream(number).write(bytes) } catch { return error.code }
      return 0
    }
  }

  package var isTerminal: Bool { checkTerminal() }

  /// How many characters a line of the terminal has; nil where there is none.
  package private(set) lazy var width: Int? = isTerminal ? measure() : nil

  private static func columns(_ descriptor: Int32) -> Int {
    var size = winsize()
    let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : 80
  }

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

  /// Hands on what was gathered; returns 0 or an error number.
  package func flush() -> Int32 {
    let bytes = take()
    guard failure == 0, let drain, !bytes.isEmpty else { return failure }
    return drain(bytes)
  }

  /// Hands on what was gathered, as the last there is; returns 0 or an error number.
  func settle() -> Int32 {
    if bytes.isEmpty && !isReleased { return 0 }
    let code = flush()
    guard code == 0, let descriptor else { return code }
    do throws(Errno) { try OpenStream(descriptor).settle() } catch { return error.code }
    return 0
  }

  /// Hands something on at once, past what is gathered; whether that went well.
  package func show(_ text: String) -> Bool { drain?(Array(text.utf8)) == 0 }
}

/// What the system says of an error number.
package func systemMessage(_ code: Int32) -> String {
  guard let text = strerror(code) else { return "error \(code)" }
  return String(cString: text)
}
