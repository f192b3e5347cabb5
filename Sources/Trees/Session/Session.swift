import Cascade
import Files
import Output
import SafeText
import SystemCalls

/// The environment of a command: output buffers, variables, clock, working directory.
package final class Session {
  package let output: OutputBuffer
  package let errors: OutputBuffer
  package let process: ProcessContext
  /// In UTC.
  package let today: () -> CalendarDate
  /// Monotonic, in milliseconds.
  package let clock: () -> Int
  /// Replaces this process by a program (execve(2)): its arguments and its environment. Returns the exit status of the
  /// program if it ran as a child, as in tests.
  package let replaceProcess: ([[UInt8]], [[UInt8]]) throws(Errno) -> Int32
  package static let standardInput = [UInt8(ascii: "-")]
  private var kept: [AnyObject] = []
  // The content of pipes by path, because a pipe can be read only once.
  private var passed: [[UInt8]: [UInt8]] = [:]

  package init(
    output: OutputBuffer, errors: OutputBuffer, workingDirectory: WorkingDirectory,
    today: @escaping () -> CalendarDate, clock: @escaping () -> Int = SystemClock.milliseconds,
    variable: @escaping ([UInt8]) -> [UInt8]?, childEnvironment: @escaping () -> [[UInt8]] = { [] },
    replaceProcess: @escaping ([[UInt8]], [[UInt8]]) throws(Errno) -> Int32 = {
      (_, _) throws(Errno) in throw .unavailable
    }
  ) {
    self.output = output
    self.errors = errors
    process = ProcessContext(
      workingDirectory: workingDirectory, variable: variable, childEnvironment: childEnvironment)
    self.today = today
    self.clock = clock
    self.replaceProcess = replaceProcess
  }

  package static func live() -> Session {
    OpenStream.openClosedStreams()
    return Session(
      output: .descriptor(.output), errors: .descriptor(.errors),
      workingDirectory: .current,
      today: { CalendarDate(daysSince1970: SystemClock.daysSince1970()) },
      variable: Environment.value, childEnvironment: { Environment.all },
      replaceProcess: { (command, environment) throws(Errno) in
        try ProcessExec.run(
          command, environment, path: Environment.value(of: Array("PATH".utf8)))
      })
  }

  package var workingDirectory: WorkingDirectory { process.workingDirectory }

  package var variable: ([UInt8]) -> [UInt8]? { process.variable }

  package func setting(_ name: String) -> [UInt8]? { process.setting(name) }

  /// The content of a file named by the user; a pipe is cached. `watch` observes the file.
  package func input(
    _ path: [UInt8], _ remarks: MessageHandlers, _ watch: DirectoryWatch? = nil
  ) throws(FileError) -> [UInt8] {
    if let known = passed[path] { return known }
    let place = FilePlace.given(path)
    let isStream = path == Self.standardInput
    if !isStream { watch?.open(wayTo: path, from: workingDirectory) }
    let file =
      isStream
      ? try about(place, try Descriptor.standardInput()) : try workingDirectory.open(path, .input)
    let status = try about(place, try file.status())
    if !isStream && status.kind == .regular {
      watch?.open(file: file, status.identity)
      return try file.stream(at: place)
    }
    if !isStream {
      try about(place) { () throws(Errno) in
        if status.kind == .fifo {
          try file.waitForWriter {
            remarks.noteImmediately("waiting for input from \(Printable.quoted(path))")
          }
        }
        try file.setBlocking(true)
      }
    }
    let bytes = try file.stream(at: place)
    passed[path] = bytes
    return bytes
  }

  /// Keeps an object until the process ends: evaluations refer to it, and freeing it takes time.
  package func keep(_ object: AnyObject) { kept.append(object) }
}
