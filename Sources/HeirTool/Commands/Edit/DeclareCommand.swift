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
    parameters: Positional(.scope, help: "Scope to edit"),
    Positional(optional: .key, help: "Key or pattern"),
    Group(
      Option(
        "--type",
        type: .bytes("TYPE", .choice(TypeName.allCases.map(\.rawValue))),
        help: "Declare the type ('$type')"),
      Option("--merge", type: .bytes("STRATEGY"), help: "Declare how values merge ('$merge')"),
      Option("--about", type: .bytes("TEXT"), help: "Describe the key ('$about')"),
      Option(
        "--deprecated", type: .bytes("TEXT"),
        help: "Deprecate the key and give advice ('$deprecated')"),
      RepeatedOption("--x", type: .bytes("NAME=TEXT"), help: "Set the custom attribute '$x-NAME'"),
      RepeatedOption("--no-x", type: .bytes("NAME"), help: "Remove the attribute '$x-NAME'"),
      Flag("--known", help: "With --closed, declare present keys with their types"),
      make: { (type, merge, about, deprecated, own, gone, addsKnown) in
        let known: [(Directive, [UInt8]?)] = [
          (.type, type), (.merge, merge), (.about, about), (.deprecated, deprecated),
        ]
        return Texts(known: known, own: own, gone: gone, addsKnown: addsKnown)
      }),
    Flags(
      (Flag("--secret", help: "Mask the value in reports ('$secret')"), Directive.secret),
      (Flag("--required", help: "Require a value in each leaf scope ('$required')"), .required),
      (Flag("--final", help: "Forbid changes in descendants ('$final')"), .final),
      (Flag("--exclude", help: "Hide the key from descendants ('$exclude')"), .exclude),
      (Flag("--closed", help: "Allow only known members ('$closed')"), .closed)),
    Flags(
      taking(.secret), taking(.required), taking(.final), taking(.exclude), taking(.closed),
      taking(.type), taking(.merge), taking(.about), taking(.deprecated)),
    EditOptions.adding,
    options: CommonOptions.taking(.edit),
    run: { (console, scope, key, texts, added, removed, edits) throws(Failure) in
      if texts.addsKnown && !added.contains(.closed) {
        throw .usage(.optionNeeds("--known", other: "--closed"))
      }
      try refuse(try texts.changes(added, removed, NameTable()), withoutKey: key == nil)
      let run = try EditRun(console, scope, key, isPattern: !texts.addsKnown, edits)
      let changes = try texts.changes(added, removed, run.context.names)
      return try run.run(
        .declare(KeyDeclaration(run.pattern, changes, addsKnown: texts.addsKnown)))
    })

  /// The flag that takes what a directive says of the key out of the scope.
  private static func taking(_ directive: Directive) -> (Flag, Directive) {
    let name = directive.rawValue
    return (Flag("--no-\(name.dropFirst())", help: "Remove the key from '\(name)'"), directive)
  }

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
        let name = directive.rawValue.dropFirst()
        if directive.isOwn { throw .message("'\(directive.rawValue)' is given twice") }
        throw .usage(.conflictingOptions("--\(name)", "--no-\(name)"))
      }
      if isOfTop, directive != .closed {
        throw .message(
          "KEY is missing; only '--closed' and '--no-closed' work without it")
      }
    }
  }

  /// The options with a text.
  struct Texts {
    let known: [(directive: Directive, text: [UInt8]?)]
    let own: [[UInt8]]
    let gone: [[UInt8]]
    let addsKnown: Bool

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
      for case (let directive, let text?) in known { try add(directive, text) }
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
