import FileTree
import Legible
import Snapshots

/// What a command prints: on standard output, or with `-o` in a file, which is written when the command is
/// over.
package struct Printout {
  package let sink: Sink
  private let session: Session
  package let file: [UInt8]?

  /// Takes the file that `-o` names, if any.
  package init(_ session: Session, to file: [UInt8]?) {
    self.session = session
    self.file = file
    // No terminal, whatever standard output is.
    sink = file == nil ? session.output : Sink()
  }

  /// Hands on what was printed. A file is left as it is where there is no answer, also half of one; tells
  /// what became of one that is written.
  package func handOn(after status: ExitStatus) throws(Failure) -> FileWrite? {
    guard let file else {
      guard let error = sink.settle() else { return nil }
      throw .message("cannot write the output: \(error.message)")
    }
    let bytes = sink.take()
    if status == .failed || status == .nothing && bytes.isEmpty { return nil }
    return try session.write(bytes, to: file)
  }
}

extension Session {
  /// Puts bytes into a file that the user names: it is replaced as a whole, and not touched where it holds
  /// them already.
  package func write(_ bytes: [UInt8], to path: [UInt8]) throws(Failure) -> FileWrite? {
    do throws(FileError) {
      return try OutputFile.write(bytes, to: path, from: workingDirectory)
    } catch {
      throw .message("cannot write '\(Printable.string(path))': \(error.words)")
    }
  }
}
