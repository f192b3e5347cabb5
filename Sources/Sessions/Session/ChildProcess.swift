#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program that runs beside this one, found by `PATH` and started without a shell; its three standard
/// streams are pipes.
///
/// All pipes are served by one loop, so that neither side ever waits for the other in a circle.
package final class ChildProcess {
  /// A system call that failed, by its error number.
  package struct SystemError: Error {
    let code: Int32

    package init(code: Int32) {
      self.code = code
    }

    /// Whether there is no such program.
    package var isNotFound: Bool { code == ENOENT }

    /// Whether a child was given up.
    var isStandstill: Bool { code == ETIMEDOUT }

    package var words: String {
      isStandstill ? "it neither says nor does anything" : systemMessage(code)
    }
  }

  /// How a process ended.
  package enum End: Equatable {
    case exited(Int32)
    case signalled(Int32)
  }

  /// How long it is waited for while it neither says anything nor works. What works has all the time that
  /// it needs.
  struct Patience {
    /// How many milliseconds there are between two looks at it.
    var interval = 1000
    /// After how many looks in a row at which nothing had happened it is given up.
    var most = 300
    /// Is told at the first of them.
    var tell: () -> Void = {}
  }

  /// What it has written to its standard output, as far as nobody took it.
  var output: [UInt8] = []
  /// The beginning of what it has written to its standard error.
  private(set) var errors: [UInt8] = []

  private let number: pid_t
  private var input: PipeEnd?
  private var outputEnd: PipeEnd?
  private var errorEnd: PipeEnd?
  private var pending: [UInt8] = []
  private var written = 0
  private var end: End?
  private let patience: Patience
  /// At how many looks nothing had happened since something did.
  private var idleLooks = 0
  private var hasTold = false
  private var worked = timespec()

  /// How much is kept of what goes to standard error; the rest is read and let go.
  private static let errorLimit = 1 << 16

  /// Starts a program: its name and its arguments, its whole environment, and the descriptor of the
  /// directory to work in, if that is not this process's.
  init(
    _ command: [[UInt8]], environment: [[UInt8]], directory: Int32? = nil,
    patience: Patience = Patience()
  ) throws(SystemError) {
    self.patience = patience
    let (childInput, input) = try PipeEnd.pair()
    let (output, childOutput) = try PipeEnd.pair()
    let (errors, childErrors) = try PipeEnd.pair()
    for end in [input, output, errors] { try end.stopBlocking() }
    number = try Spawning.start(
      command, environment, in: directory,
      streams: [childInput.number, childOutput.number, childErrors.number])
    (self.input, outputEnd, errorEnd) = (input, output, errors)
    // What the child has of the pipes is closed here with the last references.
  }

  deinit {
    if end == nil { _ = stop() }
  }

  /// Runs a program to its end.
  static func run(
    _ command: [[UInt8]], input: [UInt8] = [], environment: [[UInt8]], directory: Int32? = nil,
    patience: Patience = Patience()
  ) throws(SystemError) -> (end: End, output: [UInt8], errors: [UInt8]) {
    let child = try ChildProcess(
      command, environment: environment, directory: directory, patience: patience)
    child.write(input)
    let end = try child.finish()
    return (end, child.output, child.errors)
  }

  /// Has bytes written to the standard input as soon as the pipe takes them.
  func write(_ bytes: [UInt8]) {
    if written == pending.count {
      pending = bytes
      written = 0
    } else {
      pending += bytes
    }
  }

  /// Moves bytes until there is enough output, or no more will come.
  func serve(until isEnough: () -> Bool) throws(SystemError) {
    while !isEnough(), outputEnd != nil { try serveOnce() }
  }

  /// Closes its standard input, reads the rest and waits for its end.
  func finish() throws(SystemError) -> End {
    while written < pending.count, input != nil, outputEnd != nil || errorEnd != nil {
      try serveOnce()
    }
    input = nil
    while outputEnd != nil || errorEnd != nil { try serveOnce() }
    return try wait()
  }

  /// Reads what it still has to say while it ends, and ends it if that is nothing.
  func dismiss() {
    input = nil
    let before = idleLooks
    while outputEnd != nil || errorEnd != nil, idleLooks <= before, (try? serveOnce()) != nil {}
    _ = stop()
  }

  /// Ends it, whatever it is doing.
  func stop() -> End? {
    (input, outputEnd, errorEnd) = (nil, nil, nil)
    if let end { return end }
    kill(number, SIGKILL)
    var status: Int32 = 0
    guard (try? Spawning.retrying { waitpid(number, &status, 0) }) != nil else { return nil }
    let found = End(status: status)
    end = found
    return found
  }

  /// It has closed its streams, and ends; with them went the only sign of it.
  private func wait() throws(SystemError) -> End {
    var pause: Int32 = 0
    var waited = 0
    while true {
      if let end { return end }
      var status: Int32 = 0
      if try Spawning.retrying({ waitpid(number, &status, WNOHANG) }) != 0 {
        end = End(status: status)
        continue
      }
      poll(nil, 0, pause)
      waited += Int(pause)
      if waited >= patience.interval {
        try look()
        waited = 0
      }
      pause = min(2 * pause + 1, 100)
    }
  }

  /// Counts how often nothing has happened since the last look.
  private func look() throws(SystemError) {
    let before = worked
    worked = work()
    if worked.tv_sec != before.tv_sec || worked.tv_nsec != before.tv_nsec {
      idleLooks = 0
      return
    }
    idleLooks += 1
    if !hasTold { patience.tell() }
    hasTold = true
    guard idleLooks >= patience.most else { return }
    _ = stop()
    throw SystemError(code: ETIMEDOUT)
  }

  /// How long it has worked, where the system tells.
  private func work() -> timespec {
    var time = timespec()
    #if os(Linux)
      var clock = clockid_t()
      if clock_getcpuclockid(number, &clock) == 0 { clock_gettime(clock, &time) }
    #endif
    return time
  }

  private func serveOnce() throws(SystemError) {
    let isWriting = written < pending.count
    var polled = [
      pollfd(fd: isWriting ? input?.number ?? -1 : -1, events: Int16(POLLOUT), revents: 0),
      pollfd(fd: outputEnd?.number ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: errorEnd?.number ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    let limit = Int32(clamping: patience.interval)
    if try Spawning.retrying({ poll(&polled, nfds_t(polled.count), limit) }) == 0 {
      return try look()
    }
    idleLooks = 0
    if polled[0].revents != 0, let input {
      if let count = try input.write(pending[written...]) {
        written += count
      } else {
        // Nobody reads it any more; why is told by how the child ends.
        self.input = nil
        written = pending.count
      }
    }
    if polled[1].revents != 0, let outputEnd, try !outputEnd.read(into: &output) {
      self.outputEnd = nil
    }
    if polled[2].revents != 0, let errorEnd {
      if try !errorEnd.read(into: &errors) { self.errorEnd = nil }
      if errors.count > Self.errorLimit { errors.removeSubrange(Self.errorLimit...) }
    }
  }
}

extension ChildProcess.End {
  /// Takes what waitpid(2) tells; the macros of <sys/wait.h> are none that Swift imports.
  init(status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(signal)
  }
}
