import Answers
import Cascade
import CommandSpec
import Legible
import Reports
import Sessions

/// Finds the command line that somebody meant by one that failed; what it names is looked for before it is
/// offered.
final class CorrectedLine {
  let parts: LineParts
  let table: Table
  private let session: Session
  private let understood: (_ line: [[UInt8]]) -> ArgumentJudge.Line?
  /// Knows the trees, which are opened for the first line that needs it.
  private lazy var judge = ArgumentJudge(session, parts.parsed)

  /// Nil where there is nothing to begin with.
  init?(
    _ arguments: [[UInt8]], _ session: Session, _ table: Table,
    understood: @escaping (_ line: [[UInt8]]) -> ArgumentJudge.Line?
  ) {
    guard let parts = table.parts(of: arguments), !parts.has("--quiet"),
      // It makes a scope of whatever stands there.
      !parts.has("--create")
    else { return nil }
    self.parts = parts
    self.session = session
    (self.table, self.understood) = (table, understood)
  }

  /// What to say instead of what is known of a failure; nothing where no other line is known to work.
  func notes(for failure: Failure) -> [String] {
    switch failure {
    case .unknownScope(let text, _, let notes):
      one(misplacedKey(text, isLikeScope: notes.contains { $0.hasPrefix("the nearest is ") }))
    case .usage(.missingArguments): one(assignment() ?? missingScope() ?? takenArgument())
    case .usage(.unknownOption(let spelling, _, _)): otherOption(spelling)
    case .usage(.foreignOption(let name, _, _)): otherOption(Array(name.utf8))
    case .usage(.badOption("--format", let word, .notOneOf(let words))): otherFormat(word, words)
    case .unreadableKey(let text, _):
      one(respelledKey(text) ?? keyAlone(text)) + twoComparisons()
    case .usage(.extraArguments), .message: twoComparisons()
    default: []
    }
  }

  func one(_ note: String?) -> [String] { note.map { [$0] } ?? [] }

  // MARK: A key where a scope belongs

  private func misplacedKey(_ text: [UInt8], isLikeScope: Bool) -> String? {
    let given = parts.positionals
    guard let place = given.firstIndex(where: { $0 == text || [UInt8(ascii: "/")] + $0 == text })
    else { return nil }
    let start = "the scope comes first, then the key"
    if isCommand(among: ["diff"]), !parts.has("--against", "--since") {
      let scopes = given.indices.filter { $0 != place }
      guard scopes.count == 2 else { return nil }
      let mended = parts.replacingPositionals(by: scopes.map { given[$0] } + [given[place]])
      return offer(mended, "the scopes come first, then the key")
    }
    guard isCommand(among: Self.takingKeys) else { return otherCommand(given[place]) }
    // What begins with a slash is a scope, before what may be one.
    let others = given.indices.filter { $0 > place }
    let likely = others.filter { given[$0].first == UInt8(ascii: "/") }
    for other in likely + others.filter({ !likely.contains($0) }) {
      var rest = given
      rest.remove(at: other)
      for scope in Self.scopes(given[other]) {
        let mended = parts.replacingPositionals(by: [scope] + rest)
        if let note = offer(mended, start, knowsKey: true) { return note }
        guard isCommand(among: ["set"]) else { continue }
        // To it any key is right, so that one which is known was looked for first.
        let turned = parts.replacingPositionals(by: [scope] + rest.reversed())
        if let note = offer(turned, start, knowsKey: true) ?? offer(mended, start) { return note }
      }
    }
    if let note = missingScope(start) { return note }
    // What looks like a scope is one, if misspelt.
    if isLikeScope || text.first == UInt8(ascii: "/") { return nil }
    // One of them is a scope at any rate.
    return (likely.contains { isScope(given[$0]) } ? start : nil)
  }

  func isScope(_ text: [UInt8]) -> Bool { judge?.scope(text) != nil }

  func isCommand(among names: [String]) -> Bool { names.contains(parts.command.name) }

  private static let takingKeys = [
    "get", "resolve", "explain", "where", "set", "unset", "stop", "resume", "exec", "watch", "diff",
  ]

  /// The scopes that a text may mean.
  private static func scopes(_ text: [UInt8]) -> [[UInt8]] {
    let (slash, dot) = (UInt8(ascii: "/"), UInt8(ascii: "."))
    if text.first == slash || text.first == dot { return [text] }
    let path = [slash] + text
    return text.contains(dot) ? [path, path.map { $0 == dot ? slash : $0 }] : [path]
  }

  /// A scope was left out: that of the current directory, or the root.
  private func missingScope(_ start: String = "the scope comes first") -> String? {
    guard isCommand(among: Self.takingKeys), !isCommand(among: ["diff"]),
      !parts.positions.isEmpty
    else { return nil }
    for scope in [".", "/"] {
      let mended = parts.replacingPositionals(by: [Array(scope.utf8)] + parts.positionals)
      let isHere = scope == "."
      if let note = offer(mended, start, knowsKey: true, unlessRoot: isHere) { return note }
    }
    if let note = scopesThatHaveIt(start) { return note }
    return isCommand(among: ["get"]) ? otherCommand(nil) : nil
  }

  /// The scopes in which the key has a value, where neither the root nor the current directory has it.
  private func scopesThatHaveIt(_ start: String) -> String? {
    guard let key = parts.positionals.first, key.first != UInt8(ascii: "/") else { return nil }
    guard let having = judge?.scopesHaving(key), let first = having.first else { return nil }
    let scopes = Printable.listed(
      having.lazy.map { Printable.quoted($0.path) }, most: KeyHint.few)
    let about = "\(start); \(Printable.string(key)) has a value in \(scopes)"
    let mended = parts.replacingPositionals(by: [first.path] + parts.positionals)
    return offer(mended, about)
  }

