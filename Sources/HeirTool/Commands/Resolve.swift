import Cascade
import CommandSpec
import JSONSource
import Legible

/// `heir resolve`: prints a scope's effective configuration.
enum Resolve {
  static let command = Command<Session, Outcome>(
    "resolve", summary: "prints the effective configuration, or the part under a key",
    details: "The members stand in the order in which the lineage first mentions them.",
    examples: [
      Example("heir resolve /prod/eu/web", "everything that holds there"),
      Example("heir resolve /prod db -c", "one part, on one line"),
      Example("heir resolve /prod db --format flat", "a line for each leaf"),
      Example(
        "eval \"$(heir resolve /prod db --format shell --prefix DB_)\"", "variables for a script"),
      Example("heir resolve /prod --own", "only what the scope's own files say"),
    ],
    parameters: Positional(.scope, help: "the scope that is asked"),
    OptionalPositional(.key, help: "the key under which the wanted part stands"),
    Group(
      Option(
        "--format", type: .choice("FORMAT", of: Format.self),
        abbreviations: [Abbreviation("--json", for: "json")],
        help: "how to print it; json is the default"),
      Flag("-c", "--compact", help: "prints JSON on one line"),
      Flag("-S", "--sort-keys", help: "sorts members by the bytes of their names"),
      Flag("--own", help: "prints what the scope's own files write, without directives"),
      Flag("--origins", help: "prints the value with the place of every leaf in it"),
      Option(
        "--prefix", type: .bytes("P"),
        help: "how the names of variables begin, for shell and dotenv; may be empty"),
      Flag("--export", help: "exports the variables, for shell"),
      make: { (format, compact, sorted, own, origins, prefix, export) throws(UsageError) in
        let format = format ?? .json
        let forJSON = [("-c", compact), ("--origins", origins)]
        if format != .json, let option = forJSON.first(where: { $0.1 }) {
          throw .conflictingOptions(option.0, "--format \(format.rawValue)")
        }
        if own && origins { throw .conflictingOptions("--own", "--origins") }
        let needsPrefix = format == .shell || format == .dotenv
        if needsPrefix && prefix == nil {
          throw .optionNeeds("--format \(format.rawValue)", other: "--prefix")
        }
        if !needsPrefix && prefix != nil {
          throw .optionNeeds("--prefix", other: "--format shell|dotenv")
        }
        if export && format != .shell { throw .optionNeeds("--export", other: "--format shell") }
        return Form(
          format: format, layout: compact ? .compact : .indented, isSorted: sorted, isOwn: own,
          hasOrigins: origins, prefix: prefix ?? [], isExported: export)
      }),
    CommonOptions.printing,
    run: { (session, scope, key, form, options) in
      Outcome(session, options) { (show) throws(Failure) in
        let request = try Request(session, options, show)
        let key = try request.key(key)
        let asked = try request.scope(scope)
        return form.isOwn
          ? try own(request, asked, key, form) : try effective(request, asked, key, form)
      }
    })

  enum Format: String, CaseIterable { case json, flat, shell, dotenv, nul }

  struct Form {
    let format: Format
    let layout: JSONWriter.Layout
    let isSorted: Bool
    let isOwn: Bool
    let hasOrigins: Bool
    let prefix: [UInt8]
    let isExported: Bool

    var writer: JSONWriter { JSONWriter(layout, sorted: isSorted) }
  }

  private static func effective(
    _ request: Request, _ scope: AskedScope, _ key: Key, _ form: Form
  ) throws(Failure) -> ExitStatus {
    let names = scope.view.names
    let value: ValueCursor
    switch try request.worked({ () throws(Unresolved) in try scope.answer(key) }) {
    case .value(let found): value = found
    case .absent(let absence):
      try request.judge(scope, [key])
      request.noteAbsence(key, absence, in: scope)
      return .nothing
    }
    try request.judge(scope, [key])
    if form.format != .json || form.hasOrigins {
      let leaves = try request.leaves(of: value)
      guard form.hasOrigins else {
        let formats = LeafFormats(
          leaves.map { ($0.effective.key, $0.value) }, key, names, sorted: form.isSorted)
        try print(formats, request, form)
        return .answered
      }
      var writer = form.writer
      let whole = try request.worked { () throws(Unresolved) in try value.whole() }
      writer.resolved(whole, leaves.map(\.effective), scope, request.show.places)
      request.print(writer)
      return .answered
    }
    var writer = form.writer
    writer.value(
      try request.worked { () throws(Unresolved) in try value.whole() }, names)
    request.print(writer)
    return .answered
  }

  private static func print(
    _ leaves: LeafFormats, _ request: Request, _ form: Form
  ) throws(Failure) {
    let output = request.show.output
    switch form.format {
    case .json: return
    case .flat: output.append(leaves.flat())
    case .nul: output.append(try leaves.nul())
    case .dotenv: output.append(try leaves.dotenv(prefix: form.prefix))
    case .shell: output.append(try leaves.shell(prefix: form.prefix, isExported: form.isExported))
    }
  }

  /// What the scope's files say in all trees, merged over the files.
  private static func own(
    _ request: Request, _ asked: AskedScope, _ key: Key, _ form: Form
  ) throws(Failure) -> ExitStatus {
    try request.options.refuse("--set", by: "'--own'", why: "prints what files say")
    let (view, names) = (asked.view, asked.view.names)
    let level = Level(view.scope, files: view.lineage.own.flatMap(\.level.files))
    let problems = level.openInclusions(along: key)
    if !problems.isEmpty { throw .diagnostics(problems) }
    guard let own = LevelValue(level, key) else {
      let scope = Printable.string(view.scope.path)
      request.show.note("\(scope) itself says nothing of \(names.text(key))")
      return .nothing
    }
    if form.format != .json {
      var leaves: [(key: Key, value: Value)] = []
      own.forEachLeaf(key) { leaves.append(($0, Value($1))) }
      try print(LeafFormats(leaves, key, names, sorted: form.isSorted), request, form)
      return .answered
    }
    var writer = form.writer
    writer.own(own, names)
    request.print(writer)
    return .answered
  }
}

extension JSONWriter {
  /// Writes `resolve --origins`.
  fileprivate mutating func resolved(
    _ value: Value, _ leaves: [ValueCursor], _ scope: AskedScope, _ places: PlaceText
  ) {
    let names = scope.view.names
    object { writer in
      writer.member("version")
      writer.number(1)
      writer.member("scope")
      writer.string(scope.view.scope.path)
      writer.member("value")
      writer.value(value, names)
      writer.member("origins")
      writer.object { writer in
        for leaf in leaves {
          writer.member(names.spelling(leaf.key))
          writer.array { writer in
            for place in leaf.origins {
              writer.element()
              writer.origin(place, places)
            }
          }
        }
      }
    }
  }
}
