import SystemCalls

extension Errno {
  var kind: FileError.Kind {
    switch self {
    case .notFound: .notFound
    case .notADirectory: .notADirectory
    default: .system(self)
    }
  }

  /// The parent is unreadable or was deleted, which ends an ascent before `/`.
  var endsAscent: Bool { self == .noPermission || self == .notFound }
}

extension FileReplacement.Failure {
  var kind: FileError.Kind {
    switch self {
    case .system(let error): error.kind
    case .cannotCreateDraft(let error): .cannotCreateDraft(error)
    case .changedMeanwhile: .changedMeanwhile
    case .mountPoint: .mountPoint
    case .notRestored(let error, let kept): .notRestored(error, kept: kept)
    }
  }
}

func about<Result>(
  _ place: @autoclosure () -> FilePlace, _ body: () throws(Errno) -> Result
) throws(FileError) -> Result {
  do throws(Errno) { return try body() } catch { throw FileError(place(), error.kind) }
}

func about<Result>(
  _ place: @autoclosure () -> FilePlace, _ call: @autoclosure () throws(Errno) -> Result
) throws(FileError) -> Result {
  do throws(Errno) { return try call() } catch { throw FileError(place(), error.kind) }
}

/// The result of a call; nil if there is no such file.
package func existing<Result>(
  _ look: @autoclosure () throws(FileError) -> Result,
  unless isNothing: (FileError.Kind) -> Bool = { $0 == .notFound }
) throws(FileError) -> Result? {
  do throws(FileError) { return try look() } catch {
    if isNothing(error.kind) { return nil }
    throw error
  }
}

func about<Result>(
  _ place: @autoclosure () -> FilePlace, _ body: () throws(FileReplacement.Failure) -> Result
) throws(FileError) -> Result {
  do throws(FileReplacement.Failure) { return try body() } catch {
    throw FileError(place(), error.kind)
  }
}
