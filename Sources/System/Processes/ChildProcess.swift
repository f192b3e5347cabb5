import CLibrary

/// A program that runs beside this one, found by `PATH` and started without a shell; its three standard
/// streams are pipes.
///
/// All pipes are served by one loop, so that neither side ever waits for the other in a circle.
package final class ChildProcess {
  /// How long it is waited for while it neither says anything nor works. What works has all the time that
  /// it needs.
  package struct Patience {
    /// How many milliseconds there are between two looks at it.
    let interval: Int
    /// After how many looks in a row at which nothing had happened it is given up.
    let most: Int
    /// Is told at the first of them.
    let tell: () -> Void

    /// Takes whom to tell.
    package init(interval: Int = 1000, most: Int = 300, tell: @escaping () -> Void = {}) {
      (self.interval, self.most, self.tell) = (interval, most, tell)
    }
  }

  /// What it has written to its standard output, as far as nobody took it.
  package var output: [UInt8] = []
  /// The beginning of what it has written to its standard error.
  package private(set) var errors: [UInt8] = []

  private let number: pid_t
  private var input: Descriptor?
  private var outputEnd: Descriptor?
  private var errorEnd: Descriptor?
  /// Where bytes come in. It is kept: memory that is asked for and let go of with each call comes from the system anew.
  private var room = [UInt8](repeating: 0, count: 1 << 16)
  private var pending: [UInt8] = []
  private var written = 0
  private var end: ProcessEnd?
  private let patience: Patience
  /// At how many looks nothing had happened since something did.
  private var idleLooks = 0
  private var hasTold = false
  private var worked = timespec()

  /// How much is kept of what goes to standard error; the rest is read and let go.
  private static let errorLimit = 1 << 16

  /// Starts a program: its name and its arguments, its whole environment, and the directory to
  /// work in, if that is not this process's.
  package init(
    _ command: [[UInt8]], environment: [[UInt8]], directory: Descriptor? = nil,
    patience: Patience = Patience()
  ) throws(Errno) {
    self.patience = patience
    let (childInput, input) = try Descriptor.pipe()
    let (output, childOutput) = try Descriptor.pipe()
    let (errors, childErrors) = try Descriptor.pipe()
    for end in [input, output, errors] { try end.stopBlocking() }
    number = try Spawning.start(
      command, environment, in: directory,
      streams: [childInput.number, childOutput.number, childErrors.number])
    (self.input, outputEnd, errorEnd) = (input, output, errors)
    // What the child has of the pipes is closed here with the last references.
  }

  deinit {
    if end == nil { stop() }
  }

  /// Runs a program to its end.
  package static func run(
    _ command: [[UInt8]], input: [UInt8] = [], environment: [[UInt8]], directory: Descriptor? = nil,
    patience: Patience = Patience()
  ) throws(Errno) -> (end: ProcessEnd, output: [UInt8], errors: [UInt8]) {
    let child = try ChildProcess(
      command, environment: environment, directory: directory, patience: patience)
    child.write(input)
    let end = try child.finish()
    return (end, child.output, child.errors)
  }

  /// Has bytes written to the standard input: now what the pipe takes, the rest while it is served.
  package func write(_ bytes: [UInt8]) {
    if written == pending.count {
      pending = bytes
      written = 0
    } else {
      pending += bytes
    }
    // What goes wrong goes wrong again where somebody waits.
    try? push()
  }

  private func push() throws(Errno) {
    guard let input else { return }
    if let count = try input.writeSome(pending[written...]) {
      written += count
    } else {
      // Nobody reads it any more; why is told by how the child ends.
      self.input = nil
      written = pending.count
    }
  }

  /// Moves bytes until there is enough output, or no more will come.
  package func serve(until isEnough: () -> Bool) throws(Errno) {
    while !isEnough(), outputEnd != nil { try serveOnce() }
  }

  /// Takes what it has written by now, without waiting for more.
  package func read() throws(Errno) {
    if let outputEnd, try !outputEnd.read(into: &output, by: &room) { self.outputEnd = nil }
  }

  /// Closes its standard input, reads the rest and waits for its end.
  package func finish() throws(Errno) -> ProcessEnd {
    while written < pending.count, input != nil, outputEnd != nil || errorEnd != nil {
      try serveOnce()
    }
    input = nil
    while outputEnd != nil || errorEnd != nil { try serveOnce() }
    return try wait()
  }

  /// Reads what it still has to say while it ends, and ends it if that is nothing.
  package func dismiss() {
    input = nil
    let before = idleLooks
    while outputEnd != nil || errorEnd != nil, idleLooks <= before, (try? serveOnce()) != nil {}
    stop()
  }

  /// Ends it, whatever it is doing.
  @discardableResult
  package func stop() -> ProcessEnd? {
    (input, outputEnd, errorEnd) = (nil, nil, nil)
    if let end { return end }
    kill(number, SIGKILL)
    end = try? ProcessEnd.take(of: number, waiting: true)
    return end
  }

  /// It has closed its streams, and ends; with them went the only sign of it.
  private func wait() throws(Errno) -> ProcessEnd {
    var pause = 0
    var waited = 0
    while true {
      if let end { return end }
      end = try ProcessEnd.take(of: number, waiting: false)
      if end != nil { continue }
      SystemClock.sleep(pause)
      waited += pause
      if waited >= patience.interval {
        try look()
        waited = 0
      }
      pause = min(2 * pause + 1, 100)
    }
  }

  /// Counts how often nothing has happened since the last look.
  private func look() throws(Errno) {
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
    stop()
    throw .standstill
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

  private func serveOnce() throws(Errno) {
    let isWriting = written < pending.count
    var readiness = Readiness()
    let takesMore = readiness.add(isWriting ? input?.number : nil, .writing)
    let hasOutput = readiness.add(outputEnd?.number, .reading)
    let hasErrors = readiness.add(errorEnd?.number, .reading)
    guard try readiness.wait(atMost: patience.interval) else { return try look() }
    idleLooks = 0
    if readiness.isReady(takesMore) { try push() }
    if readiness.isReady(hasOutput) { try read() }
    if readiness.isReady(hasErrors), let errorEnd {
      if try !errorEnd.read(into: &errors, by: &room) { self.errorEnd = nil }
      if errors.count > Self.errorLimit { errors.removeSubrange(Self.errorLimit...) }
    }
  }
}
