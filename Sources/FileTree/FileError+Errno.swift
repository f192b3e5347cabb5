import SystemCalls

extension Errno {
  var kind: FileError.Kind {
    switch self {
    case .notFound: .notFound
    case .notADirectory: .notADirectory
    default: .system(self)
    }
  }

  /// Nobody may look there, or nothing is there any more: how a walk upwards ends before `/`.
  var endsAscent: Bool { self == .noPermission || self == .notFound }
}

extension FileReplacement.Obstacle {
  var kind: FileError.Kind {
    switch self {
    case .system(let error): error.kind
    case .nothingBeside(let error): .cannotWriteBeside(error)
    case .changedMeanwhile: .changedMeanwhile
    case .mountPoint: .mountPoint
    case .notPutBack(let error, let kept): .notPutBack(error, kept: kept)
    }
  }
}

/// Gives the failures of system calls their place.
func about<Result>(
  _ place: @autoclosure () -> FilePlace, _ body: () throws(Errno) -> Result
) throws(FileError) -> Result {
  do throws(Errno) { return try body() } catch { throw FileError(place(), error.kind) }
}

/// The same of one call.
func about<Result>(
  _ place: @autoclosure () -> FilePlace, _ call: @autoclosure () throws(Errno) -> Result
) throws(FileError) -> Result {
  do throws(Errno) { return try call() } catch { throw FileError(place(), error.kind) }
}

/// What a look gives; nil where nothing is there.
package func existing<Result>(
  _ look: @autoclosure () throws(FileError) -> Result,
  unless isNothing: (FileError.Kind) -> Bool = { $0 == .notFound }
) throws(FileError) -> Result? {
  do throws(FileError) { return try look() } catch {
    if isNothing(error.kind) { return nil }
    throw error
  }
}

/// Gives what kept a file from being replaced its place.
func about<Result>(
  _ place: @autoclosure () -> FilePlace, _ body: () throws(FileReplacement.Obstacle) -> Result
) throws(FileError) -> Result {
  do throws(FileReplacement.Obstacle) { return try body() } catch {
    throw FileError(place(), error.kind)
  }
}
