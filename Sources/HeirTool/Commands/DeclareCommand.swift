import Answers
import Cascade
import Change
import CommandSpec
import JSONSource
import Legible
import Queries
import Sessions
import Snapshots

/// `heir declare`: writes what a key is, who may change it, and how its values meet.
enum DeclareCommand {
  static let command = Command<Session, CommandResult>(
    "declare", summary: "writes what a key is, who may change it, and how its values meet",
    details: """
      Writes directives about KEY, which may be a pattern, into the file and the object where 'heir set' \
      would write its value, beside what stands there; with --no-… it takes them out of the scope's files. \
      TYPE is a name, several with commas between them, or an object of conditions as '$type' takes it. \
      Without KEY, --closed closes the scope's top object. What this makes of values and of what other \
      scopes write is told on standard error: what changes, what is refused, unknown or of another type \
      from then on, and in how many scopes a secret is masked. '$inherit', '$abstract', '$include', \
      '$pass' and '$remove' are written by hand.
      """,
    examples: [
      Example(
        "heir declare / db.port --type integer --about 'where clients connect'", "what it is"),
      Example(
        "heir declare / log.level --type '{\"enum\": [\"info\", \"debug\"]}'",
        "which values it takes"),
      Example("heir declare / '**.password' --secret", "masked in every report"),
      Example("heir declare /prod db.host --final", "nobody below changes it"),
      Example("heir declare / --closed", "keys have to be known from here on"),
      Example("heir declare /prod db.host --no-final", "takes that out again"),
    ],
    synopses: ["[OPTIONS] SCOPE KEY", "[OPTIONS] SCOPE --closed"],
    parameters: Positional(.scope, help: "the scope whose file is written"),
    OptionalPositional(.key, help: "the key, or a pattern"),
    Group(
      Option(
        "--type",
        type: .bytes("TYPE", .choice(FixedWords(TypeName.allCases.map(\.rawValue)))),
        help: "what its values are ('$type')"),
      Option("--merge", type: .bytes("STRATEGY"), help: "how its values meet ('$merge')"),
      Option("--about", type: .bytes("TEXT"), help: "what it is for ('$about')"),
      Option("--deprecated", type: .bytes("TEXT"), help: "what to use instead ('$deprecated')"),
      RepeatedOption(
        "--x", type: .bytes("NAME=TEXT"), help: "an attribute of one's own ('$x-NAME')"),
      RepeatedOption("--no-x", type: .bytes("NAME"), help: "takes '$x-NAME' out"),
      make: Texts.init(type:merge:about:deprecated:own:gone:)),
    Flags(
      (Flag("--secret", help: "reports mask it ('$secret')"), Directive.secret),
      (
        Flag("--required", help: "every scope without scopes below it needs a value ('$required')"),
        .required
      ),
      (Flag("--final", help: "nobody below changes it ('$final')"), .final),
      (Flag("--exclude", help: "nobody below inherits it ('$exclude')"), .exclude),
      (Flag("--closed", help: "it takes only members that are known ('$closed')"), .closed)),
    Flags(
      taking(.secret), taking(.required), taking(.final), taking(.exclude), taking(.closed),
      taking(.type), taking(.merge), taking(.about), taking(.deprecated)),
    EditOptions.group, CommonOptions.taking(.edit),
    run: { (session, scope, key, texts, added, removed, edits, options) in
      CommandResult(session, options) { (show) throws(Failure) in
        let asked = Asked(texts: texts, added: added, removed: removed)
        try asked.refuse(withoutKey: key == nil)
        let run = try EditRun(session, show, scope, pattern: key, edits, options)
        return try run.run(
          .declare(KeyDeclaration(run.pattern, try asked.changes(run.query.names))))
      }
    })

  static let foresight = Foresight(.nothing)

  /// The flag that takes what a directive says of the key out of the scope.
  private static func taking(_ directive: Directive) -> (Flag, Directive) {
    let name = directive.rawValue
    return (Flag("--no-\(name.dropFirst())", help: "takes it out of '\(name)'"), directive)
  }

  struct Texts {
    let type: [UInt8]?
    let merge: [UInt8]?
    let about: [UInt8]?
    let deprecated: [UInt8]?
    let own: [[UInt8]]
    let gone: [[UInt8]]
  }

  /// What the options say together.
  struct Asked {
    let texts: Texts
    let added: [Directive]
    let removed: [Directive]

    /// Throws where they ask for nothing, or for one thing and its contrary.
    func refuse(withoutKey isOfTop: Bool) throws(Failure) {
      let all = try changes(NameTable())
      if all.isEmpty {
        throw .message("nothing to declare: name one of the options, such as '--type' or '--about'")
      }
      var seen: Set<Directive> = []
      for change in all {
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
            "KEY is missing: without one, '--closed' and '--no-closed' alone mean something")
        }
      }
    }

    func changes(_ names: NameTable) throws(Failure) -> [KeyDeclaration.Change] {
      var changes: [KeyDeclaration.Change] = []
      func add(_ directive: Directive, _ text: [UInt8]?, _ read: ([UInt8]) -> [UInt8])
        throws(Failure)
      {
        guard let text else { return }
        let option = "--\(directive.isOwn ? "x" : String(directive.rawValue.dropFirst()))"
        let value: Document
        do throws(GivenValue.Problem) { value = try GivenValue.json(read(text), names) } catch {
          throw .message("'\(option)': \(error.words)")
        }
        if let problem = PropertyFile.problem(of: value, in: directive) {
          throw .message("'\(option)': \(problem.message)")
        }
        changes.append(.adding(directive, value))
      }
      try add(.type, texts.type, Self.type)
      try add(.merge, texts.merge) { Self.isBraced($0) ? $0 : StringEscapes.quoted($0) }
      try add(.about, texts.about) { StringEscapes.quoted($0) }
      try add(.deprecated, texts.deprecated) { StringEscapes.quoted($0) }
      for text in texts.own {
        guard let equals = text.firstIndex(of: UInt8(ascii: "=")) else {
          throw .message(
            "'--x' takes NAME=TEXT, as in 'owner=search', not \(Printable.quoted(text))")
        }
        try add(try Self.own(text[..<equals]), Array(text[(equals + 1)...])) {
          StringEscapes.quoted($0)
        }
      }
      changes += added.map { .adding($0, nil) }
      changes += removed.map { .removing($0) }
      for text in texts.gone { changes.append(.removing(try Self.own(text[...]))) }
      return changes
    }

    private static func own(_ name: ArraySlice<UInt8>) throws(Failure) -> Directive {
      guard let directive = Directive.own(named: name) else {
        throw .message(
          "'--x': \(Printable.quoted(Array(name))) is no name: letters, digits, '-' and '_'")
      }
      return directive
    }

    private static func isBraced(_ text: [UInt8]) -> Bool {
      text.first.map { "{[\"".utf8.contains($0) } ?? false
    }

    /// A type as `$type` takes it: names with commas between them become a list.
    private static func type(_ text: [UInt8]) -> [UInt8] {
      if isBraced(text) { return text }
      let names = text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        .map { StringEscapes.quoted(Array($0)) }
      return names.count == 1
        ? names[0] : Array("[".utf8) + names.joined(separator: Array(", ".utf8)) + Array("]".utf8)
    }
  }
}
