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
      value. --remove removes them. TYPE is a type name, several names with commas, or a JSON object \
      as in '$type'. Without KEY, --closed closes the scope's top object.

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
      Example("heir declare /prod db.host --remove final", "Allow changes again"),
    ],
    synopses: ["[OPTIONS] SCOPE KEY", "[OPTIONS] SCOPE --closed"],
    exitStatus: "0 done, or no change needed; 1 nothing to remove; 2 refused, nothing is written"
  ) { (arguments) throws(UsageError) in
    let scope = try arguments.argument(.scope, help: "Scope to edit")
    let key = try arguments.argument(optional: .key, help: "Key or pattern")
    let named = try DirectiveOptions(arguments)
    let addsKnown = arguments.flag(
      "--known", help: "With --closed, declare present keys with their types")
    let isForced = arguments.flag("--force", help: "Declare a type that present values violate")
    let edits = try EditOptions(arguments, canCreate: true)
    return Action(try CommonOptions(arguments, taking: .edit)) { (console) throws(Failure) in
      if addsKnown && !named.flags.contains(.closed) {
        throw .usage(.optionNeeds("--known", other: "--closed"))
      }
      try refuse(try named.changes(NameTable()), withoutKey: key == nil)
      let run = try EditRun(console, scope, key, isPattern: !addsKnown, edits)
      let changes = try named.changes(run.context.names)
      return try run.run(
        .declare(
          KeyDeclaration(run.pattern, changes, addsKnown: addsKnown, isForced: isForced)))
    }
  }

  /// The directives with a text, its name and help.
  private static let texts: [(directive: Directive, name: String, help: String)] = [
    (.type, "TYPE", "Declare the type ('$type')"),
    (.merge, "STRATEGY", "Declare how values merge ('$merge')"),
    (.about, "TEXT", "Describe the key ('$about')"),
    (.deprecated, "TEXT", "Deprecate the key and give advice ('$deprecated')"),
  ]
  private static let flags: [(directive: Directive, help: String)] = [
    (.secret, "Mask the value in reports ('$secret')"),
    (.required, "Require a value in each leaf scope ('$required')"),
    (.final, "Forbid changes in descendants ('$final')"),
    (.exclude, "Hide the key from descendants ('$exclude')"),
    (.closed, "Allow only known members ('$closed')"),
  ]
  private static let removable = flags.map(\.directive) + texts.map(\.directive)

  private static func name(_ directive: Directive) -> String {
    String(directive.rawValue.dropFirst())
  }

  private static let removal = ValueType("NAME", .choice(removable.map(name))) {
    (bytes) throws(ArgumentProblem) in
    if let known = removable.first(where: { name($0).utf8.elementsEqual(bytes) }) { return known }
    guard bytes.starts(with: "x-".utf8), let own = Directive.own(named: bytes.dropFirst(2)) else {
      throw .notOneOf(removable.map(name) + ["x-NAME"])
    }
    return own
  }

  /// Throws if nothing is declared, or if a directive is given twice.
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
        throw .message("'\(directive.rawValue)' is given twice")
      }
      if isOfTop, directive != .closed {
        throw .message(
          "KEY is missing; only '--closed' and '--remove closed' work without it")
      }
    }
  }

  /// The directives that the options name.
  private struct DirectiveOptions {
    private var texts: [(directive: Directive, text: [UInt8])] = []
    private let own: [[UInt8]]
    let flags: [Directive]
    private let removed: [Directive]

    init(_ arguments: Arguments) throws(UsageError) {
      for (directive, word, help) in DeclareCommand.texts {
        let kind = directive == .type ? TypeName.type(word).kind : .text
        let text = try arguments.option(
          "--\(name(directive))", type: .bytes(word, kind), help: help)
        if let text { texts.append((directive, text)) }
      }
      own = try arguments.options(
        "--x", type: .bytes("NAME=TEXT"), help: "Set the custom attribute '$x-NAME'")
      flags = DeclareCommand.flags
        .filter { arguments.flag("--\(name($0.directive))", help: $0.help) }.map(\.directive)
      removed = try arguments.options(
        "--remove", type: removal, help: "Remove the key from '$NAME', also x-NAME")
    }

    func changes(_ names: NameTable) throws(Failure) -> [KeyDeclaration.Change] {
      var changes: [KeyDeclaration.Change] = []
      func add(_ directive: Directive, _ text: [UInt8]) throws(Failure) {
        let option = "'--\(directive.isOwn ? "x" : name(directive))'"
        let value = try ValueArgument.json(Self.json(text, of: directive), names, called: option)
        if let problem = PropertyFile.problem(of: value, in: directive) {
          throw .message("\(option): \(problem.message)")
        }
        changes.append(.adding(directive, value))
      }
      for (directive, text) in texts { try add(directive, text) }
      for text in own {
        guard let equals = text.firstIndex(of: UInt8(ascii: "=")) else {
          throw .message(
            "'--x' takes NAME=TEXT, as in 'owner=search', not \(Printable.quoted(text))")
        }
        guard let directive = Directive.own(named: text[..<equals]) else {
          throw .message(
            "'--x': \(Printable.quoted(text[..<equals])) is not a valid name; \(Directive.customNameHint)"
          )
        }
        try add(directive, Array(text[(equals + 1)...]))
      }
      return changes + flags.map { .adding($0, nil) } + removed.map { .removing($0) }
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
