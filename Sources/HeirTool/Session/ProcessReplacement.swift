#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// How it went to put a program into this process's place.
package enum ReplacementEnd: Sendable {
  /// The program ran in a process of its own, as it does in tests, and ended with a status.
  case ended(status: Int32)
  /// There is no such program, or it cannot be run: an error number.
  case failed(errno: Int32)
}

/// Puts a program into this process's place: the same process, which then runs the program.
enum ProcessReplacement {
  /// Where programs are looked for by whoever has no `PATH`, as the C libraries do.
  private static let usualPath = Array("/bin:/usr/bin".utf8)

  /// Looks for the program as execvp(3) does, and runs it; returns only when that fails.
  static func run(
    _ command: [[UInt8]], _ environment: [[UInt8]], path: [UInt8]?
  ) -> ReplacementEnd {
    guard let name = command.first, !(command + environment).contains(where: { $0.contains(0) })
    else { return .failed(errno: EINVAL) }
    if name.isEmpty { return .failed(errno: ENOENT) }
    let slash = UInt8(ascii: "/")
    if name.contains(slash) { return .failed(errno: execute(name, command, environment)) }
    var isDenied = false
    let directories = (path ?? usualPath).split(
      separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    for directory in directories {
      // An empty one is the current directory.
      let file = directory.isEmpty ? name : directory + [slash] + name
      switch execute(Array(file), command, environment) {
      case EACCES: isDenied = true
      case ENOENT, ENOTDIR, ESTALE, ENODEV, ETIMEDOUT: continue
      case let code: return .failed(errno: code)
      }
    }
    return .failed(errno: isDenied ? EACCES : ENOENT)
  }

  private static func execute(
    _ file: [UInt8], _ command: [[UInt8]], _ environment: [[UInt8]]
  ) -> Int32 {
    let code = call(file, command, environment)
    guard code == ENOEXEC else { return code }
    // A script without a first line that names its interpreter is one for the shell.
    let shell = Array("/bin/sh".utf8)
    return call(shell, [shell, file] + command.dropFirst(), environment)
  }

  private static func call(
    _ file: [UInt8], _ command: [[UInt8]], _ environment: [[UInt8]]
  ) -> Int32 {
    Spawning.withStrings(command) { arguments in
      Spawning.withStrings(environment) { environment in
        (file + [0]).withUnsafeBytes { file in
          file.withMemoryRebound(to: CChar.self) { file in
            guard let file = file.baseAddress else { return EINVAL }
            execve(file, arguments, environment)
            return errno
          }
        }
      }
    }
  }
}