  /// `KEY=VALUE` where they are two arguments.
  private func assignment() -> String? {
    guard isCommand(among: ["set"]), let text = parts.positionals.last,
      let equals = GivenSetting.equals(text)
    else { return nil }
    let both = [Array(text[..<equals]), Array(text[(equals + 1)...])]
    let about = "KEY and VALUE are two arguments"
    if parts.positions.count == 2 {
      return offer(parts.replacingPositionals(by: [parts.positionals[0]] + both), about)
    }
    guard parts.positions.count == 1 else { return nil }
    return [".", "/"].lazy.compactMap { [self] scope in
      let line = parts.replacingPositionals(by: [Array(scope.utf8)] + both)
      return offer(
        line, "the scope comes first, and \(about)", knowsKey: true, unlessRoot: scope == ".")
    }.first
  }

  /// The key of a `KEY=VALUE` where no value is asked for.
  private func keyAlone(_ text: [UInt8]) -> String? {
    guard isCommand(among: ["unset", "stop", "resume"]), parts.positions.count == 2,
      text == parts.positionals[1], let equals = GivenSetting.equals(text)
    else { return nil }
    let line = parts.replacingPositionals(by: [parts.positionals[0], Array(text[..<equals])])
    return offer(line, "KEY stands alone here")
  }

  /// What another command does with the only argument: `where` with a key, `resolve` with a scope.
  private func otherCommand(_ key: [UInt8]?) -> String? {
    guard parts.positions.count == 1, let text = parts.positionals.first else { return nil }
    guard key != nil else {
      return offer(
        parts.line(for: ResolveCommand.command.describe(), [text]),
        "for all that holds in the scope")
    }
    let line = parts.line(for: WhereCommand.command.describe(), [[UInt8(ascii: "/")], text])
    return offer(line, "for a key", knowsKey: true)
  }

  /// An option took the argument that is missing.
  private func takenArgument() -> String? {
    for range in parts.options where range.count == 2 {
      let (name, value) = (parts.arguments[range.lowerBound], parts.arguments[range.lowerBound + 1])
      var rest = parts.arguments
      rest.removeSubrange(range)
      guard value.first == UInt8(ascii: "/"), let others = table.parts(of: rest)?.parsed,
        ArgumentJudge(session, others)?.scope(value) != nil, let line = ShellWords.text([name]),
        let taken = ShellWords.text([value])
      else { continue }
      return "'\(line)' takes the argument behind it, here \(taken)"
    }
    return nil
  }

  // MARK: Keys

  /// A key as other languages write it.
  private func respelledKey(_ text: [UInt8]) -> String? {
    guard let place = parts.arguments.firstIndex(of: text),
      let mended = Self.respelled(text), mended != text
    else { return nil }
    var line = parts.arguments
    line[place] = mended
    return offer(line, "keys are written otherwise here", knowsKey: true)
  }

  /// `hosts[0].name`, `.a.b` and `${a.b}` with dots between names, and nothing else.
  private static func respelled(_ text: [UInt8]) -> [UInt8]? {
    let (slash, dot, quote) = (UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "\""))
    var result: [UInt8] = []
    for byte in bare(text) {
      switch byte {
      case UInt8(ascii: "["): if !result.isEmpty { result.append(dot) }
      case UInt8(ascii: "]"), UInt8(ascii: "'"): break
      default: result.append(byte)
      }
    }
    // What stands in quotes may well hold two dots.
    if result.contains(quote) { return result }
    let separator = result.first == slash ? slash : dot
    let names = result.split(separator: separator)
    if names.isEmpty { return nil }
    return (separator == slash ? [slash] : []) + names.joined(separator: [separator])
  }

  /// A key without the signs that other languages put around references, and without space.
  private static func bare(_ text: [UInt8]) -> ArraySlice<UInt8> {
    let space = UInt8(ascii: " ")
    func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
      let start = text.drop { $0 == space }
      return start.dropLast(start.reversed().prefix { $0 == space }.count)
    }
    var rest = trimmed(text[...])
    for (start, end) in [("${{", "}}"), ("${", "}"), ("{{", "}}")]
    where rest.starts(with: start.utf8) && rest.suffix(end.utf8.count).elementsEqual(end.utf8) {
      rest = trimmed(rest.dropFirst(start.utf8.count).dropLast(end.utf8.count))
    }
    // The root of other languages' paths is none here.
    for start in ["$.", "."] where rest.starts(with: start.utf8) {
      rest = rest.dropFirst(start.utf8.count)
    }
    return rest
  }

  // MARK: Offers

  /// The line with what it is about, if it would be answered; that alone where it may be, or where a secret
  /// would be said again.
  func offer(
    _ line: [[UInt8]], _ about: String, knowsKey: Bool = false, unlessRoot: Bool = false
  ) -> String? {
    guard let text = ShellWords.text(line), let line = understood(line),
      let verdict = judge?.verdict(on: line)
    else { return nil }
    if unlessRoot && verdict.scope == .root { return nil }
    if !verdict.knowsKeys && (knowsKey || !isCommand(among: ["set"])) { return nil }
    return verdict.isCertain ? "\(about): heir \(text)" : about
  }
}
