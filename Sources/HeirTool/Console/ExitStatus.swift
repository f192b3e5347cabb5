import SafeText
import Trees

extension Session {
  /// Replaces the file as a whole, unless it has equal content.
  package func write(_ bytes: [UInt8], to path: [UInt8]) throws(Failure) -> FileWrite? {
    do throws(FileError) {
      return try OutputFile.write(bytes, to: path, from: workingDirectory)
    } catch {
      throw .message("cannot write '\(Printable.string(path))': \(error.words)")
    }
  }
}

/// The exit status of a command.
package struct ExitStatus: Equatable, Sendable {
  package let rawValue: Int32

  package static let answered = ExitStatus(rawValue: 0)
  /// No value, a difference, or findings.
  package static let nothing = ExitStatus(rawValue: 1)
  package static let failed = ExitStatus(rawValue: 2)
  /// The status of env(1) for its own errors, because most programs use lower numbers.
  package static let commandError = ExitStatus(rawValue: 125)

  /// The status of env(1) for a program that is missing or cannot be run.
  package static func notRun(isMissing: Bool) -> ExitStatus {
    ExitStatus(rawValue: isMissing ? 127 : 126)
  }
}
