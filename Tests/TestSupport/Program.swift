import Foundation

/// Runs programs that end by themselves.
package enum Program {
  package struct Result {
    package let output: String
    package let errors: String
    /// The exit status, or 128 and the signal's number.
    package let status: Int32
  }

  /// The built program, by a link: shells would split a path with a blank.
  package static let heir: String = {
    #if os(macOS)
      let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
      let tests = bundle?.bundleURL ?? URL(filePath: CommandLine.arguments[0])
    #else
      let tests = URL(filePath: CommandLine.arguments[0])
    #endif
    let folder = Programs.top.path + "/heir"
    mkdir(folder, 0o755)
    symlink(tests.deletingLastPathComponent().appending(path: "heir").path, folder + "/heir")
    return folder + "/heir"
  }()

  package static func run(
    _ program: String, _ arguments: [String], in directory: URL,
    environment: [String: String] = Programs.environment, within seconds: Double = 600
  ) throws -> Result {
    try Started(program, arguments, in: directory, environment).result(within: seconds)
  }

  /// Runs a program that waits for long, while other tests use this thread.
  package static func runBesideOthers(
    _ program: String, _ arguments: [String], in directory: URL, within seconds: Double = 600
  ) async throws -> Result {
    let started = try Started(program, arguments, in: directory, Programs.environment)
    let start = Date()
    while !started.process.hasEnded, -start.timeIntervalSinceNow < TestRun.seconds(atMost: seconds)
    {
      try await Task.sleep(for: .milliseconds(5))
    }
    return try started.result(within: seconds, since: start)
  }

  private struct Started {
    let process: RunningProgram
    // Files, not pipes: a full pipe would make the program wait for its reader.
    private let files: [FileHandle]

    init(
      _ program: String, _ arguments: [String], in directory: URL, _ environment: [String: String]
    ) throws {
      files = try [".out", ".err"].map { suffix in
        var name = Array((quickFolder + "heir-XXXXXX" + suffix).utf8CString)
        let file = mkstemps(&name, 4)
        guard file >= 0 else { throw CocoaError(.fileWriteUnknown) }
        unlink(name)
        return FileHandle(fileDescriptor: file, closeOnDealloc: true)
      }
      process = try RunningProgram(
        program, arguments, in: directory, environment: environment,
        output: files[0].fileDescriptor, errors: files[1].fileDescriptor)
    }

    func result(within seconds: Double, since start: Date = Date()) throws -> Result {
      let status = try process.end(within: seconds, since: start)
      let texts = try files.map { file in
        try file.seek(toOffset: 0)
        return String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
      }
      return Result(output: texts[0], errors: texts[1], status: status)
    }
  }

  /// Runs a line of POSIX shell, in which `$HEIR` is the built program.
  package static func shell(_ line: String, in directory: URL) throws -> Result {
    try run(
      "sh", ["-c", line], in: directory,
      environment: Programs.environment.merging(["HEIR": heir]) { $1 })
  }
}

/// A process that leads a process group; the group is killed with the last reference.
package final class RunningProgram {
  private let name: String
  private var number: pid_t = 0
  private var status: Int32?

  #if canImport(Darwin)
    private static var empty: (posix_spawn_file_actions_t?, posix_spawnattr_t?) { (nil, nil) }
  #else
    private static var empty: (posix_spawn_file_actions_t, posix_spawnattr_t) { (.init(), .init()) }
  #endif

  package init(
    _ program: String, _ arguments: [String], in directory: URL,
    environment: [String: String] = Programs.environment, output: Int32, errors: Int32
  ) throws {
    name = ([program] + arguments).joined(separator: " ")
    guard TestRun.seconds(atMost: 1) > 0 else { throw Overdue(name: name, seconds: 0) }
    var (actions, attributes) = Self.empty
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, errors, 2)
    // Other tests may hold files open that no child should inherit.
    for descriptor in 3..<1024 as Range<Int32> {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The caller may ignore or block signals, which a child inherits.
    var (all, none) = (sigset_t(), sigset_t())
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETPGROUP))
    // The shell changes the directory, which glibc's posix_spawn cannot do everywhere.
    let command = ["sh", "-c", "cd \"$0\" && exec \"$@\"", directory.path, program] + arguments
    var words = command.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for word in words + variables { free(word) } }
    let code = posix_spawn(&number, "/bin/sh", &actions, &attributes, &words, &variables)
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EINVAL) }
  }

  deinit {
    if !hasEnded { kill() }
  }

  package var hasEnded: Bool {
    if status == nil { reap(WNOHANG) }
    return status != nil
  }

  package func send(_ signal: Int32) {
    if !hasEnded { _ = Foundation.kill(number, signal) }
  }

  /// The exit status, or 128 and the signal's number; an error if the process does not end in time.
  package func end(within seconds: Double, since start: Date = Date()) throws -> Int32 {
    let seconds = TestRun.seconds(atMost: seconds)
    let end = start.addingTimeInterval(seconds)
    var pause: UInt32 = 100
    while !hasEnded, end.timeIntervalSinceNow > 0 {
      usleep(pause)
      pause = min(2 * pause, 2_000)
    }
    if let status { return status }
    kill()
    throw Overdue(name: name, seconds: Int(seconds))
  }

  private func kill() {
    _ = Foundation.kill(-number, SIGKILL)
    reap(0)
  }

  private func reap(_ options: Int32) {
    var word: Int32 = 0
    var found = waitpid(number, &word, options)
    while found == -1, errno == EINTR { found = waitpid(number, &word, options) }
    if found == number { status = word & 0x7F == 0 ? word >> 8 & 0xFF : 128 + word & 0x7F }
  }
}

/// A child that its deadline ended.
package struct Overdue: Error, CustomStringConvertible {
  let name: String
  let seconds: Int

  package var description: String {
    let name = name.prefix(300)
    return seconds == 0
      ? "the run's time is over: '\(name)' was not started"
      : "'\(name)' did not end within \(seconds) s"
  }
}

/// The bound of a whole run: `HEIR_TEST_MINUTES`, or an hour for the usual number of samples.
package enum TestRun {
  private static let end: Date = {
    let minutes = ProcessInfo.processInfo.environment["HEIR_TEST_MINUTES"].flatMap(Double.init)
    let seconds = 60 * (minutes ?? Double(Seeds.upTo(60).count))
    // Ends a test that hangs without a child.
    alarm(UInt32(seconds + 300))
    return Date(timeIntervalSinceNow: seconds)
  }()

  /// A deadline, or what is left of the run if that is less.
  package static func seconds(atMost own: Double) -> Double {
    max(0, min(own, end.timeIntervalSinceNow))
  }
}
