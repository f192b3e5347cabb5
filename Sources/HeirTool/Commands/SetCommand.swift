import Answers
import Cascade
import Change
import CommandSpec
import FileTree
import JSONSource
import Legible
import Queries
import Reports
import Sessions
import Snapshots

/// `heir set`: writes a value into a scope's file.
enum SetCommand {
  static let command = Command<Session, CommandResult>(
    "set", summary: "writes a value into a scope's file",
    details: """
      Only the bytes that have to change do: order, indentation and line ends stay. VALUE is JSON where \
      it parses as JSON, else a string; a value of another kind than the key has now, or than its \
      '$type' says, is refused until '--string' or '--json' says what is meant. The file is the last of \
      the scope's that has the key, else the one that has most of the objects around it, else the scope's only one, \
      else properties.json (where '.heir' takes no such name, say '--file'). It always stands in the root's tree: \
      an overlay is edited with '--root OVERLAY', where the tree's directives are not seen. An object is laid \
      over the inherited one. Of an array only the elements change that differ; where the scope's own file writes \
      the array, KEY may name an element (ntp.0) or a new one at its end (ntp.+). What the write changes, and where, is told on standard error. A final key, \
      a value that breaks a '$type', a computed one that cannot be worked out where there was a value, \
      and a way through something that is no object are refused; a deprecated key is a warning.
      """,
    examples: [
      Example("heir set /prod/eu db.port 5432", "the port of /prod/eu, and of all below"),
      Example("heir set / motd --string 42", "a string that looks like a number"),
      Example("heir set / ntp.+ ntp2.example", "one more element of an array"),
      Example("heir set /prod db.port 6432 --dry-run", "a patch, and whom it would hit"),
      Example(
        "heir set /prod debug true --until 2026-12-31 --because 'incident 7'",
        "with its reason and its last day"),
    ],
    synopses: ["[OPTIONS] SCOPE KEY VALUE", "[OPTIONS] SCOPE KEY --from FILE"],
    parameters: Positional(.scope, help: "the scope whose file is written"),
    Positional(.key, help: "the key"),
    OptionalPositional(
      .bytes("VALUE", .value), help: "JSON where it parses as JSON, else a string"),
    Group(
      Flag("--string", help: "takes VALUE as a string, whatever it looks like"),
      Flag("--json", help: "takes VALUE as JSON, directives included"),
      Option(
        "--from", type: .bytes("FILE", .file),
        help:
          "takes what a file holds as a string, without a newline at its end; '-' is standard input"
      ),
      Flag("--exact", help: "with '--from', takes the newline at the end, too"),
      make: { (isString, isJSON, file, isExact) throws(UsageError) in
        if isString && isJSON { throw .conflictingOptions("--string", "--json") }
        if file != nil && isJSON { throw .conflictingOptions("--from", "--json") }
        if isExact && file == nil { throw .optionNeeds("--exact", other: "--from") }
        return Given(isString: isString, isJSON: isJSON, file: file, isExact: isExact)
      }),
    EditOptions.reasons, EditOptions.group, CommonOptions.taking(.edit),
    run: { (session, scope, key, text, given, reasons, edits, options) in
      CommandResult(session, options) { (show) throws(Failure) in
        try options.refuseStandardInput(besides: given.file.map { ("--from", $0) })
        let value = try given.value(text, session)
        let run = try EditRun(session, show, scope, key, edits, options)
        let document = try given.document(value, run.query.names)
        return try run.run(.set(document, reasons), typed: given.isGuessed ? value : nil)
      }
    })

  static let foresight = Foresight(.edit { $0.map { .set($0, EditReasons()) } })

  /// How the value is given.
  struct Given {
    let isString: Bool
    let isJSON: Bool
    let file: [UInt8]?
    /// Whether a newline at the end of the file is part of the value.
    let isExact: Bool

    /// The bytes of the value.
    func value(_ text: [UInt8]?, _ session: Session) throws(Failure) -> [UInt8] {
      switch (text, file) {
      case (let text?, nil): return text
      case (_?, _?): throw .usage(.conflictingOptions("VALUE", "--from"))
      case (nil, nil):
        let usage = SetCommand.command.describe().usageLine(tool: "heir")
        throw .usage(.missingArguments(["VALUE"], usage: usage))
      case (nil, let file?):
        do throws(FileError) {
          let bytes = try session.input(file)
          return isExact ? bytes : Array(bytes.withoutFinalNewline)
        } catch {
          throw .message("cannot read \(Printable.quoted(file)): \(error.words)")
        }
      }
    }

    private var isText: Bool { isString || file != nil }

    /// Whether nobody said what kind of value it is.
    var isGuessed: Bool { !isJSON && !isText }

    /// The value to write.
    func document(_ text: [UInt8], _ names: NameTable) throws(Failure) -> Document {
      do throws(GivenValue.Problem) {
        if isJSON { return try GivenValue.json(text, names) }
        return isText
          ? try GivenValue.string(text, names) : try GivenValue.guess(text, names)
      } catch { throw .message("VALUE: \(error.words)") }
    }
  }
}
