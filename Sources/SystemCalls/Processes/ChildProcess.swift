/// A child process, found by `PATH` and started without a shell, with pipes as standard streams.
///
/// A single loop serves all pipes, so that neither process blocks the other.
package final class ChildProcess {
  /// The timeout for a child that neither writes nor uses CPU time.
  package struct Timeout {
    let interval: Int
    /// The number of idle checks in a row before the child is killed.
    let most: Int
    let tell: () -> Void

    package init(interval: Int = 1000, most: Int = 300, tell: @escaping () -> Void = {}) {
      (self.interval, self.most, self.tell) = (interval, most, tell)
    }
  }

  package var output: [UInt8] = []
  package private(set) var errors: [UInt8] = []
  private let number: pid_t
  private var input: Descriptor?
  private var outputEnd: Descriptor?
  private var errorEnd: Descriptor?
  /// Reused, since a buffer of this size would be mapped anew for each call.
  private var room = [UInt8](repeating: 0, count: 1 << 16)
  private var pending: ArraySlice<UInt8> = []
  private var end: TerminationStatus?
  private let timeout: Timeout
  private let leadsGroup: Bool
  private var idleChecks = 0
  private var hasTold = false
  /// The CPU time, in nanoseconds.
  private var worked = 0

  private static let errorLimit = 1 << 16

  /// With `signals`, it leads a process group that `stop` kills, and has the signal mask from before them.
  package init(
    _ command: [[UInt8]], environment: [[UInt8]], directory: Descriptor? = nil,
    timeout: Timeout = Timeout(), receiving signals: SignalReceiver? = nil
  ) throws(Errno) {
    (self.timeout, leadsGroup) = (timeout, signals != nil)
    let (childInput, input) = try Descriptor.pipe()
    let (output, childOutput) = try Descriptor.pipe()
    let (errors, childErrors) = try Descriptor.pipe()
    for end in [input, output, errors] { try end.setBlocking(false) }
    number = try Spawning.start(
      command, environment, in: directory,
      streams: [childInput.number, childOutput.number, childErrors.number],
      alone: signals?.previousMask)
    (self.input, outputEnd, errorEnd) = (input, output, errors)
  }

  deinit {
    if end == nil { stop() }
  }

  package static func run(
    _ command: [[UInt8]], input: [UInt8] = [], environment: [[UInt8]], directory: Descriptor? = nil,
    timeout: Timeout = Timeout()
  ) throws(Errno) -> (end: TerminationStatus, output: [UInt8], errors: [UInt8]) {
    let child = try ChildProcess(
      command, environment: environment, directory: directory, timeout: timeout)
    child.write(input)
    let end = try child.finish()
    return (end, child.output, child.errors)
  }

  /// Writes to standard input as far as the pipe accepts it, the rest in `serve` or `finish`.
  package func write(_ bytes: [UInt8]) {
    if pending.isEmpty { pending = bytes[...] } else { pending += bytes }
    // The error occurs again in `serve` or `finish`.
    try? push()
  }

  private func push() throws(Errno) {
    guard let input else { return }
    guard let count = try input.writeSome(pending) else {
      // The reader is closed; the child's status shows why.
      (self.input, pending) = (nil, [])
      return
    }
    pending = pending.dropFirst(count)
  }

  /// Transfers bytes until `isEnough` returns true or the output ends.
  package func serve(until isEnough: () -> Bool) throws(Errno) {
    while !isEnough(), outputEnd != nil { try serveOnce() }
  }

  /// Closes standard input, and transfers bytes until `isEnough` returns true or both streams end.
  package func serveToEnd(until isEnough: () -> Bool) throws(Errno) {
    input = nil
    while !isEnough(), outputEnd != nil || errorEnd != nil { try serveOnce() }
  }

  package func read() throws(Errno) {
    if let outputEnd, try !outputEnd.read(into: &output, by: &room) { self.outputEnd = nil }
  }

  /// Closes standard input, reads the remaining output and waits for the child to end.
  package func finish() throws(Errno) -> TerminationStatus {
    while !pending.isEmpty, input != nil, outputEnd != nil || errorEnd != nil {
      try serveOnce()
    }
    input = nil
    while outputEnd != nil || errorEnd != nil { try serveOnce() }
    return try wait()
  }

  /// Reads output while the child ends, and kills it if it is idle.
  package func drainAndStop() {
    input = nil
    let before = idleChecks
    while outputEnd != nil || errorEnd != nil, idleChecks <= before, (try? serveOnce()) != nil {}
    stop()
  }

  @discardableResult
  package func stop() -> TerminationStatus? {
    (input, outputEnd, errorEnd) = (nil, nil, nil)
    if let end { return end }
    kill(leadsGroup ? -number : number, SIGKILL)
    end = try? TerminationStatus.take(of: number, waiting: true)
    return end
  }

  private func wait() throws(Errno) -> TerminationStatus {
    var pause = 0
    var waited = 0
    while true {
      if let end { return end }
      end = try TerminationStatus.take(of: number, waiting: false)
      if end != nil { continue }
      SystemClock.sleep(pause)
      waited += pause
      if waited >= timeout.interval {
        try look()
        waited = 0
      }
      pause = min(2 * pause + 1, 100)
    }
  }

  private func look() throws(Errno) {
    var time = timespec()
    #if os(Linux)
      var clock = clockid_t()
      if clock_getcpuclockid(number, &clock) == 0 { clock_gettime(clock, &time) }
    #endif
    let work = Int(time.tv_sec) * 1_000_000_000 + Int(time.tv_nsec)
    if work != worked {
      (worked, idleChecks) = (work, 0)
      return
    }
    idleChecks += 1
    if !hasTold { timeout.tell() }
    hasTold = true
    guard idleChecks >= timeout.most else { return }
    stop()
    throw .timedOut
  }

  private func serveOnce() throws(Errno) {
    var readiness = Readiness()
    let takesMore = readiness.add(pending.isEmpty ? nil : input?.number, .writing)
    let hasOutput = readiness.add(outputEnd?.number, .reading)
    let hasErrors = readiness.add(errorEnd?.number, .reading)
    guard try readiness.wait(atMost: timeout.interval) else { return try look() }
    idleChecks = 0
    if readiness.isReady(takesMore) { try push() }
    if readiness.isReady(hasOutput) { try read() }
    if readiness.isReady(hasErrors), let errorEnd {
      if try !errorEnd.read(into: &errors, by: &room) { self.errorEnd = nil }
      if errors.count > Self.errorLimit { errors.removeSubrange(Self.errorLimit...) }
    }
  }
}

package enum TerminationStatus: Equatable {
  case exited(Int32)
  case signalled(Signal)

  /// Decodes a waitpid(2) status: Swift cannot import the macros of <sys/wait.h>.
  private init(status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exited(status >> 8 & 0xFF) : .signalled(Signal(number: signal))
  }

  /// Reaps a child; nil if it is running and `waiting` is false. Its number may then be reused.
  static func take(of child: pid_t, waiting: Bool) throws(Errno) -> TerminationStatus? {
    var status: Int32 = 0
    let found = try retrying { waitpid(child, &status, waiting ? 0 : WNOHANG) }
    return found == 0 ? nil : TerminationStatus(status: status)
  }
}
