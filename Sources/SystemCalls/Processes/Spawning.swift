/// posix_spawn(3) for child processes.
enum Spawning {
  #if canImport(Darwin)
    private static var empty: (posix_spawn_file_actions_t?, posix_spawnattr_t?) { (nil, nil) }
  #else
    private static var empty: (posix_spawn_file_actions_t, posix_spawnattr_t) { (.init(), .init()) }
  #endif

  /// Starts a program found by the `PATH` in `environment`, with these descriptors as standard streams.
  /// With `alone`, it leads a process group with these signals blocked.
  static func start(
    _ command: [[UInt8]], _ environment: [[UInt8]], in directory: Descriptor?, streams: [Int32],
    alone mask: sigset_t? = nil
  ) throws(Errno) -> pid_t {
    guard let name = command.first, !(command + environment).contains(where: { $0.contains(0) })
    else { throw Errno.invalid }
    // If SIGCHLD is ignored, the status of a child is lost.
    signal(SIGCHLD, SIG_DFL)
    var (actions, attributes) = empty
    try succeed(posix_spawn_file_actions_init(&actions))
    defer { posix_spawn_file_actions_destroy(&actions) }
    if let directory {
      try succeed(posix_spawn_file_actions_addfchdir_np(&actions, directory.number))
    }
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
      file.withCString { file in
        // A fork that fails for a missing file is a hundred times slower.
        if faccessat(directory?.number ?? AT_FDCWD, file, F_OK, 0) != 0, errno == ENOENT {
          return ENOENT
        }
        return withStrings(command) { arguments in
          withStrings(environment) {
            posix_spawn(&child, file, &actions, &attributes, arguments, $0)
          }
        }
      }
    }
    let path = ProgramPath(in: environment)
    // Keeps the descriptor open until the call returns.
    defer { withExtendedLifetime(directory) {} }
    try succeed(DescriptorLimit.withOriginalLimit { path.start(name, attempt) })
    return child
  }

  private static func succeed(_ code: Int32) throws(Errno) {
    if code != 0 { throw Errno(code: code) }
  }

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
}
