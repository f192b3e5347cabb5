import FileTree

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

#if os(Linux)
  // The module does not import it, which its header has under `_GNU_SOURCE` only.
  @_silgen_name("posix_spawn_file_actions_addfchdir_np")
  private func addDirectory(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t>, _ directory: Int32
  ) -> Int32
#else
  private func addDirectory(
    _ actions: UnsafeMutablePointer<posix_spawn_file_actions_t?>, _ directory: Int32
  ) -> Int32 {
    posix_spawn_file_actions_addfchdir_np(actions, directory)
  }
#endif

/// The one system call that starts a child.
enum Spawning {
  #if canImport(Darwin)
    private typealias Actions = posix_spawn_file_actions_t?
    private static var noActions: Actions { nil }
    private typealias Attributes = posix_spawnattr_t?
    private static var noAttributes: Attributes { nil }
  #else
    private typealias Actions = posix_spawn_file_actions_t
    private static var noActions: Actions { Actions() }
    private typealias Attributes = posix_spawnattr_t
    private static var noAttributes: Attributes { Attributes() }
  #endif

  /// Starts a program, looked for by the `PATH` that it is given, with these descriptors as its standard
  /// streams; one that is alone is the first of a process group, with these signals blocked.
  static func start(
    _ command: [[UInt8]], _ environment: [[UInt8]], in directory: Int32?, streams: [Int32],
    alone mask: sigset_t? = nil
  ) throws(ChildProcess.SystemError) -> pid_t {
    guard let name = command.first, !(command + environment).contains(where: { $0.contains(0) })
    else { throw ChildProcess.SystemError(code: EINVAL) }
    // One who ignores the ends of children is not told how they ended.
    signal(SIGCHLD, SIG_DFL)
    var actions = noActions
    try succeed(posix_spawn_file_actions_init(&actions))
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let directory {
      try succeed(addDirectory(&actions, directory))
    }
    var attributes = noAttributes
    try succeed(posix_spawnattr_init(&attributes))
    defer { posix_spawnattr_destroy(&attributes) }
    if var mask {
      try succeed(posix_spawnattr_setpgroup(&attributes, 0))
      try succeed(posix_spawnattr_setsigmask(&attributes, &mask))
      try succeed(
        posix_spawnattr_setflags(
          &attributes, Int16(POSIX_SPAWN_SETPGROUP) | Int16(POSIX_SPAWN_SETSIGMASK)))
    }
    for (stream, number) in streams.enumerated() where number != stream {
      try succeed(posix_spawn_file_actions_adddup2(&actions, number, Int32(stream)))
    }
    var child: pid_t = 0
    func attempt(_ file: [UInt8]) -> Int32 {
      return withStrings([file]) { file in
        withStrings(command) { arguments in
          withStrings(environment) { environment in
            file.pointee.map {
              posix_spawn(&child, $0, &actions, &attributes, arguments, environment)
            } ?? EINVAL
          }
        }
      }
    }
    let path = ProgramPath(in: environment)
    try succeed(DescriptorLimit.asFound { path.start(name, attempt) })
    return child
  }

  private static func succeed(_ code: Int32) throws(ChildProcess.SystemError) {
    if code != 0 { throw ChildProcess.SystemError(code: code) }
  }

  /// Hands out strings as C has them, with a null pointer behind the last.
  static func withStrings(
    _ strings: [[UInt8]],
    _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Int32
  ) -> Int32 {
    var starts: [Int] = []
    var text: [CChar] = []
    for string in strings {
      starts.append(text.count)
      text += string.map { CChar(bitPattern: $0) } + [0]
    }
    return text.withUnsafeMutableBufferPointer { text in
      let pointers = starts.map { start in text.baseAddress.map { $0 + start } } + [nil]
      return pointers.withUnsafeBufferPointer { $0.baseAddress.map(body) ?? EINVAL }
    }
  }

  /// Runs a system call again as long as a signal interrupts it, or more descriptors are to be had.
  static func retrying(_ call: () -> Int32) throws(ChildProcess.SystemError) -> Int32 {
    while true {
      let result = call()
      if result != -1 { return result }
      let code = errno
      if code == EINTR || code == EMFILE && DescriptorLimit.raise() { continue }
      throw ChildProcess.SystemError(code: code)
    }
  }
}
