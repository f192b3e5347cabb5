import Cascade
import CommandSpec
import FileTree
import JSONSource
import Legible

extension Session {
  /// Prints why a command could not answer.
  func report(_ failure: Failure, _ style: Style) {
    switch failure {
    case .usage(let error):
      say("error", error.words(tool: "heir"), style)
      if let usage = error.usage { errors.append("usage: \(usage)\n") }
    case .diagnostics(let diagnostics):
      let places = PlaceText(self)
      for diagnostic in diagnostics.prefix(20) { report(diagnostic, places, style) }
      if diagnostics.count > 20 { note("and \(diagnostics.count - 20) more errors", style) }
    case .file(let error, let tree): report(error, tree, style)
    case .several(let failures):
      for failure in failures { report(failure, style) }
    case .setting(let message): say("error", message, style)
    case .unknownScope(_, let message, let notes), .message(let message, let notes):
      say("error", message, style)
      for note in notes { self.note(note, style) }
    }
  }

  func report(_ diagnostic: Diagnostic, _ places: PlaceText, _ style: Style) {
    let severity =
      diagnostic.severity == .error ? style.bad("error:") : style.doubtful("warning:")
    let place =
      diagnostic.place.map { places.text($0) }
      ?? diagnostic.path.map { places.path($0, diagnostic.home) } ?? "heir"
    errors.append("\(style.strong(place + ":")) \(severity) \(diagnostic.message)\n")
    if let place = diagnostic.place { excerpt(place, places, style) }
    for note in places.notes(of: diagnostic) {
      let start = note.place.map { places.text($0) + ": " } ?? ""
      errors.append("\(start)note: \(note.message)\n")
    }
  }

  private func excerpt(_ place: Place, _ places: PlaceText, _ style: Style) {
    if case .commandLine = place.file.home { return }
    let map = places.map(place.file)
    let number = map.position(of: place.range.start).line
    let line = map.line(number)
    let excerpt =
      isRevealing
      ? Excerpt(revealing: place.file.source, line: line, offset: place.range.start)
      : Excerpt(
        place.file.source, line: line, offset: place.range.start,
        strings: places.strings(place.file, line: number))
    guard !excerpt.text.isEmpty else { return }
    let margin = "  \(number) | "
    errors.append("\(style.faint(margin))\(excerpt.text)\n")
    let space = String(repeating: " ", count: margin.utf8.count - 2)
    let indent = String(repeating: " ", count: excerpt.caret)
    errors.append("\(space)\(style.faint("|")) \(indent)\(style.good("^"))\n")
  }

  private func report(_ error: FileError, _ tree: Int, _ style: Style) {
    let place: String
    switch error.place {
    case .inTree(let names):
      let shownRoot = self.shownRoot(.tree(tree))
      let path = Array(names.joined(separator: [UInt8(ascii: "/")]))
      place = path.isEmpty && shownRoot.isEmpty ? "." : Printable.string(shownRoot + path)
    case .given(let path): place = Printable.string(path)
    }
    let words = Printable.string(error.problem.utf8)
    errors.append("\(style.strong(place + ":")) \(style.bad("error:")) \(words)\n")
  }

  func warn(_ message: String, _ style: Style) {
    say("warning", message, style)
  }

  func note(_ message: String, _ style: Style) {
    errors.append("heir: note: \(message)\n")
  }

  private func say(_ severity: String, _ message: String, _ style: Style) {
    let mark = severity == "error" ? style.bad("error:") : style.doubtful("\(severity):")
    errors.append("\(style.strong("heir:")) \(mark) \(message)\n")
  }
}

extension Discovery.Warning {
  /// What seemed odd about the root.
  var words: String {
    switch self {
    case .foreignSettings(let path, let owner):
      return "\(Printable.string(path)) belongs to user \(owner) and is passed over; "
        + "name the root with --root"
    case .propertyFilesAbove(let directory, let example):
      let above = Printable.string(directory + [UInt8(ascii: "/")] + example)
      return "the root is the current directory, but there is \(above); "
        + "put an empty '.heir' into the root, or name it with --root"
    }
  }
}
