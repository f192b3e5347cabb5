import Answers
import Cascade
import Change
import FileTree
import JSONSource
import Legible
import Reports
import Sessions
import Verdicts

/// What one command that edits a key asks for, and the words for it.
struct EditRequest {
  let query: Query
  let scope: Scope
  let key: Key
  let options: EditOptions
  /// What a verdict on other scopes is drawn from; nil where none is asked for.
  let record: ReadingRecord?
  /// For all that the command does.
  let patience: LockPatience

  var show: Presentation { query.show }
  var words: EditWords { EditWords(show.places, query.names, scope) }

  /// `command` is the name of the command.
  init(
    _ session: Session, _ show: Presentation, _ scope: ScopeArgument, _ key: [UInt8],
    _ edits: EditOptions, _ options: CommonOptions, _ command: String
  ) throws(Failure) {
    try options.refuse("--set", by: "'heir \(command)'", why: "writes what files say")
    let takesCreate = command == "set" || command == "stop"
    if options.isVirtual {
      throw .message(
        "'heir \(command)' writes into a directory: '--virtual' means nothing to it",
        notes: takesCreate ? ["'--create' makes the directories of a new scope"] : [])
    }
    record = edits.isOnly ? ReadingRecord() : nil
    query = try Query(session, options, show, record: record)
    self.options = edits
    patience = query.patience(edits.wait)
    self.scope = try Self.scope(scope, edits, query, takesCreate: takesCreate)
    self.key = try query.key(key)
    if let name = edits.file { try refuse(fileName: name) }
  }

  /// The scope, which has to be there unless it is to be made.
  private static func scope(
    _ argument: ScopeArgument, _ edits: EditOptions, _ query: Query, takesCreate: Bool
  ) throws(Failure) -> Scope {
    if edits.creates { return try argument.scope(in: query.present) }
    do throws(Failure) { return try query.place(argument) } catch {
      // A key where the scope belongs is no new scope, nor is what could not be made.
      guard case .unknownScope(let text, let words, let notes) = error, takesCreate,
        text.contains(UInt8(ascii: "/")), let scope = try? argument.scope(in: query.present),
        (try? query.present.way(to: scope, isVirtual: true)) != nil
      else { throw error }
      throw .unknownScope(
        text, words, notes: notes + ["'--create' makes the directories of a new scope"])
    }
  }

  /// Refuses a name that is no property file's in the root's tree.
  func refuse(fileName name: [UInt8]) throws(Failure) {
    let rules = query.snapshot.trees[0].rules
    if rules.takes(name) { return }
    if name.contains(UInt8(ascii: "/")) {
      throw .message("'--file' takes the name of a file in the scope's own directory, not a path")
    }
    let patterns = rules.patternTexts.map { Printable.quoted($0) }.joined(separator: ", ")
    throw .message(
      "\(Printable.quoted(name)) is no property file's name",
      notes: ["property files here are \(patterns); choose a name with '--file'"])
  }

  /// Why a guessed value is not taken.
  func failure(
    _ doubt: GuessDoubt, _ guess: Document, _ text: [UInt8], _ asked: Evaluation
  ) -> Failure {
    let mask = asked.mask(key)
    let isSecret = !show.isRevealing && !mask.isNone && mask.holdsSecret(guess)
    return words.failure(doubt, guess, text, key, isSecret: isSecret)
  }
}
