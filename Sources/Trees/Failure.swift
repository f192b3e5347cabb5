import Cascade
import CommandSpec
import Files
import SystemCalls

/// The error of a command; the exit status is 2, except for `exec`.
package enum Failure: Error {
  case usage(UsageError)
  case diagnostics([Diagnostic])
  case file(FileError, SourceFile.TextOrigin)
  /// The bytes are the argument, or the path of the scope.
  case unknownScope([UInt8], String, notes: [String])
  case unreadableKey([UInt8], String)
  case program([UInt8], errno: Errno)
  indirect case several([Failure])
  case message(String, notes: [String] = [])

  package init(_ error: GitError) {
    switch error {
    case .file(let error): self = .file(error, .former)
    case .workTree(let error): self = .file(error, .tree(0))
    case .message(let message, let notes): self = .message(message, notes: notes)
    }
  }

  package var diagnostics: [Diagnostic] {
    switch self {
    case .diagnostics(let diagnostics): diagnostics
    case .file(let error, let home): [Diagnostic(error, in: home)]
    case .several(let failures): failures.flatMap(\.diagnostics)
    case .message(let message, _), .unknownScope(_, let message, _),
      .unreadableKey(_, let message):
      [Diagnostic(.error, .reference, .foreign(TextProblem(words: message)))]
    case .usage, .program: []
    }
  }
}

extension Diagnostic {
  init(_ error: FileError, in home: SourceFile.TextOrigin) {
    let rule: Rule
    switch error.kind {
    case .linkLeavesTree, .pathLeavesTree: rule = .outsideRoot
    case .directoryCycle: rule = .cycle
    default: rule = .unreadable
    }
    self.init(.error, rule, .foreign(error), path: error.place.path, home: home)
  }
}

/// The result of a call that reads or writes files of `home`.
package func about<Result>(
  _ home: SourceFile.TextOrigin, _ call: @autoclosure () throws(FileError) -> Result
) throws(Failure) -> Result {
  do throws(FileError) { return try call() } catch { throw .file(error, home) }
}

extension FileError: ForeignProblem {}

/// The result of a call that runs git.
package func asFailure<Result>(
  _ call: @autoclosure () throws(GitError) -> Result
) throws(Failure) -> Result {
  do throws(GitError) { return try call() } catch { throw Failure(error) }
}
