import Answers
import Cascade
import CommandSpec
import Legible
import Queries
import Reports
import Sessions
import Snapshots

/// Finds the command line that somebody meant by one that failed; what it names is looked for before it is
/// offered.
final class CorrectedLine {
  let parts: LineParts
  let table: Table
  let session: Session
  private let find: (_ name: String) -> ToolCommand?
  /// Knows the trees, which are opened for the first line that needs it.
  private lazy var judge = ArgumentJudge(session, parts.parsed)

  /// Nil where there is nothing to begin with.
  init?(
    _ arguments: [[UInt8]], _ session: Session, _ table: Table,
    _ find: @escaping (_ name: String) -> ToolCommand?
  ) {
    guard let parts = table.parts(of: arguments) ?? Self.commandFirst(arguments, table),
      !parts.has("--quiet"),
      // It makes a scope of whatever stands there.
      !parts.has("--create")
    else { return nil }
    self.parts = parts
    self.session = session
    (self.table, self.find) = (table, find)
  }

  /// The line with the command's name before what stands in front of it.
  private static func commandFirst(_ arguments: [[UInt8]], _ table: Table) -> LineParts? {
    guard let place = arguments.prefix(3).firstIndex(where: { table.parts(of: [$0]) != nil })
    else { return nil }
    var line = arguments
    line.insert(line.remove(at: place), at: 0)
    return table.parts(of: line)
  }

  /// What to say instead of what is known of a failure; nothing where no other line is known to work.
  func notes(for failure: Failure) -> [String] {
    switch failure {
    case .unknownScope(let text, _, let notes):
      missingScope(text, notes)
    case .usage(.missingArguments):
      one(assignment() ?? missingScope("the scope comes first") ?? takenArgument())
    case .usage(.unknownCommand): one(offer(line: parts.arguments, "the command comes first"))
    case .usage(.unknownOption(let spelling, _, _)): otherOption(spelling)
    case .usage(.foreignOption(let name, _, _)): otherOption(Array(name.utf8))
    case .usage(.badOption("--format", let word, .notOneOf(let words))): otherFormat(word, words)
    case .unreadableKey(let text, _):
      one(respelledKey(text) ?? assignment()) + twoComparisons()
    case .usage(.extraArguments), .message: twoComparisons() + otherTime()
    default: []
    }
  }

  /// What is said of a key that may be a slip, with the line that has the other one, unless that would write.
  func note(_ words: String, for slip: Presentation.Slip) -> String {
    if case .edit? = find(parts.command.name)?.foresight().subject { return words }
    func corrected(_ argument: [UInt8]) -> [UInt8]? {
      let isSetting = GivenSetting.equals(argument).map {
        argument[..<$0].elementsEqual(slip.given)
      }
      if isSetting == true { return slip.meant + argument[slip.given.count...] }
      return argument == slip.given ? slip.meant : nil
    }
    var line = parts.arguments
    guard let place = line.lastIndex(where: { corrected($0) != nil }) else { return words }
    line[place] = corrected(line[place]) ?? line[place]
    guard let text = ShellWords.text(line), let understood = understood(line),
      judge?.verdict(on: understood)?.isCertain == true
    else { return words }
    return "\(words): heir \(text)"
  }

  func one(_ note: String?) -> [String] { note.map { [$0] } ?? [] }

  func isFor(_ command: Command<Session, CommandResult>) -> Bool {
    parts.command.name == command.name
  }

  func isScope(_ text: [UInt8]) -> Bool { judge?.scope(text) != nil }

  /// Whether the command takes a scope, and keys behind it.
  private var takesKeys: Bool {
    parts.command.arguments.count > 1 && parts.command.arguments[0].kind == .scope
  }

  /// Whether it takes two scopes before them.
  var takesTwoScopes: Bool {
    guard takesKeys, case .depending(.scope, _, _) = parts.command.arguments[1].kind
    else { return false }
    return true
  }

  /// Whether a value stands behind the key, so that any key is right.
  private var takesValue: Bool { takesKeys && parts.command.arguments.last?.kind == .value }

  // MARK: A key where a scope belongs

