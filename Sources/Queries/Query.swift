import Answers
import Cascade
import CommandSpec
import FileTree
import JSONSource
import Legible
import Reports
import Sessions
import Snapshots

/// The context of commands that read trees: options, trees and output.
package struct Query {
  package let session: Session
  package let options: CommonOptions
  package let show: Presentation
  package let present: World
  package let commandLine: [GivenSetting]

  /// `record` notes all files read. `writes` refuses the current directory as the root if a single child is a root
  /// (T1).
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

  package var snapshot: Snapshot { present.snapshot }

  package var names: NameTable { present.names }

  /// The trees with the root at a revision; names and the command line are shared.
  package func former(_ tree: TreeTime) throws(Failure) -> World {
    let (root, prefix) = try tree.open(
      snapshot, besides: options.time, session, show.remarks)
    show.places.formerRoot = prefix
    let world = present.at(
      try snapshot.replacingRoot(by: root, called: tree.name, isFormer: true))
    session.keep(world)
    return world
  }

  /// The checked-out revision, if the disk or the index is read.
  package var committed: TreeTime? {
    if let time = options.time, !time.isStaged { return nil }
    return snapshot.isInRepository(session)
      ? .revision(Array("HEAD".utf8), isMergeBase: false) : nil
  }

  /// Notes why the disk may differ from a revision without edits.
  package func remarkOnWorkTree(since former: TreeTime) {
    guard case .revision = former, options.time == nil, !show.isQuiet else { return }
    snapshot.remarkOnWorkTree(session, show.remarks)
  }

  func scope(_ scope: Scope, at time: World) throws(Failure) -> Evaluation {
    time.resolver.scope(try laid(in: scope, time, isVirtual: true))
  }

  package func scope(_ argument: ScopeArgument, at time: World? = nil) throws(Failure) -> Evaluation
  {
    let time = time ?? present
    return try naming(argument) { () throws(Failure) in
      let scope = try argument.scope(in: present)
      return time.resolver.scope(
        try laid(in: scope, time, isVirtual: options.isVirtual))
    }
  }

  func evaluation(of walked: WalkedScope) throws(Failure) -> Evaluation {
    if options.settings.isEmpty { return walked.asked }
    return walked.asked(
      try laid(
        in: walked.view.scope, present, isVirtual: false,
        on: present.snapshot.hasParentRules ? nil : walked.view))
  }

  package func place(_ argument: ScopeArgument) throws(Failure) -> Scope {
    try naming(argument) { () throws(Failure) in
      let scope = try argument.scope(in: present)
      _ = try present.way(to: scope)
      return scope
    }
  }

  /// Reports an unknown scope as typed, because it may be a key.
  private func naming<T>(
    _ argument: ScopeArgument, _ body: () throws(Failure) -> T
  ) throws(Failure) -> T {
    do throws(Failure) { return try body() } catch {
      guard case .unknownScope(_, let words, let notes) = error else { throw error }
      throw .unknownScope(argument.text, words, notes: notes)
    }
  }

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
    // Closed objects of a former revision may not know a key that is set now.
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

  package func worked<T>(_ body: () throws(Unresolved) -> T) throws(Failure) -> T {
    do throws(Unresolved) { return try body() } catch { throw .diagnostics(error.diagnostics) }
  }

  package func leaves(
    of value: ValueCursor
  ) throws(Failure) -> [(effective: ValueCursor, value: EffectiveValue)] {
    try leaves(try worked { () throws(Unresolved) in try value.leaves() })
  }

  package func leaves(
    _ leaves: [ValueCursor]
  ) throws(Failure) -> [(effective: ValueCursor, value: EffectiveValue)] {
    try refuseExcess(leaves.lazy.map { ($0.key, $0.places.first) })
    return try leaves.map { (leaf) throws(Failure) in
      (leaf, try worked { () throws(Unresolved) in try leaf.data() })
    }
  }

  /// Whether the scope can have warnings, or `--strict` is set.
  package func judges(_ scope: Evaluation) -> Bool { !scope.isBeyondJudgement || options.isStrict }

  /// Reports warnings about the requested keys; under `--strict` they are errors.
  package func judge(
    _ scope: Evaluation, _ keys: [Key], at time: World? = nil
  ) throws(Failure) {
    let found = try doubts(scope, keys, at: time) { (time) throws(Failure) in
      try time.hasNoChildren(scope.view.scope, isVirtual: self.options.isVirtual)
    }
    guard !show.isQuiet else { return }
    for diagnostic in found { show.report(diagnostic) }
  }

  /// Returns warnings about the requested keys; throws them under `--strict`. Only then `isLast` is called.
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

  /// Reports the locked directory before waiting; `limit` is in milliseconds.
  package func patience(_ limit: Int?) -> LockPatience {
    LockPatience(
      limit: limit ?? LockPatience.usual,
      tell: { place in
        show.note("waiting for \(show.path(of: place, .tree(0))), locked by another process")
        _ = session.errors.flush()
      })
  }

  /// Prints a value as JSON with a newline. Output begins here, so no error may follow.
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

  package func print(
    _ layout: JSONWriter.Layout, sorted: Bool = false, to other: Sink? = nil, _ record: Record
  ) {
    print(layout, sorted: sorted, to: other) { $0.record(record, show.places, names) }
  }
}
