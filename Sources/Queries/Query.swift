import Answers
import Cascade
import CommandSpec
import FileTree
import JSONSource
import Legible
import Reports
import Sessions
import Snapshots

/// What commands that ask trees share: the trees, the asked scopes, and the way to speak of them.
package struct Query {
  package let session: Session
  package let options: CommonOptions
  package let show: Presentation
  package let present: World
  package let commandLine: [GivenSetting]

  /// A record takes note of all that is read. A command that writes does not take the current directory for the root
  /// where another root is meant.
  package init(
    _ session: Session, _ options: CommonOptions, _ show: Presentation,
    record: ReadingRecord? = nil, writes: Bool = false
  ) throws(Failure) {
    var snapshot = try Snapshot(
      TreePaths(options, session), from: session.workingDirectory,
      try GivenFiles(options, session, show.remarks), hasOtherRoot: options.time != nil,
      record: record)
    if writes, let below = snapshot.discovery?.rootsBelow, below.count == 1 {
      let name = Printable.string(below[0], limit: 200)
      throw .message(
        "no directory from here upwards contains '.heir', but '\(name)' does; nothing is written",
        notes: ["'--root \(name)' writes in that tree, '--root .' in the current directory"])
    }
    if let time = options.time {
      let (root, prefix) = try time.open(snapshot, session, show.remarks)
      show.places.askedRoot = prefix
      snapshot = try snapshot.replacingRoot(by: root, called: time.name, isFormer: false)
    }
    try self.init(session, options, show, snapshot)
    session.keep(present)
  }

  /// Asks trees that are open.
  package init(
    _ session: Session, _ options: CommonOptions, _ show: Presentation,
    _ snapshot: Snapshot
  ) throws(Failure) {
    self.session = session
    self.options = options
    self.show = show
    let names = NameTable()
    present = World(
      snapshot, names, AllowedEnvironment(options, session), reveals: options.isRevealing)
    present.listener = Progress(session, isQuiet: show.isQuiet)
    present.givesHints = !show.isQuiet
    commandLine = try Self.settings(snapshot.given, names)
    try present.checkFacts()
    try show.tellOfRoot(snapshot.discovery, isStrict: options.isStrict)
    if let path = options.output { try snapshot.refuse(output: path) }
  }

  private static func settings(
    _ given: GivenFiles, _ names: NameTable
  ) throws(Failure) -> [GivenSetting] {
    if given.settings.isEmpty { return [] }
    return try given.settings.enumerated().map { (index, setting) throws(Failure) in
      switch setting {
      case .text(let text): try GivenSetting(text, number: index + 1, names)
      case .file(let file): try GivenSetting(file, number: index + 1, names)
      }
    }
  }

  /// The trees as they are now.
  package var snapshot: Snapshot { present.snapshot }

  package var names: NameTable { present.names }

  /// The same trees with the root as it was; keys and what the command line says are the same in both.
  package func former(_ tree: TreeTime) throws(Failure) -> World {
    let (root, prefix) = try tree.open(
      snapshot, besides: options.time, session, show.remarks)
    show.places.formerRoot = prefix
    let world = present.at(
      try snapshot.replacingRoot(by: root, called: tree.name, isFormer: true))
    session.keep(world)
    return world
  }

  /// The revision that is checked out, if what is asked is what became of it: the disk or the index.
  package var committed: TreeTime? {
    if let time = options.time, !time.isStaged { return nil }
    return snapshot.isInRepository(session)
      ? .revision(Array("HEAD".utf8), isMergeBase: false) : nil
  }

  /// Says why the disk differs from a revision although nothing was edited.
  package func remarkOnWorkTree(since former: TreeTime) {
    guard case .revision = former, options.time == nil, !show.isQuiet else { return }
    snapshot.remarkOnWorkTree(session, show.remarks)
  }

  /// What a scope was, with what the command line says in it; where it was not there, nothing.
  func scope(_ scope: Scope, at time: World) throws(Failure) -> Evaluation {
    time.resolver.scope(try laid(in: scope, time, isVirtual: true))
  }

  /// The asked scope, with what the command line says in it; now, unless another time is given.
  package func scope(_ argument: ScopeArgument, at time: World? = nil) throws(Failure) -> Evaluation
  {
    let time = time ?? present
    return try naming(argument) { () throws(Failure) in
      let scope = try argument.scope(in: present)
      return time.resolver.scope(
        try laid(in: scope, time, isVirtual: options.isVirtual))
    }
  }

  /// A scope of a walk as if it were asked alone, with what the command line says in it.
  func evaluation(of walked: WalkedScope) throws(Failure) -> Evaluation {
    if options.settings.isEmpty { return walked.asked }
    return walked.asked(
      try laid(
        in: walked.view.scope, present, isVirtual: false,
        on: present.snapshot.hasParentRules ? nil : walked.view))
  }

  /// A scope that there is, to begin a walk at.
  package func place(_ argument: ScopeArgument) throws(Failure) -> Scope {
    try naming(argument) { () throws(Failure) in
      let scope = try argument.scope(in: present)
      _ = try present.way(to: scope)
      return scope
    }
  }

  /// Says of a scope that cannot be asked how it was typed: it may be a key.
  private func naming<T>(
    _ argument: ScopeArgument, _ body: () throws(Failure) -> T
  ) throws(Failure) -> T {
    do throws(Failure) { return try body() } catch {
      guard case .unknownScope(_, let words, let notes) = error else { throw error }
      throw .unknownScope(argument.text, words, notes: notes)
    }
  }

  /// The view of a scope with what the command line says in it.
  private func laid(
    in scope: Scope, _ time: World, isVirtual: Bool, on known: View? = nil
  ) throws(Failure) -> View {
    if options.settings.isEmpty { return try time.view(of: scope, isVirtual: isVirtual) }
    let given = time.snapshot.given
    let commandLine =
      given.hasSameSettings(as: snapshot.given)
      ? commandLine : try Self.settings(given, names)
    let level = Level(commandLine: commandLine.map { ($0.key, $0.value(in: scope)) }, in: scope)
    let view =
      if let known { known } else {
        try time.view(of: scope, isVirtual: isVirtual, for: level)
      }
    for setting in commandLine {
      if let array = setting.key.flatMap(view.arrayIndexed) {
        throw .setting(
          "'--set' cannot set an element of '\(names.text(array))'; set the whole array")
      }
    }
    if time === present { try refuseGuesses(in: view) }
    let laid = view.laying(commandLine: level)
    // What was is asked with what is set now, and may not have known it yet.
    if time === present {
      let unknown = laid.unknownKeys(at: [laid.levels.count - 1])
      if !unknown.isEmpty { throw .diagnostics(unknown) }
      for case let key? in commandLine.lazy.map(\.key) {
        noteSlip(key, as: names.spelling(key), in: view, of: time, looksEverywhere: false)
      }
    }
    return laid
  }

  package func key(_ text: [UInt8]) throws(Failure) -> Key {
    do throws(KeyError) {
      return try KeySyntax.key(text, names)
    } catch {
      throw unreadable(text, error)
    }
  }

  /// A key in which stars may stand for names.
  package func pattern(_ text: [UInt8]) throws(Failure) -> KeyPattern {
    do throws(KeyError) {
      return try KeySyntax.pattern(text, names)
    } catch {
      throw unreadable(text, error)
    }
  }

  private func unreadable(_ text: [UInt8], _ error: KeyError) -> Failure {
    error.directive(in: text)?.noKey ?? .unreadableKey(text, error.words(for: text))
  }

  package func key(_ text: [UInt8]?) throws(Failure) -> Key {
    if let text { try key(text) } else { Key() }
  }

  /// Works something out; what cannot be is told with its places.
  package func worked<T>(_ body: () throws(Unresolved) -> T) throws(Failure) -> T {
    do throws(Unresolved) { return try body() } catch { throw .diagnostics(error.diagnostics) }
  }

  /// The leaves of a value, each worked out.
  package func leaves(
    of value: ValueCursor
  ) throws(Failure) -> [(effective: ValueCursor, value: EffectiveValue)] {
    try leaves(try worked { () throws(Unresolved) in try value.leaves() })
  }

  /// The same of leaves that are known.
  package func leaves(
    _ leaves: [ValueCursor]
  ) throws(Failure) -> [(effective: ValueCursor, value: EffectiveValue)] {
    try refuseExcess(leaves.lazy.map { ($0.key, $0.places.first) })
    return try leaves.map { (leaf) throws(Failure) in
      (leaf, try worked { () throws(Unresolved) in try leaf.data() })
    }
  }

  /// Whether there may be something doubtful about what was asked.
  package func judges(_ scope: Evaluation) -> Bool { !scope.isBeyondJudgement || options.isStrict }

  /// Says what is doubtful about what was asked; under `--strict` all of it is an error.
  package func judge(
    _ scope: Evaluation, _ keys: [Key], at time: World? = nil
  ) throws(Failure) {
    let found = try doubts(scope, keys, at: time) { (time) throws(Failure) in
      try time.hasNoChildren(scope.view.scope, isVirtual: self.options.isVirtual)
    }
    guard !show.isQuiet else { return }
    for diagnostic in found { show.report(diagnostic) }
  }

  /// The same, handed back; `isLast` is asked only under `--strict`.
  package func doubts(
    _ scope: Evaluation, _ keys: [Key], at time: World? = nil,
    isLast: (World) throws(Failure) -> Bool
  ) throws(Failure) -> [Diagnostic] {
    guard judges(scope) else { return [] }
    var found: [Diagnostic] = []
    for key in keys { found += scope.refusals(under: key) }
    if options.isStrict {
      found += scope.missingParents
      let time = time ?? present
      let isLast = try isLast(time)
      for key in keys {
        found += try worked { () throws(Unresolved) in
          try scope.shortcomings(under: key, today: session.today(), isLast: isLast)
        }
      }
      if found.contains(where: { $0.rule == .required }), try time.asksNothing(of: scope.view) {
        found.removeAll { $0.rule == .required }
      }
      if !found.isEmpty { throw .diagnostics(found.map(\.asError)) }
    }
    return found
  }

  /// How long the command waits for directories that others have locked, in milliseconds; it says for which.
  package func patience(_ limit: Int?) -> LockPatience {
    LockPatience(
      limit: limit ?? LockPatience.usual,
      tell: { place in
        show.note("waiting for \(show.path(of: place, .tree(0))), locked by another process")
        _ = session.errors.flush()
      })
  }

  /// Prints one value as JSON on a line of its own, or over several lines, as the last that a command does:
  /// nothing that comes after it may fail. Where it is printed elsewhere it is gathered.
  package func print(
    _ layout: JSONWriter.Layout, sorted: Bool = false, to other: Sink? = nil,
    _ body: (inout JSONWriter) -> Void
  ) {
    let output = other ?? show.output
    output.release()
    var writer = JSONWriter(layout, sorted: sorted, each: Sink.most) { output.append($0) }
    body(&writer)
    writer.raw("\n")
    output.append(writer.take())
  }

  /// The same of a record.
  package func print(
    _ layout: JSONWriter.Layout, sorted: Bool = false, to other: Sink? = nil, _ record: Record
  ) {
    print(layout, sorted: sorted, to: other) { $0.record(record, show.places, names) }
  }
}
