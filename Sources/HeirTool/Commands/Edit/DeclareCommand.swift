import Cascade
import CommandSpec
import Edits
import Files
import JSONSource
import SafeText
import Trees

enum DeclareCommand {
  static let command = Command(
    "declare", summary: "Declare the type and attributes of a key",
    details: """
      Writes directives about KEY into the file and object in which 'heir set' would write its \
      value. Options that begin with --no- remove them. TYPE is a type name, several names with \
      commas, or a JSON object as in '$type'. Without KEY, --closed closes the scope's top object.

      With --known, also declares the types of all keys in the closed object that the scope or a \
      scope that inherits from it sets, so that only new keys are unknown. Keys that are declared \
      already stay as they are. If names vary, declare a pattern such as 'users.**' first.

      A type that present values of the scope or a scope below violate is refused, with the number \
      of these scopes; --force declares it.

      The effect on values and on other entries is reported on standard error. Write '$inherit', \
      '$abstract', '$include', '$pass' and '$remove' by hand.
      """,
    examples: [
      Example(
        "heir declare / db.port --type integer --about 'where clients connect'",
        "Declare a type and a description"),
      Example(
        "heir declare / log.level --type '{\"enum\": [\"info\", \"debug\"]}'",
        "Declare the allowed values"),
      Example("heir declare / '**.password' --secret", "Mask all passwords in reports"),
      Example("heir declare /prod db.host --final", "Forbid changes in descendants"),
      Example("heir declare / --closed", "Allow only known keys"),
      Example("heir declare / --closed --known", "Allow only present keys, with their types"),
      Example("heir declare /prod db.host --no-final", "Allow changes again"),
    ],
    synopses: ["[OPTIONS] SCOPE KEY", "[OPTIONS] SCOPE --closed"],
    exitStatus: "0 done, or no change needed; 1 nothing to remove; 2 refused, nothing is written"
  ) { (arguments) throws(UsageError) in
    let scope = try arguments.argument(.scope, help: "Scope to edit")
    let key = try arguments.argument(optional: .key, help: "Key or pattern")
    let texts = try Texts(arguments)
    let added = flags.filter { arguments.flag("--\(name($0.directive))", help: $0.help) }
      .map(\.directive)
    let removed = removable.filter {
      arguments.flag("--no-\(name($0))", help: "Remove the key from '\($0.rawValue)'")
    }
    let isForced = arguments.flag("--force", help: "Declare a type that present values violate")
    let edits = try EditOptions(arguments, canCreate: true)
    return Action(try CommonOptions(arguments, taking: .edit)) { (console) throws(Failure) in
      if texts.addsKnown && !added.contains(.closed) {
        throw .usage(.optionNeeds("--known", other: "--closed"))
      }
      try refuse(try texts.changes(added, removed, NameTable()), withoutKey: key == nil)
      let run = try EditRun(console, scope, key, isPattern: !texts.addsKnown, edits)
      let changes = try texts.changes(added, removed, run.context.names)
      return try run.run(
        .declare(
          KeyDeclaration(
            run.pattern, changes, addsKnown: texts.addsKnown, isForced: isForced)))
    }
  }

  /// The directives without a text.
  private static let flags: [(directive: Directive, help: String)] = [
    (.secret, "Mask the value in reports ('$secret')"),
    (.required, "Require a value in each leaf scope ('$required')"),
    (.final, "Forbid changes in descendants ('$final')"),
    (.exclude, "Hide the key from descendants ('$exclude')"),
    (.closed, "Allow only known members ('$closed')"),
  ]
  private static let removable =
    flags.map(\.directive) + [Directive.type, .merge, .about, .deprecated]

  private static func name(_ directive: Directive) -> Substring { directive.rawValue.dropFirst() }

