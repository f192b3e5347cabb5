/// Replaces this process by a program (exec).
package enum ProcessExec {
  /// Finds a program by `PATH` and executes it; returns only on failure.
  package static func run(
    _ command: [[UInt8]], _ environment: [[UInt8]], path: [UInt8]?
  ) throws(Errno) -> Never {
    guard let name = command.first, !(command + environment).contains(where: { $0.contains(0) })
    else { throw .invalid }
    func execute(_ file: [UInt8], _ command: [[UInt8]]) -> Int32 {
      Spawning.withStrings(command) { arguments in
        Spawning.withStrings(environment) { environment in
          file.withCString {
            execve($0, arguments, environment)
            return errno
          }
        }
      }
    }
    let code = DescriptorLimit.withOriginalLimit {
      ProgramPath(path).start(name) { file in
        let code = execute(file, command)
        guard code == ENOEXEC else { return code }
        // ENOEXEC: a script without `#!` is run by the shell, as by execvp(3).
        let shell = Array("/bin/sh".utf8)
        return execute(shell, [shell, file] + command.dropFirst())
      }
    }
    throw Errno(code: code)
  }
}