  private func missingScope(_ text: [UInt8], _ notes: [String]) -> [String] {
    let isNear = notes.contains { $0.hasPrefix("the nearest is ") }
    if let line = misplacedKey(text, isLikeScope: isNear) { return [line] }
    let more = withoutDirectory(text, isNear: isNear)
    return more.isEmpty ? [] : notes + more
  }

  private func misplacedKey(_ text: [UInt8], isLikeScope: Bool) -> String? {
    let given = parts.positionals
    guard let place = given.firstIndex(where: { $0 == text || Self.root + $0 == text })
    else { return nil }
    if takesTwoScopes, !parts.has("--against", "--since") {
      let scopes = given.indices.filter { $0 != place }.map { given[$0] }
      return scopes.count == 2
        ? offer(scopes + [given[place]], "the scopes come first, then the key") : nil
    }
    let start = "the scope comes first, then the key"
    guard takesKeys else { return otherCommand(isKey: true) }
    // What begins with a slash is a scope, before what may be one.
    let others = given.indices.filter { $0 > place && !given[$0].isEmpty }
    let likely = others.filter { given[$0].starts(with: Self.root) }
    let looksLikeScope = isLikeScope || text.starts(with: Self.root)
    for other in likely + others.filter({ !likely.contains($0) }) {
      var rest = given
      rest.remove(at: other)
      for scope in Self.scopes(given[other]) {
        if let note = offer([scope] + rest, start, knowsKey: true) { return note }
        // To this command any key is right, so that one which is known was looked for first; and what looks
        // like a scope is one rather than a new key or a value.
        guard takesValue, !looksLikeScope else { continue }
        // Something speaks against that value, and no other order is meant.
        if judge?.isMentioned(text, in: scope) == true { return start }
        if other > 1, !likely.contains(other) { continue }
        let note = offer([scope] + rest.reversed(), start, knowsKey: true)
        if let note = note ?? offer([scope] + rest, start) { return note }
      }
    }
    if let note = missingScope(start) { return note }
    // What looks like a scope is one, if misspelt.
    if looksLikeScope { return nil }
    // One of them is a scope at any rate.
    return likely.contains { isScope(given[$0]) } ? start : nil
  }

  private static let root = [UInt8(ascii: "/")]
  private static let dot = UInt8(ascii: ".")

  /// The scopes that a text may mean.
  private static func scopes(_ text: [UInt8]) -> [[UInt8]] {
    if text.starts(with: root) || text.first == dot { return [text] }
    let path = root + text
    return text.contains(dot) ? [path, path.map { $0 == dot ? root[0] : $0 }] : [path]
  }

  /// A scope was left out, or stands in one path with the key.
  private func missingScope(_ start: String) -> String? {
    let given = parts.positionals
    guard takesKeys, !takesTwoScopes, let first = given.first else { return nil }
    return inUsualScope(given, start) ?? apart(first, start) ?? scopesThatHaveIt(first, start)
      ?? (isFor(GetCommand.command) ? otherCommand(isKey: false) : nil)
  }

  /// What is asked of the scope of the current directory, or of the root.
  private func inUsualScope(_ rest: [[UInt8]], _ start: String) -> String? {
    offer([[Self.dot]] + rest, start, knowsKey: true, unlessRoot: true)
      ?? offer([Self.root] + rest, start, knowsKey: true)
  }

  /// `prod/eu/db.port` as a scope and a key.
  private func apart(_ path: [UInt8], _ start: String) -> String? {
    // A key has few names.
    for slash in path.indices.filter({ path[$0] == Self.root[0] && $0 > 0 }).suffix(8).reversed() {
      let key = path[(slash + 1)...].map { $0 == Self.root[0] ? Self.dot : $0 }
      let scope = (path.starts(with: Self.root) ? [] : Self.root) + path[..<slash]
      let line = [scope, key] + parts.positionals.dropFirst()
      if let note = offer(line, start, knowsKey: true) { return note }
    }
    return nil
  }

  /// The scopes in which the key has a value, where neither the root nor the current directory has it.
  private func scopesThatHaveIt(_ key: [UInt8], _ start: String) -> String? {
    if key.starts(with: Self.root) { return nil }
    guard let having = judge?.scopesHaving(key), let first = having.first else { return nil }
    let scopes = Printable.listed(
      having.lazy.map { Printable.quoted($0.path) }, most: KeyHint.few)
    return offer(
      [first.path] + parts.positionals,
      "\(start); \(Printable.string(key)) has a value in \(scopes)")
  }

