import CLibrary

/// How it went to put a program into this process's place.
package enum ReplacementEnd: Sendable {
  /// The program ran in a process of its own, as it does in tests, and ended with a status.
  case ended(status: Int32)
  /// There is no such program, or it cannot be run.
  case failed(errno: Errno)
}

/// Puts a program into this process's place: the same process, which then runs the program.
package enum ProcessReplacement {
  /// Looks for the program by a `PATH`, and runs it; returns only when that fails.
  package static func run(
    _ command: [[UInt8]], _ environment: [[UInt8]], path: [UInt8]?
  ) -> ReplacementEnd {
    guard let name = command.first, !(command + environment).contains(where: { $0.contains(0) })
    else { return .failed(errno: .invalid) }
    let code = DescriptorLimit.asFound {
      ProgramPath(path).start(name) { execute($0, command, environment) }
    }
    return .failed(errno: Errno(code: code))
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
        file.withCString {
          execve($0, arguments, environment)
          return errno
        }
      }
    }
  }
}
