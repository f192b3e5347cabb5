import FileTree

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// All that is ambient, handed in: sinks, environment, working directory.
package final class Session {
  package let output: Sink
  package let errors: Sink
  package let workingDirectory: WorkingDirectory
  /// What stands before a path in messages: the root as the user gave it, nothing for one that was found.
  var shownRoot: [UInt8] = []
  /// What the command line says of colour.
  var color: CommonOptions.Color?
  private let variable: (StaticString) -> [UInt8]?

  package init(
    output: Sink, errors: Sink, workingDirectory: WorkingDirectory,
    variable: @escaping (StaticString) -> [UInt8]?
  ) {
    self.output = output
    self.errors = errors
    self.workingDirectory = workingDirectory
    self.variable = variable
  }

  /// The session of a process.
  package static func live() -> Session {
    Session(
      output: .descriptor(STDOUT_FILENO), errors: .descriptor(STDERR_FILENO),
      workingDirectory: .current
    ) { name in
      guard let value = getenv(UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self))
      else { return nil }
      return Array(UnsafeRawBufferPointer(start: value, count: strlen(value)))
    }
  }

  /// The arguments of the process, after the program's name, as bytes.
  package static var arguments: [[UInt8]] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      CommandLine.unsafeArgv[index].map {
        Array(UnsafeRawBufferPointer(start: $0, count: strlen($0)))
      }
    }
  }

  /// An environment variable that is set and not empty.
  func setting(_ name: StaticString) -> [UInt8]? {
    variable(name).flatMap { $0.isEmpty ? nil : $0 }
  }
}