  /// `KEY=VALUE` where that is two arguments, or where the key stands alone.
  private func assignment() -> String? {
    guard let text = parts.positionals.last, let equals = GivenSetting.equals(text),
      case .edit? = find(parts.command.name)?.foresight().subject
    else { return nil }
    let rest = [Array(text[..<equals])] + (takesValue ? [Array(text[(equals + 1)...])] : [])
    let about = takesValue ? "KEY and VALUE are two arguments" : "KEY takes no value here"
    switch parts.positions.count {
    case 1: return takesValue ? inUsualScope(rest, "the scope comes first, \(about)") : nil
    case 2: return offer([parts.positionals[0]] + rest, about)
    default: return nil
    }
  }

  /// What another command does with the only argument: `where` with a key, `resolve` with a scope.
  private func otherCommand(isKey: Bool) -> String? {
    guard parts.positions.count == 1 else { return nil }
    let command = isKey ? WhereCommand.command.describe() : ResolveCommand.command.describe()
    let line = parts.line(for: command, (isKey ? [Self.root] : []) + parts.positionals)
    return offer(
      line: line, isKey ? "for a key in all scopes" : "for all values of the scope",
      knowsKey: isKey,
      isOfLine: true)
  }

  /// An option took the argument that is missing.
  private func takenArgument() -> String? {
    for range in parts.options where range.count == 2 {
      let (name, value) = (parts.arguments[range.lowerBound], parts.arguments[range.lowerBound + 1])
      guard value.starts(with: Self.root),
        let others = table.parts(of: parts.without([range]))?.parsed,
        ArgumentJudge(session, others)?.scope(value) != nil, let line = ShellWords.text([name]),
        let taken = ShellWords.text([value])
      else { continue }
      return "'\(line)' takes a value, here \(taken)"
    }
    return nil
  }

  // MARK: Keys

  /// A key as other languages write it.
  private func respelledKey(_ text: [UInt8]) -> String? {
    let mended = Self.respelled(text)
    guard mended != text, parts.positionals.contains(text) else { return nil }
    return offer(
      parts.positionals.map { $0 == text ? mended : $0 }, "write the key like this",
      knowsKey: true)
  }

  /// `hosts[0].name`, `.a.b` and `${a.b}` with dots between names, and nothing else.
  private static func respelled(_ text: [UInt8]) -> [UInt8] {
    if text.starts(with: root) {
      return root + text.split(separator: root[0]).joined(separator: root)
    }
    // What stands in quotes may well hold any sign.
    let signs = text.contains(UInt8(ascii: "\"")) ? "[]" : " .[]{}$'"
    return Array(text.split { signs.utf8.contains($0) }.joined(separator: [dot]))
  }

  // MARK: Offers

  /// The line with other arguments, as below.
  func offer(
    _ positionals: [[UInt8]], _ about: String, knowsKey: Bool = false, unlessRoot: Bool = false
  ) -> String? {
    offer(
      line: parts.replacingPositionals(by: positionals), about, knowsKey: knowsKey,
      unlessRoot: unlessRoot)
  }

  /// A line with what it is about, if it would be answered; that alone where it may be, or where a secret
  /// would be said again, unless it is about the line.
  func offer(
    line: [[UInt8]], _ about: String, knowsKey: Bool = false, unlessRoot: Bool = false,
    isOfLine: Bool = false
  ) -> String? {
    guard let text = ShellWords.text(line), let line = understood(line),
      let verdict = judge?.verdict(on: line)
    else { return nil }
    if unlessRoot && verdict.scope == .root { return nil }
    if !verdict.knowsKeys && (knowsKey || !takesValue) { return nil }
    return verdict.isCertain ? "\(about): heir \(text)" : isOfLine ? nil : about
  }

  /// What a line says, if it can be understood; nothing is run.
  private func understood(_ line: [[UInt8]]) -> ArgumentJudge.Line? {
    guard case .run(let name, let parsed)? = try? table.parse(line), let found = find(name),
      (try? found.command.prepare(parsed)) != nil
    else { return nil }
    return ArgumentJudge.Line(
      command: found.command.describe(), foresight: found.foresight(), parsed: parsed)
  }
}
