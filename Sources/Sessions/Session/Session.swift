import Cascade
import FileTree
import Legible
import SystemCalls

/// All that is ambient, handed in: sinks, environment, clock, working directory.
package final class Session {
  package let output: Sink
  package let errors: Sink
  package let workingDirectory: WorkingDirectory
  /// The day, in UTC.
  package let today: () -> CalendarDate
  /// Milliseconds since some moment, which never go back.
  package let clock: () -> Int
  private let variable: ([UInt8]) -> [UInt8]?
  /// Every `NAME=value` that a child inherits.
  package let childEnvironment: () -> [[UInt8]]
  /// Puts a program into this process's place: its name and arguments, and its whole environment.
  package let replaceProcess: ([[UInt8]], [[UInt8]]) -> ReplacementEnd
  private var kept: [AnyObject] = []
  // What came through pipes, by the paths that the caller gave: it comes once.
  private var passed: [[UInt8]: [UInt8]] = [:]

  package init(
    output: Sink, errors: Sink, workingDirectory: WorkingDirectory,
    today: @escaping () -> CalendarDate, clock: @escaping () -> Int = SystemClock.milliseconds,
    variable: @escaping ([UInt8]) -> [UInt8]?, childEnvironment: @escaping () -> [[UInt8]] = { [] },
    replaceProcess: @escaping ([[UInt8]], [[UInt8]]) -> ReplacementEnd = { _, _ in
      .failed(errno: .unavailable)
    }
  ) {
    self.output = output
    self.errors = errors
    self.workingDirectory = workingDirectory
    self.today = today
    self.clock = clock
    self.variable = variable
    self.childEnvironment = childEnvironment
    self.replaceProcess = replaceProcess
  }

  /// The session of a process.
  package static func live() -> Session {
    StandardStreams.holdClosed()
    return Session(
      output: .descriptor(.output), errors: .descriptor(.errors),
      workingDirectory: .current,
      today: { CalendarDate(daysSince1970: SystemClock.daysSince1970()) },
      variable: Environment.value, childEnvironment: { Environment.all },
      replaceProcess: { command, environment in
        ProcessReplacement.run(
          command, environment, path: Environment.value(of: Array("PATH".utf8)))
      })
  }

  /// An environment variable that is set and not empty.
  package func setting(_ name: String) -> [UInt8]? {
    variable(Array(name.utf8)).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The whole environment, of which a tree may see only what the caller allowed.
  package var environment: ([UInt8]) -> [UInt8]? { variable }

  /// What a file holds that the user names for input, however often that is asked; a watch is told of what it
  /// has to look at.
  package func input(
    _ path: [UInt8], _ remarks: Remarks, _ watch: DirectoryWatch? = nil
  ) throws(FileError) -> [UInt8] {
    if let known = passed[path] { return known }
    func tell() {
      remarks.noteNow("waiting for input from \(Printable.quoted(path))")
    }
    let file =
      if let watch { try watch.open(input: path, from: workingDirectory, tell: tell) } else {
        try InputFile(path, from: workingDirectory, tell: tell)
      }
    let bytes = try file.contents()
    if !file.isLasting { passed[path] = bytes }
    return bytes
  }

  /// Keeps what a command made as long as the session, which a process keeps to its end: who ends need
  /// not tidy up.
  package func keep(_ object: AnyObject) { kept.append(object) }
}
