import JSONSource
import Legible

/// What is said of values that cannot be worked out.
extension ResolutionFailure {
  private static var mostNotes: Int { 40 }

  /// The failure as it is told to whoever asked.
  func unresolved(_ names: NameTable) -> Unresolved {
    var outer: [NeededBy] = []
    var step = steps
    while let next = step {
      outer.append(next)
      step = next.behind
    }
    // From the one at fault to the one that was asked.
    outer.reverse()
    if case .given(let unresolved) = problem { return unresolved }
    var needsVariable = false
    if case .variableNotAllowed = problem { needsVariable = true }
    let asked = outer.last?.position ?? entry?.position ?? noticed
    let teller = Teller(names: names, asked: asked?.scope)
    let key = asked.map { names.spelling($0.key) }
    let diagnostic: Diagnostic
    switch problem {
    case .cycle(let cycle): diagnostic = teller.cycle(cycle.questions(from: entry), outer, key)
    case .file(let file):
      let notes = teller.needing(outer.dropFirst())
      diagnostic = Diagnostic(
        file.severity, file.rule, file.message, at: file.place, key: file.key, path: file.path,
        home: file.home, notes: file.notes + notes)
    default:
      let place = outer.first?.place ?? noticed?.node.place
      diagnostic = Diagnostic(
        .error, .reference, teller.words(problem), at: place, key: key,
        notes: teller.notes(problem) + teller.needing(outer.dropFirst()))
    }
    return Unresolved([diagnostic], needsVariable: needsVariable)
  }

  /// Puts steps and problems into words.
  private struct Teller {
    let names: NameTable
    let asked: AskedScope?

    func needing(_ steps: some Sequence<NeededBy>) -> [Diagnostic.Note] {
      steps.prefix(mostNotes).map { .init("\(named($0.position)) needs it", at: $0.place) }
    }

    private func named(_ position: ValuePosition) -> String {
      let isElsewhere = position.scope !== asked
      let scope = isElsewhere ? " in \(Printable.string(position.scope.view.scope.path))" : ""
      return "'\(names.text(position.key))'\(scope)"
    }

    func cycle(_ questions: [Question], _ outer: [NeededBy], _ key: [UInt8]?) -> Diagnostic {
      var circle: [NeededBy] = []
      for question in questions {
        guard let written = question.computed else { continue }
        if let last = circle.last, last.written.isSame(as: written) { continue }
        circle.append(NeededBy(written, question.position, behind: nil))
      }
      let cause = circle.map(\.place).min { $0.isBefore($1) }
      let isReduced = questions.contains { if case .reduced = $0 { true } else { false } }
      let holder = questions.first { $0.computed == nil }
      if let holder, questions[0].computed == nil || !isReduced {
        let key = holder.position.key
        let shown = key.names.isEmpty ? "the whole" : "'\(names.text(key))'"
        return Diagnostic(
          .error, .cycle, "a cycle of references: \(shown) would have to hold itself",
          at: circle.last?.place ?? holder.position.node.place, key: names.spelling(key),
          notes: needing(circle.dropLast().reversed() + outer), cause: cause)
      }
      if let first = circle.first, circle.count > 1, let last = circle.last,
        first.written.isSame(as: last.written)
      {
        circle.removeLast()
      }
      let way = (circle + circle.prefix(1)).map { named($0.position) }.joined(separator: " needs ")
      let stands = circle.dropFirst().prefix(mostNotes).map {
        Diagnostic.Note("\(named($0.position)) stands here", at: $0.place)
      }
      return Diagnostic(
        .error, .cycle, "a cycle of references: \(way)", at: circle.first?.place, key: key,
        notes: stands + needing(outer), cause: cause)
    }

    func notes(_ problem: Problem) -> [Diagnostic.Note] {
      guard case .noValue(_, _, let absence, let near) = problem else { return [] }
      var notes: [Diagnostic.Note] = []
      if let absence {
        notes.append(.init("it was \(absence.reason.rawValue) here", at: absence.place))
      }
      if let near {
        notes.append(.init("it was never set; the nearest key is '\(names.text(near))'"))
      }
      return notes
    }

    func words(_ problem: Problem) -> String {
      switch problem {
      case .given, .file, .cycle, .noValueAtAll: return "there is no value"
      case .tooLong: return "more than \(Resolver.longest) references one after another"
      case .tooMuch:
        return "what is worked out here is more than \(Amount.mostMebibytes) MiB "
          + "or \(Amount.most.values) values"
      case .tooDeep: return "the result nests deeper than \(Document.deepest) levels"
      case .noValue(let reference, let scope, _, _):
        return "\(reference.shown) has no value in \(Printable.string(scope.path)), "
          + "and there is no \"default\""
      case .noScope(let scope):
        return "there is no scope '\(Printable.string(scope.path))'; name one from the root"
      case .inheritedElsewhere:
        return "'$inherited' is of the asked scope; take \"scope\" out"
      case .noText(let reference, let kind):
        let type = TypeName(kind).rawValue
        let article = "aeiou".contains(type.prefix(1)) ? "an" : "a"
        let what = type == "null" ? "null" : "\(article) \(type)"
        return "\(reference.shown) is \(what), "
          + "and only strings, numbers, true and false have a text"
      case .noTranslation(let reference, let scope):
        return "\"map\" has no translation for what \(reference.shown) is in "
          + "\(Printable.string(scope.path)); add one, \"*\" or a \"default\""
      case .variableUnset(let name):
        return "the variable \(Printable.quoted(name)) is not set, and there is no \"default\""
      case .variableNotAllowed(let name):
        return "the variable \(Printable.quoted(name)) is not allowed; allow it with "
          + "'--allow-env \(Printable.string(name))'"
      case .variableOfOtherType(let name, let type):
        return "the variable \(Printable.quoted(name)) does not hold \(type.words)"
      case .noFile(let path): return "there is no file '\(Printable.string(path))'"
      case .fileNotText(let path):
        return "the file '\(Printable.string(path))' is no UTF-8 text"
      }
    }
  }
}

extension ResolutionFailure.NeededBy {
  /// Where the directive's value stands.
  fileprivate var place: Place {
    let node = written.computed?.node ?? written.node
    return Place(written.file.file, written.document.range(node))
  }
}

extension Place {
  /// Whether it comes first, by path and offset.
  fileprivate func isBefore(_ other: Place) -> Bool {
    file.path == other.file.path
      ? range.start < other.range.start : file.path.lexicographicallyPrecedes(other.file.path)
  }
}

extension Reference {
  fileprivate var shown: String { "'\(Printable.string(text))'" }
}

extension Computed.TypeOfText {
  fileprivate var words: String {
    switch self {
    case .string: "UTF-8 text"
    case .integer: "an integer"
    case .number: "a number"
    case .boolean: "true or false"
    case .json: "JSON, or holds a name that begins with '$'"
    }
  }
}
