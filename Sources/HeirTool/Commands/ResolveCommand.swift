import Answers
import Cascade
import CommandSpec
import JSONSource
import Legible
import Queries
import Reports
import Sessions
import Snapshots

/// `heir resolve`: prints a scope's effective configuration.
enum ResolveCommand {
  static let command = Command<Session, CommandResult>(
    "resolve", summary: "prints the effective configuration, or the part under a key",
    details: """
      The members stand in the order in which the lineage first mentions them. With --keep-going a value \
      that cannot be worked out is left out and told on standard error; then a file of -o stays as it is, \
      and a format that a shell runs is refused.
      """,
    examples: [
      Example("heir resolve /prod/eu/web", "everything that holds there"),
      Example("heir resolve /prod db -c", "one part, on one line"),
      Example("heir resolve /prod db --format flat", "a line for each leaf"),
      Example(
        "v=$(heir resolve /prod db --format shell --prefix DB_) && eval \"$v\" || exit",
        "variables for a script"),
      Example("heir resolve /prod --own", "only what the scope's own files say"),
      Example("heir resolve /prod --format yaml --without-secrets", "what may be shown around"),
    ],
    parameters: Positional(.scope, help: "the scope that is asked"),
    OptionalPositional(.key, help: "the key under which the wanted part stands"),
    Form.options, LeafChoice.options,
    CommonOptions.printing,
    run: { (session, scope, key, form, choice, options) in
      CommandResult(session, options) { (show) throws(Failure) in
        let query = try Query(session, options, show)
        let key = try query.key(key)
        let asked = try query.scope(scope)
        let choice = try ChosenLeaves(choice, asked, query)
        return form.isOwn
          ? try own(query, asked, key, form, choice)
          : try effective(query, asked, key, form, choice)
      }
    })

  static let foresight = Foresight(
    .values(tellsAbsence: true) { found in
      guard let form = try? Form.options.value(from: found.line) else { return false }
      let formats = LeafFormats(found.leaves, found.key, found.names, sorted: false)
      return (try? form.text(of: formats)) != nil
    },
    harmless: "--virtual", "--set", "--values", "--format", "--compact", "--sort-keys", "--origins",
    "--names",
    "--prefix", "--export")

  private static func effective(
    _ query: Query, _ scope: Evaluation, _ key: Key, _ form: Form, _ choice: ChosenLeaves
  ) throws(Failure) -> ExitStatus {
    let value: ValueCursor
    switch try query.worked({ () throws(Unresolved) in try scope.answer(key) }) {
    case .value(let found): value = found
    case .absent(let absence):
      try query.judge(scope, [key])
      query.noteAbsence(key, absence, in: scope)
      return .nothing
    }
    try query.judge(scope, [key])
    let isPicked = form.keepsGoing || choice.leavesOutKeys
    let overview = isPicked ? Overview(of: value, leavingOut: choice.leavesOut) : nil
    let unresolved = overview?.unresolved.flatMap(\.diagnostics) ?? []
    if !form.keepsGoing, let failure = overview?.unresolved.first {
      throw .diagnostics(failure.diagnostics)
    }
    if unresolved.isEmpty && form.style == .format(.json) && choice.isEverything && !form.hasOrigins
    {
      let data = try query.worked { () throws(Unresolved) in try value.data() }
      query.print(form.layout, sorted: form.isSorted) { $0.value(data, scope.view.names) }
      return .answered
    }
    let leaves = try overview.map { (all) throws(Failure) in try query.leaves(all.leaves) }
    let all = if let leaves { leaves } else { try query.leaves(of: value) }
    if unresolved.isEmpty { return try print(all, of: value, query, form, choice) }
    // An object that loses everything is gone, as one is that inheritance empties.
    if !all.isEmpty || key.names.isEmpty {
      _ = try print(all, of: value, query, form, choice, overview)
    }
    query.show.report(.diagnostics(unresolved))
    return .failed
  }

  /// Prints the leaves of a value; beside them is told what could not be worked out, where something could not.
  private static func print(
    _ all: [(effective: ValueCursor, value: EffectiveValue)], of value: ValueCursor,
    _ query: Query, _ form: Form, _ choice: ChosenLeaves, _ overview: Overview? = nil
  ) throws(Failure) -> ExitStatus {
    let (scope, key) = (value.scope, value.key)
    let leaves = try choice.of(all.map { Leaf($0.effective, $0.value) }) { leaf in
      leaf.value.holdsSecret(scope.mask(leaf.key))
    }
    if leaves.isEmpty && !value.isObject { return nothingIsLeft(of: key, query) }
    guard form.hasOrigins else {
      try print(leaves, under: key, query, form)
      return .answered
    }
    let chosen = Set(leaves.map(\.key))
    let formats = LeafFormats(leaves, key, scope.view.names, sorted: false)
    let told = all.map(\.effective).filter { chosen.contains($0.key) }
    let record: Record = [
      .with: .head(scope.view.scope), "value": .data(formats.value),
      "origins": .object(
        told.map { leaf in
          let key = String(decoding: query.names.spelling(leaf.key), as: UTF8.self)
          return (.named(key), .list(leaf.origins, Record.origin))
        }),
      "unresolved": overview?.unresolvedRecord,
    ]
    query.print(form.layout, sorted: form.isSorted, record)
    return .answered
  }

  private static func print(
    _ leaves: [Leaf], under key: Key, _ query: Query, _ form: Form
  ) throws(Failure) {
    let formats = LeafFormats(
      leaves, key, query.names, sorted: form.isSorted, asWritten: form.isOwn)
    if form.style == .format(.json) {
      query.print(form.layout, sorted: form.isSorted) { $0.value(formats.value, query.names) }
    } else {
      query.show.output.append(try form.text(of: formats))
    }
  }

  /// The one leaf that was asked for is left out.
  private static func nothingIsLeft(of key: Key, _ query: Query) -> ExitStatus {
    query.show.note("the options leave out \(query.names.text(key)), which is all there is")
    return .nothing
  }

  /// What the scope's files say in all trees, merged over the files.
  private static func own(
    _ query: Query, _ asked: Evaluation, _ key: Key, _ form: Form, _ choice: ChosenLeaves
  ) throws(Failure) -> ExitStatus {
    try query.options.refuse("--set", by: "'--own'", why: "prints what files say")
    let (view, names) = (asked.view, asked.view.names)
    let level = Level(view.scope, files: view.lineage.own.flatMap(\.level.files))
    let problems = level.openInclusions(along: key)
    if !problems.isEmpty { throw .diagnostics(problems) }
    guard let own = LevelValue(level, key) else {
      let scope = view.scope.text
      query.show.note("\(scope) itself says nothing of \(names.text(key))")
      return .nothing
    }
    var leaves: [Leaf] = []
    var secret: Set<Key> = []
    own.forEachLeaf(key) { key, own in
      leaves.append(Leaf(key, EffectiveValue(asWritten: own.leaf), own.place.map { [$0] } ?? []))
      let isSecret =
        own.leaf.map { asked.holdsSecret(asWritten: $0, under: key) } ?? asked.mask(key).isSecret
      if isSecret { secret.insert(key) }
    }
    let chosen = try choice.of(leaves) { secret.contains($0.key) }
    if chosen.isEmpty && own.leaf != nil { return nothingIsLeft(of: key, query) }
    try print(chosen, under: key, query, form)
    return .answered
  }
}
