import Cascade
import CommandSpec
import JSONSource
import Legible

/// What the reading commands share: a tree, the asked scope's view, and the way to speak of both.
struct Request {
  let session: Session
  let options: CommonOptions
  let loading: Loading

  init(_ session: Session, _ options: CommonOptions) throws(Failure) {
    self.session = session
    self.options = options
    loading = try Loading(options, session)
  }

  var names: NameTable { loading.names }
  var outputStyle: Style { Style(session.output, session) }
  var errorStyle: Style { Style(session.errors, session) }

  func view(_ scope: ScopeArgument) throws(Failure) -> View {
    do throws(Failure) {
      return try loading.view(scope.scope(in: loading.tree))
    } catch {
      guard case .message(let words, let notes) = error else { throw error }
      throw .unknownScope(scope.text, words, notes: notes)
    }
  }

  func key(_ text: [UInt8]) throws(Failure) -> Key {
    do throws(KeyError) {
      return try KeySyntax.key(text, names)
    } catch {
      throw .message(error.words(for: text))
    }
  }

  func note(_ message: String) {
    if !options.isQuiet { session.note(message, errorStyle) }
  }

  func warn(_ message: String) {
    if !options.isQuiet { session.warn(message, errorStyle) }
  }

  /// Tells why a key has no value, with the place, and the nearest key that has one.
  func noteAbsence(_ key: Key, _ absence: Absence?, in view: View) {
    if options.isQuiet { return }
    let text = names.text(key)
    let scope = Printable.string(view.scope.path)
    if let absence {
      let place = PlaceText(session).text(absence.taking.place)
      note("\(text) has no value in \(scope): \(absence.words) at \(place)")
    } else {
      let near = view.suggestion(for: key).map { "; the nearest key is \(names.text($0))" }
      note("\(text) has no value in \(scope): never set\(near ?? "")")
    }
  }

  /// Prints one value as JSON on a line of its own, or over several lines.
  func print(_ writer: JSONWriter) {
    session.output.append(writer.output)
    session.output.append([0x0A])
  }
}

extension Absence {
  var words: String {
    switch reason {
    case .neverSet: "never set"
    case .stopped: "stopped"
    case .excluded: "excluded"
    case .replaced: "replaced by another kind of value"
    }
  }
}
