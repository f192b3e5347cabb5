import CommandSpec
import Files
import JSONSource
import SafeText
import Trees

enum SetCommand {
  static let exitStatus = "0 done, or no change needed; 2 refused, nothing is written"

  static let command = Command(
    "set", summary: "Set a value in a scope's file",
    details: """
      VALUE is JSON if it parses, otherwise a string. If its type differs from that of the current \
      value or from '$type', the edit is refused unless --as-string or --as-json is given. Only \
      the necessary bytes of the file change. The affected values are reported on standard error.

      The value is written to the scope's last file with the key. If none has it, the file is the \
      one with most of the enclosing objects, the scope's only file, or properties.json, in this \
      order. Overlays are not edited; use '--root OVERLAY' to edit one.

      An object merges onto the inherited one. In an array of the scope's own file, KEY may be \
      an element (ntp.0) or a new one at the end (ntp.+). With the strategies append and union, \
      ntp.+ also extends an inherited array. Final keys, values that violate a '$type', and \
      edits that cause errors in computed values are refused.
      """,
    examples: [
      Example("heir set /prod/eu db.port 5432", "Set the port of /prod/eu and all scopes below"),
      Example("heir set / motd --as-string 42", "Set a string that looks like a number"),
      Example("heir set / ntp.+ ntp2.example", "Add an element to an array"),
      Example("heir set /prod db.port 6432 --dry-run", "Print a patch and the affected values"),
      Example(
        "heir set /prod debug true --until 2026-12-31 --because 'incident 7'",
        "Set a value with a reason and a last day"),
    ],
    synopses: ["[OPTIONS] SCOPE KEY VALUE", "[OPTIONS] SCOPE KEY --from FILE"],
    exitStatus: exitStatus
  ) { (arguments) throws(UsageError) in
    let scope = try arguments.argument(.scope, help: "Scope to edit")
    let key = try arguments.argument(.key, help: "Key to set")
    let text = try arguments.argument(
      optional: .bytes("VALUE", .value), help: "New value: JSON if it parses, otherwise a string")
    let given = try ValueOptions(arguments)
    let reasons = try arguments.editReasons()
    let edits = try EditOptions(arguments, canCreate: true)
    return Action(try CommonOptions(arguments, taking: .edit)) { (console) throws(Failure) in
      try console.options.refuseStandardInput(besides: given.file.map { ("--from", $0) })
      let value = try given.value(text, console)
      let run = try EditRun(console, scope, key, edits)
      let document = try given.document(value, run.context.names)
      return try run.run(.set(document, reasons), typed: given.isGuessed ? value : nil)
    }
  }

  /// How the value is given.
  struct ValueOptions {
    let isString: Bool
    let isJSON: Bool
    let file: [UInt8]?
    let isExact: Bool

    init(_ arguments: Arguments) throws(UsageError) {
      isString = arguments.flag("--as-string", help: "Treat VALUE as a string")
      isJSON = arguments.flag("--as-json", help: "Treat VALUE as JSON, including directives")
      file = try arguments.option(
        "--from", type: .bytes("FILE", .file),
        help: "Set the text of FILE, without its final newline; '-': stdin")
      isExact = arguments.flag("--exact", help: "With --from, keep the final newline")
      if isString && isJSON { throw .conflictingOptions("--as-string", "--as-json") }
      if file != nil && isJSON { throw .conflictingOptions("--from", "--as-json") }
      if isExact && file == nil { throw .optionNeeds("--exact", other: "--from") }
    }

    func value(_ text: [UInt8]?, _ console: Console) throws(Failure) -> [UInt8] {
      switch (text, file) {
      case (let text?, nil): return text
      case (_?, _?): throw .usage(.conflictingOptions("VALUE", "--from"))
      case (nil, nil): throw .usage(command.missing("VALUE"))
      case (nil, let file?):
        do throws(FileError) {
          let bytes = try console.session.input(file, console.remarks)
          return isExact ? bytes : Array(bytes.withoutFinalNewline)
        } catch {
          throw .message("cannot read \(Printable.quoted(file)): \(error.words)")
        }
      }
    }

    var isGuessed: Bool { !isJSON && !isString && file == nil }

    func document(_ text: [UInt8], _ names: NameTable) throws(Failure) -> Document {
      if isJSON { return try ValueArgument.json(text, names, called: "VALUE") }
      if isGuessed { return try ValueArgument.guess(text, names, called: "VALUE") }
      return try ValueArgument.string(text, names, called: "VALUE")
    }
  }
}