  /// Throws if nothing is declared, or if a directive is both added and removed.
  private static func refuse(
    _ changes: [KeyDeclaration.Change], withoutKey isOfTop: Bool
  ) throws(Failure) {
    if changes.isEmpty {
      throw .message("nothing to declare; give an option such as '--type' or '--about'")
    }
    var seen: Set<Directive> = []
    for change in changes {
      let directive =
        switch change {
        case .adding(let directive, _), .removing(let directive): directive
        }
      guard seen.insert(directive).inserted else {
        if directive.isOwn { throw .message("'\(directive.rawValue)' is given twice") }
        throw .usage(.conflictingOptions("--\(name(directive))", "--no-\(name(directive))"))
      }
      if isOfTop, directive != .closed {
        throw .message(
          "KEY is missing; only '--closed' and '--no-closed' work without it")
      }
    }
  }

  /// The options with a text.
  struct Texts {
    let type: [UInt8]?
    let merge: [UInt8]?
    let about: [UInt8]?
    let deprecated: [UInt8]?
    let own: [[UInt8]]
    let gone: [[UInt8]]
    let addsKnown: Bool

    init(_ arguments: Arguments) throws(UsageError) {
      type = try arguments.option(
        "--type", type: .bytes("TYPE", .choice(TypeName.allCases.map(\.rawValue))),
        help: "Declare the type ('$type')")
      merge = try arguments.option(
        "--merge", type: .bytes("STRATEGY"), help: "Declare how values merge ('$merge')")
      about = try arguments.option(
        "--about", type: .bytes("TEXT"), help: "Describe the key ('$about')")
      deprecated = try arguments.option(
        "--deprecated", type: .bytes("TEXT"),
        help: "Deprecate the key and give advice ('$deprecated')")
      own = try arguments.options(
        "--x", type: .bytes("NAME=TEXT"), help: "Set the custom attribute '$x-NAME'")
      gone = try arguments.options(
        "--no-x", type: .bytes("NAME"), help: "Remove the attribute '$x-NAME'")
      addsKnown = arguments.flag(
        "--known", help: "With --closed, declare present keys with their types")
    }

    func changes(
      _ added: [Directive], _ removed: [Directive], _ names: NameTable
    ) throws(Failure) -> [KeyDeclaration.Change] {
      var changes: [KeyDeclaration.Change] = []
      func add(_ directive: Directive, _ text: [UInt8]) throws(Failure) {
        let option = "'--\(directive.isOwn ? "x" : String(directive.rawValue.dropFirst()))'"
        let value = try ValueArgument.json(Self.json(text, of: directive), names, called: option)
        if let problem = PropertyFile.problem(of: value, in: directive) {
          throw .message("\(option): \(problem.message)")
        }
        changes.append(.adding(directive, value))
      }
      if let type { try add(.type, type) }
      if let merge { try add(.merge, merge) }
      if let about { try add(.about, about) }
      if let deprecated { try add(.deprecated, deprecated) }
      for text in own {
        guard let equals = text.firstIndex(of: UInt8(ascii: "=")) else {
          throw .message(
            "'--x' takes NAME=TEXT, as in 'owner=search', not \(Printable.quoted(text))")
        }
        try add(try Self.own(text[..<equals]), Array(text[(equals + 1)...]))
      }
      changes += added.map { .adding($0, nil) }
      changes += removed.map { .removing($0) }
      for text in gone { changes.append(.removing(try Self.own(text[...]))) }
      return changes
    }

    private static func own(_ name: ArraySlice<UInt8>) throws(Failure) -> Directive {
      guard let directive = Directive.own(named: name) else {
        throw .message(
          "'--x': \(Printable.quoted(Array(name))) is not a valid name; use letters, digits, '-' and '_'"
        )
      }
      return directive
    }

    /// Names of types separated by commas become a list.
    private static func json(_ text: [UInt8], of directive: Directive) -> [UInt8] {
      let isBraced = text.first.map { "{[\"".utf8.contains($0) } ?? false
      if isBraced, directive == .type || directive == .merge { return text }
      guard directive == .type else { return StringEscapes.quoted(text) }
      let names = text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        .map { StringEscapes.quoted(Array($0)) }
      return names.count == 1
        ? names[0] : Array("[".utf8) + names.joined(separator: Array(", ".utf8)) + Array("]".utf8)
    }
  }
}
