import Cascade
import Files
import Output
import SafeText
import SystemCalls
import Trees

extension Console {
  package func report(_ failure: Failure, _ more: [String] = []) {
    switch failure {
    case .usage(let error):
      say(.error, error.words(tool: "heir", namesNearest: more.isEmpty))
      if let usage = error.usage { errors.append("usage: \(usage)\n") }
    case .diagnostics(let diagnostics):
      let distinct = diagnostics.distinct
      for diagnostic in distinct.prefix(20) { report(diagnostic) }
      if distinct.count > 20 { append("and \(Printable.count(distinct.count - 20, "more error"))") }
    case .file(let error, let home):
      say(.error, error.words, at: path(of: error.place, home))
      if case .given = error.place { noteVariable(naming: home) }
    case .several(let failures):
      for failure in failures { report(failure) }
    case .program(let name, let error):
      say(.error, "cannot run \(Printable.quoted(name)): \(error.message)")
      let path = ProgramPath(session.variable(Array("PATH".utf8)))
      if ProgramPath.isName(name), path.hasRelativeOnes { note(ProgramPath.relativeNote) }
    case .unreadableKey(_, let message): say(.error, message)
    case .unknownScope(_, let message, let notes):
      say(.error, message)
      // A corrected command line replaces the notes.
      for text in more.isEmpty ? notes : [] { note(text) }
      noteVariable(naming: .tree(0))
    case .message(let message, let notes):
      say(.error, message)
      for text in notes { note(text) }
    }
    for text in more { note(text) }
    if case .unreadableKey = failure { note("see 'heir help keys'") }
  }

  private func noteVariable(naming home: SourceFile.TextOrigin) {
    if let text = paths.note(of: home) { note(text) }
  }

  /// Reports how the root was found; under `--strict` warnings are errors.
  package func reportRoot(_ discovery: Discovery?) throws(Failure) {
    guard let discovery else { return }
    let warnings = discovery.warnings
    if options.isStrict && !warnings.isEmpty { throw .several(warnings.map { .message($0.words) }) }
    for warning in warnings { warn(warning.words) }
    if discovery.isMarked || isQuiet { return }
    if warnings.isEmpty {
      note("no '.heir' here or above; the root is the current directory")
    }
    for name in discovery.rootsBelow.map({ Printable.string($0, limit: 200) }) {
      note("the directory '\(name)' has a '.heir'; read that tree with '--root \(name)'")
    }
  }

  package func report(_ diagnostic: Diagnostic) {
    if diagnostic.isOfDirective { hasDirectiveProblem = true }
    say(diagnostic.severity, diagnostic.message, at: places.text(diagnostic) ?? "heir")
    if let place = diagnostic.place { excerpt(place) }
    for note in places.notes(of: diagnostic) {
      let start = note.place.map { places.text($0) } ?? "heir"
      errors.append("\(start): note: \(note.message)\n")
    }
  }

  private func excerpt(_ place: SourceRange) {
    if case .commandLine = place.file.home { return }
    let style = errorStyle
    let map = places.map(place.file)
    let number = map.position(of: place.range.start).line
    let line = map.line(number)
    let excerpt =
      options.isRevealing
      ? Excerpt(revealing: place.file.source, line: line, offset: place.range.start)
      : Excerpt(
        place.file.source, line: line, offset: place.range.start,
        insides: places.insides(place.file))
    guard !excerpt.text.isEmpty else { return }
    let margin = "  \(number) | "
    errors.append("\(style.faint(margin))\(excerpt.text)\n")
    let space = String(repeating: " ", count: margin.utf8.count - 2)
    let indent = String(repeating: " ", count: excerpt.caret)
    errors.append("\(space)\(style.faint("|")) \(indent)\(style.good("^"))\n")
  }

  package func path(of place: FilePlace, _ home: SourceFile.TextOrigin) -> String {
    switch place {
    case .inTree(let names):
      let path = places.path(names.joinedPath, home)
      return path.isEmpty ? "." : path
    case .given(let path): return Printable.string(path)
    }
  }

  /// Does nothing under `--quiet`.
  package func warn(_ message: @autoclosure () -> String) {
    if !isQuiet { say(.warning, message()) }
  }

  package func warn(of write: FileWrite?, _ path: [UInt8]) {
    guard let write else { return }
    let path = Printable.string(path)
    if write.hasOtherLinks {
      warn("\(path) is no longer the same file as its other hard links")
    }
    if !write.keepsOwner {
      warn("the owner or group of \(path) could not be kept; it is yours now")
    }
  }

  /// Does nothing under `--quiet`.
  package func note(_ message: @autoclosure () -> String) {
    if !isQuiet { append(message()) }
  }

  /// Callbacks without a strong reference to this object: a cycle would keep a started git running until the process
  /// ends.
  package var remarks: MessageHandlers {
    MessageHandlers(
      note: { [weak self] in self?.note($0) },
      noteImmediately: { [errors, options] in
        if !options.isQuiet { _ = errors.show(Self.line($0)) }
      },
      warn: { [weak self, options] (words) throws(GitError) in
        if options.isStrict { throw .message(words) }
        self?.warn(words)
      })
  }

  private func append(_ note: String) { errors.append(Self.line(note)) }

  private static func line(_ note: String) -> String { "heir: note: \(note)\n" }

  private func say(
    _ severity: Diagnostic.Severity, _ message: String, at place: String = "heir"
  ) {
    let style = errorStyle
    errors.append("\(style.strong(place + ":")) \(style.severity(severity)) \(message)\n")
  }
}

extension Discovery.Warning {
  var words: String {
    switch self {
    case .foreignSettings(let path, let owner):
      return "\(Printable.string(path)) belongs to user \(owner) and is ignored; "
        + "use --root"
    case .propertyFilesAbove(let directory, let example):
      let above = Printable.string(directory + [UInt8(ascii: "/")] + example)
      return "the root is the current directory, but \(above) exists; "
        + "add an empty '.heir' to the root, or use --root"
    }
  }
}

extension Diagnostic {
  /// Whether a directive of a property file is wrong; settings of `.heir` do not count.
  fileprivate var isOfDirective: Bool {
    if case .foreign = problem { return false }
    return rule == .directive
  }
}

extension Style {
  package func severity(_ severity: Diagnostic.Severity) -> String {
    switch severity {
    case .error: bad("error:")
    case .warning: doubtful("warning:")
    case .note: faint("note:")
    }
  }
}
