import Answers
import Cascade
import Files
import JSONSource
import Output
import SafeText
import Trees

/// The context of commands that read trees: options, trees and output.
package struct CommandContext {
  package let console: Console
  package let present: TreeReader
  package let commandLine: [SettingArgument]

  /// `record` notes all files read. `writes` refuses the current directory as the root if a single child is a root
  /// (T1).
  package init(
    _ console: Console, record: ReadingRecord? = nil, writes: Bool = false
  ) throws(Failure) {
    let (session, options) = (console.session, console.options)
    var snapshot = try Snapshot(
      console.paths, from: session.workingDirectory,
      try InputFiles(options, session, console.remarks), hasOtherRoot: options.time != nil,
      record: record)
    if writes, let below = snapshot.discovery?.rootsBelow, below.count == 1 {
      let name = Printable.string(below[0], limit: 200)
      throw .message(
        "no directory from here upwards contains '.heir', but '\(name)' does; nothing is written",
        notes: ["'--root \(name)' writes in that tree, '--root .' in the current directory"])
    }
    if let time = options.time {
      let (root, prefix) = try time.open(snapshot, session, console.remarks)
      // An editor opens the file on disk, even if the index has other bytes.
      if !time.isStaged { console.places.presentRootPrefix = prefix }
      snapshot = try snapshot.replacingRoot(by: root, called: time.name, isFormer: false)
    }
    try self.init(console, snapshot)
    session.keep(present)
  }

  package init(_ console: Console, _ snapshot: Snapshot) throws(Failure) {
    self.console = console
    let (session, options) = (console.session, console.options)
    let names = NameTable()
    let allowed = (session.setting("HEIR_ALLOW_ENV").map { [$0] } ?? []) + options.allowed
    present = TreeReader(
      snapshot, names, AllowedEnvironment(allowed, in: session.variable),
      reveals: options.isRevealing)
    if !console.isQuiet { present.progress = Progress(session) }
    present.givesHints = !console.isQuiet
    commandLine = try Self.settings(snapshot.given, names)
    try present.checkFacts()
    try console.reportRoot(snapshot.discovery)
    if let path = options.output { try snapshot.refuse(output: path) }
  }

  private static func settings(
    _ given: InputFiles, _ names: NameTable
  ) throws(Failure) -> [SettingArgument] {
    try given.settings.enumerated().map { (index, setting) throws(Failure) in
      switch setting {
      case .text(let text): try SettingArgument(text, number: index + 1, names)
      case .file(let file): try SettingArgument(file, number: index + 1, names)
      }
    }
  }

  package var session: Session { console.session }

  package var options: CommonOptions { console.options }

  package var snapshot: Snapshot { present.snapshot }

  package var names: NameTable { present.names }

  /// The trees with the root at a revision; names and the command line are shared.
  package func former(_ tree: SnapshotSource) throws(Failure) -> TreeReader {
    let (root, prefix) = try tree.open(
      snapshot, besides: options.time, session, console.remarks)
    console.places.formerRootPrefix = prefix
    let treeReader = present.at(
      try snapshot.replacingRoot(by: root, called: tree.name, isFormer: true))
    session.keep(treeReader)
    return treeReader
  }

  /// The checked-out revision, if the disk or the index is read.
  package var committed: SnapshotSource? {
    if let time = options.time, !time.isStaged { return nil }
    return snapshot.isInRepository(session)
      ? .revision(Array("HEAD".utf8), isMergeBase: false) : nil
  }

  /// Notes why the disk may differ from a revision without edits.
  package func remarkOnWorkTree(since former: SnapshotSource) {
    guard case .revision = former, options.time == nil, !console.isQuiet else { return }
    snapshot.remarkOnWorkTree(session, console.remarks)
  }

  func scope(
    _ scope: Scope, at time: TreeReader, isVirtual: Bool
  ) throws(Failure) -> Evaluation {
    time.resolver.scope(try withCommandLine(in: scope, time, isVirtual: isVirtual))
  }

  package func scope(_ argument: ScopeArgument, at time: TreeReader? = nil) throws(Failure)
    -> Evaluation
  {
    try naming(argument) { () throws(Failure) in
      try scope(
        argument.scope(in: present), at: time ?? present, isVirtual: options.isVirtual)
    }
  }

  func evaluation(of walked: WalkedScope) throws(Failure) -> Evaluation {
    if options.settings.isEmpty { return walked.asked }
    return walked.asked(
      try withCommandLine(
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

  private func withCommandLine(
    in scope: Scope, _ time: TreeReader, isVirtual: Bool, on known: View? = nil
  ) throws(Failure) -> View {
    if options.settings.isEmpty { return try time.view(of: scope, isVirtual: isVirtual) }
    let given = time.snapshot.given
    let commandLine =
      given.settings == snapshot.given.settings
      ? commandLine : try Self.settings(given, names)
    let level = Level(commandLine: commandLine.map { ($0.key, $0.value(in: scope)) }, in: scope)
    let view =
      if let known { known } else {
        try time.view(of: scope, isVirtual: isVirtual, for: level)
      }
    for setting in commandLine {
      if let array = setting.key.flatMap(view.arrayIndexed) {
        throw .message(
          "'--set' cannot set an element of '\(names.text(array))'; set the whole array")
      }
    }
    if time === present { try checkGuesses(in: view) }
    let whole = View(view, commandLine: level)
    // Closed objects of a former revision may not know a key that is set now.
    if time === present {
      let unknown = whole.unknownKeys(at: [whole.levels.count - 1])
      if !unknown.isEmpty { throw .diagnostics(unknown) }
      for case let key? in commandLine.lazy.map(\.key) {
        noteTypo(key, as: names.spelling(key), in: view, of: time, looksEverywhere: false)
      }
    }
    return whole
  }

  package func key(_ text: [UInt8]) throws(Failure) -> Key {
    try read(text, by: KeySyntax.key)
  }

  package func pattern(_ text: [UInt8]) throws(Failure) -> KeyPattern {
    try read(text, by: KeySyntax.pattern)
  }

  private func read<Result>(
    _ text: [UInt8], by read: ([UInt8], NameTable) throws(KeyError) -> Result
  ) throws(Failure) -> Result {
    do throws(KeyError) { return try read(text, names) } catch {
      throw error.directive(in: text)?.noKey ?? .unreadableKey(text, error.words(for: text))
    }
  }

  package func key(_ text: [UInt8]?) throws(Failure) -> Key {
    if let text { try key(text) } else { Key() }
  }

  /// Reads `NAME=KEY`; `reserved` names are refused in addition to those of shells.
  func namedKey(
    _ text: [UInt8], for option: String, besides reserved: ReservedNames? = nil
  ) throws(Failure) -> (name: VariableName, key: Key) {
    guard let equals = text.firstIndex(of: UInt8(ascii: "=")) else {
      throw .message(
        "'\(option)' takes NAME=KEY, as in 'port=db.port', not \(Printable.quoted(text))")
    }
    let name: VariableName
    do throws(RepresentationError) {
      name = try VariableName(Array(text[..<equals]), besides: reserved)
    } catch { throw .message(error.words) }
    return (name, try key(Array(text[(equals + 1)...])))
  }

  package func evaluating<T>(_ value: @autoclosure () throws(EvaluationError) -> T) throws(Failure)
    -> T
  {
    do throws(EvaluationError) { return try value() } catch {
      throw .diagnostics(error.diagnostics)
    }
  }

  func leaves(of value: ValueCursor) throws(Failure) -> [Leaf] {
    try leaves(try evaluating(try value.leaves()))
  }

  func leaves(_ leaves: [ValueCursor]) throws(Failure) -> [Leaf] {
    try checkKeySizes(leaves.lazy.map { ($0.key, 0, $0.places.first) })
    return try leaves.map { (leaf) throws(Failure) in
      let value = try evaluating(try leaf.data())
      return Leaf(key: leaf.key, value: value, places: leaf.places, effective: leaf)
    }
  }

  /// Reports warnings about the requested keys; under `--strict` they are errors.
  package func validate(
    _ scope: Evaluation, _ keys: [Key], at time: TreeReader? = nil
  ) throws(Failure) {
    let found = try doubts(scope, keys, at: time) { (time) throws(Failure) in
      try time.way(to: scope.view.scope, isVirtual: self.options.isVirtual)
        .last?.childNames.isEmpty ?? true
    }
    guard !console.isQuiet else { return }
    for diagnostic in found { console.report(diagnostic) }
    let reader = time ?? present
    if let path = reader.factsPath(of: scope.view.scope), reader.lacksFacts(scope.view.scope) {
      console.note(
        "\(scope.view.scope.text) has no facts: the file \(Printable.quoted(path)) does not exist")
    }
  }

  /// Returns warnings about the requested keys; throws them under `--strict`. Only then `isLast` is called.
  package func doubts(
    _ scope: Evaluation, _ keys: [Key], at time: TreeReader? = nil,
    isLast: (TreeReader) throws(Failure) -> Bool
  ) throws(Failure) -> [Diagnostic] {
    guard !scope.view.isOpen || options.isStrict else { return [] }
    var found: [Diagnostic] = []
    for key in keys { found += scope.refusals(under: key) }
    if options.isStrict {
      found += scope.missingParents
      let time = time ?? present
      let isLast = try isLast(time)
      for key in keys {
        found += try evaluating(
          try scope.shortcomings(under: key, today: session.today(), isLast: isLast))
      }
      if found.contains(where: { $0.rule == .required }), try time.asksNothing(of: scope.view) {
        found.removeAll { $0.rule == .required }
      }
      if !found.isEmpty { throw .diagnostics(found.map(\.asError)) }
    }
    return found
  }

  /// Applies rules to a scope and all below it.
  func checker(
    _ rules: [CheckRule], from scope: Scope, at time: TreeReader, sharesFacts: Bool,
    computesValues: Bool? = nil
  ) throws(Failure) -> Checker {
    try Checker.check(
      from: scope, rules, time, today: session.today(), reveals: options.isRevealing,
      computesValues: computesValues
    ) { (scope, visitor) throws(Failure) in
      try time.walk(from: scope, visitor, byLineage: true)
      if !sharesFacts { try time.refuseSharedFacts(below: scope) }
    }
  }

  /// Reports the locked directory before waiting; `limit` is in milliseconds.
  package func lockTimeout(_ limit: Int?) -> LockTimeout {
    LockTimeout(
      limit: limit ?? LockTimeout.usual,
      tell: { place in
        console.note("waiting for \(console.path(of: place, .tree(0))), locked by another process")
        _ = session.errors.flush()
      })
  }

  /// Prints a value as JSON with a newline. Output begins here, so no error may follow.
  package func print(
    _ layout: JSONWriter.Layout, sorted: Bool = false, to other: OutputBuffer? = nil,
    _ body: (inout JSONWriter) -> Void
  ) {
    let output = other ?? console.output
    output.release()
    var writer = JSONWriter(layout, sorted: sorted, each: OutputBuffer.most) { output.append($0) }
    body(&writer)
    writer.raw("\n")
    output.append(writer.take())
  }

  package func print(
    _ layout: JSONWriter.Layout, sorted: Bool = false, to other: OutputBuffer? = nil,
    _ record: Record
  ) {
    print(layout, sorted: sorted, to: other) { $0.record(record, console.places, names) }
  }

  /// A record as JSON with a newline, for a file.
  func bytes(_ layout: JSONWriter.Layout, _ record: Record) -> [UInt8] {
    var writer = JSONWriter(layout)
    writer.record(record, console.places, names)
    return writer.take() + [0x0A]
  }

  /// Notes a key that no scope mentions if a similar key exists, to be reported when the command ends. `text` is the
  /// key as typed.
  package func noteTypo(
    _ key: Key, as text: [UInt8], in view: View, of time: TreeReader, looksEverywhere: Bool
  ) {
    if console.isQuiet || key.names.isEmpty || view.mentions(key) { return }
    if console.typosLookedFor.contains(key) { return }
    let search = SlipSearch(key, names)
    search.look(in: view.levels)
    if search.meant == nil && !looksEverywhere { return }
    console.typosLookedFor.insert(key)
    // A scope that cannot be read may mention the key.
    guard (try? time.walk(from: .root, search.visitor)) != nil, !search.isMentioned,
      let meant = search.meant
    else { return }
    console.typoNotes.append(
      "\(Printable.quoted(text)) is new in the tree; the nearest key is "
        + Printable.quoted(names.spelling(meant)))
  }

  /// Throws if a text of `--set` is not JSON and its key takes no strings, as `heir set` does. A final key gets a
  /// warning elsewhere.
  func checkGuesses(in view: View) throws(Failure) {
    if !commandLine.contains(where: { $0.guess != nil }) { return }
    let resolver = Resolver(present, reveals: options.isRevealing)
    let scope = resolver.scope(view)
    for setting in commandLine {
      guard let key = setting.key, let (typed, value) = setting.guess,
        scope.finalMarker(of: key, before: .max) == nil,
        let doubt = scope.doubt(about: value, typed: typed, for: key)
      else { continue }
      let guess = GuessMessages(
        doubt: doubt, typed: typed, kind: .string, key: names.text(key), places: console.places,
        isSecret: !scope.isRevealing && scope.mask(key).isSecret)
      throw .message(
        "'--set \(names.text(key))=…': \(guess.reason)",
        notes: [guess.respelled(null: "null"), guess.setting(names.spelling(key))]
          .compactMap(\.self))
    }
  }

  package func words(for key: Key, _ absence: Absence?, in scope: Evaluation) -> String {
    let path = scope.view.scope.text
    if let absence {
      let reason = absence.words(of: names.text(key), in: path, console.places)
      guard absence.isOfOtherArray, let hint = scope.hintOfObstacle(on: key)?.words(names) else {
        return reason
      }
      return "\(reason); \(hint)"
    }
    var reasons = ["\(names.text(key)) has no value in \(path): \(Absence.notSet)"]
    reasons += hints(for: key, in: [scope])
    if scope.lacksFacts && snapshot.given.facts == nil { reasons.append(Evaluation.noFacts) }
    reasons += scope.missingParents.prefix(1).map(\.message)
    return reasons.joined(separator: "; ")
  }

  /// Hints for a key that no level mentions: an obstacle on its path, or the nearest keys.
  package func hints(for key: Key, in scopes: [Evaluation]) -> [String] {
    for scope in scopes {
      if let words = scope.hint(for: key).words(names) { return [words] }
    }
    return []
  }
}

extension Absence {
  func words(of key: String, in scope: String, _ places: PlaceFormatter) -> String {
    "\(key) has no value in \(scope): \(words) at \(places.text(place))"
  }
}

extension TreeReader {
  /// Whether `$required` does not apply to a leaf scope: it is abstract, lacks facts, or other scopes inherit from it
  /// (T12).
  func asksNothing(of view: View) throws(Failure) -> Bool {
    let scope = view.scope
    let isAbstract = view.lineage.levels.contains { $0.makesAbstract(scope) }
    if isAbstract || lacksFacts(scope) { return true }
    if let inherited { return inherited.contains(scope) }
    var found: Set<Scope> = []
    let search = EachScope { visited in
      guard visited.lineage.hasFurtherParents else { return }
      found.formUnion(visited.lineage.ancestors.dropLast().map(\.scope))
    }
    try walk(from: .root, search)
    inherited = found
    return found.contains(scope)
  }
}
