import FileTree

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
  /// Looks for the program by a `PATH`, and runs it; returns only when that fails.
  static func run(
    _ command: [[UInt8]], _ environment: [[UInt8]], path: [UInt8]?
  ) -> ReplacementEnd {
    guard let name = command.first, !(command + environment).contains(where: { $0.contains(0) })
    else { return .failed(errno: EINVAL) }
    return .failed(
      errno: DescriptorLimit.asFound {
        ProgramPath(path).start(name) { execute($0, command, environment) }
      })
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
