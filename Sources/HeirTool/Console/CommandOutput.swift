import SafeText
import Trees

/// The output of a command: standard output, or the file of `-o`, which is written at the end.
package struct CommandOutput {
  package let sink: OutputBuffer
  private let session: Session
  package let file: [UInt8]?

  package init(_ session: Session, to file: [UInt8]?) {
    self.session = session
    self.file = file
    // A file is not a terminal.
    sink = file == nil ? session.output : OutputBuffer()
  }

  /// A file stays unchanged after an error, or without output.
  package func finish(after status: ExitStatus) throws(Failure) -> FileWrite? {
    guard let file else {
      guard let error = sink.finishWriting() else { return nil }
      throw .message("cannot write the output: \(error.message)")
    }
    let bytes = sink.take()
    if status == .failed || status == .nothing && bytes.isEmpty { return nil }
    return try session.write(bytes, to: file)
  }
}

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
