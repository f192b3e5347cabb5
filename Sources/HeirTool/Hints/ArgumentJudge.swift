import Answers
import Cascade
import Change
import CommandSpec
import JSONSource
import Legible
import Queries
import Reports
import Sessions
import Snapshots

/// Tells what arguments name in the trees that a command line's options name, so that it is known of another
/// line whether it would be answered, without running it.
struct ArgumentJudge {
  /// What is known of a line whose arguments name what they should.
  struct Verdict {
    /// The last scope that it names.
    fileprivate(set) var scope: Scope?
    /// Whether somebody mentions each of its keys.
    fileprivate(set) var knowsKeys = true
    /// Whether it is answered, and may be shown; else that is more than the arguments tell.
    fileprivate(set) var isCertain = true
  }

  /// A command line that is understood.
  typealias Line = (command: CommandDescription, parsed: ParsedArguments)

  private let query: Query

  /// Opens the trees; nil where that fails.
  init?(_ session: Session, _ line: ParsedArguments) {
    guard var options = try? CommonOptions.group.value(from: line) else { return nil }
    options.isQuiet = true
    guard let query = try? Query(session, options, Presentation(session, options))
    else { return nil }
    self.query = query
  }

  /// What holds in the scope that a text names.
  func scope(_ text: [UInt8]) -> Evaluation? { try? query.scope(ScopeArgument(text: text)) }

  /// Whether somebody mentions a key in the scope that a text names.
  func isMentioned(_ key: [UInt8], in scope: [UInt8]) -> Bool {
    guard let key = try? query.key(key) else { return false }
    return self.scope(scope)?.view.mentions(key) == true
  }

  /// The scopes in which a key has a value, where all that holds anywhere is known.
  func scopesHaving(_ key: [UInt8]) -> [Scope] {
    guard let report = distribution([key], from: .root) else { return [] }
    return report.scopes.numbers.map { report.scopeIndex.scopes[$0] }
  }

  /// Nil where an argument names nothing, or what the command cannot work with.
  func verdict(on line: Line) -> Verdict? {
    let meanings = line.parsed.meanings(in: line.command)
    var times = [query.present]
    if let tree = try? FormerTree.options.value(from: line.parsed) {
      guard let former = try? query.former(tree) else { return nil }
      times.append(former)
    }
    var scopes: [Evaluation] = []
    for (_, text) in meanings.filter({ $0.kind == .scope }) {
      for time in times {
        guard let scope = try? query.scope(ScopeArgument(text: text), at: time) else { return nil }
        scopes.append(scope)
      }
    }
    let rest = meanings.filter { $0.kind != .scope && $0.kind != .program }
    guard var verdict = verdict(on: line, rest, scopes) else { return nil }
    verdict.scope = scopes.last?.view.scope
    let harmless = Self.ofTrees + (Self.harmless[line.command.name] ?? [])
    if !line.parsed.options.allSatisfy(harmless.contains) { verdict.isCertain = false }
    return verdict
  }

  private func verdict(
    on line: Line, _ arguments: [(kind: ValueKind, text: [UInt8])], _ scopes: [Evaluation]
  ) -> Verdict? {
    switch line.command.name {
    case "check": return Verdict()
    case "where":
      guard let scope = scopes.first,
        let report = distribution(arguments.map(\.text), from: scope.view.scope)
      else { return nil }
      let isKnown = !report.keys.isEmpty && !report.keys.contains(where: \.isUnknown)
      return Verdict(knowsKeys: isKnown)
    default:
      var keys: [Key] = []
      for (kind, text) in arguments where kind != .text {
        guard let key = key(text, kind) else { return nil }
        keys.append(key)
      }
      let values = arguments.filter { $0.kind == .text }.map(\.text)
      guard let edit = Self.edits[line.command.name] else {
        return evaluate(line, keys.isEmpty ? [Key()] : keys, scopes)
      }
      return self.edit(keys[0], scopes[0], edit, values.first)
    }
  }

  /// Nil where it cannot be read, also where it is a pattern: what holds for all that it names is not known
  /// beforehand.
  private func key(_ text: [UInt8], _ kind: ValueKind) -> Key? {
    guard kind == .namedKey else { return try? query.key(text) }
    guard let equals = text.firstIndex(of: UInt8(ascii: "=")),
      (try? VariableName(Array(text[..<equals]))) != nil
    else { return nil }
    return try? query.key(Array(text[(equals + 1)...]))
  }

  // MARK: Options

  /// The options beside which right arguments are answered, whatever they say themselves; how to print a
  /// value is tried on it.
  private static let harmless: [String: [String]] = [
    "get": ["--virtual", "--set", "--json", "--exists", "--shell", "--export"],
    "resolve": [
      "--virtual", "--set", "--format", "--compact", "--sort-keys", "--origins", "--names",
      "--prefix", "--export",
    ],
    "explain": ["--virtual", "--set", "--format"],
    "exec": ["--virtual", "--set", "--prefix", "--clean"],
    "watch": ["--virtual", "--set", "--json", "--initial", "--own", "--settle", "--poll"],
    "diff": ["--virtual", "--set", "--against", "--since", "--format", "--names", "--moved"],
    "where": ["--format", "--names"], "check": ["--format"],
  ]
  private static let ofTrees = ["--root", "--overlay", "--allow-env", "--reveal", "--color"]

  // MARK: Values

  /// Whether the values of keys can be worked out, and be told as the options say.
  private func evaluate(_ line: Line, _ keys: [Key], _ scopes: [Evaluation]) -> Verdict? {
    var verdict = Verdict()
    for key in keys {
      var isKnown = key.names.isEmpty
      for scope in scopes {
        guard let answer = try? scope.answer(key) else { return nil }
        switch answer {
        case .absent(let absence):
          if line.command.name == ExecCommand.name { return nil }
          isKnown = isKnown || absence != nil
        case .value(let value):
          isKnown = true
          guard let leaves = try? query.leaves(of: value).map({ Leaf($0.effective, $0.value) }),
            fits(leaves, under: key, line, isAlone: keys.count == 1)
          else { return nil }
        }
      }
      verdict.knowsKeys = verdict.knowsKeys && isKnown
    }
    // What sets a value repeats it.
    verdict.isCertain =
      !line.parsed.options.contains("--set")
      || !touchSecret(keys + query.commandLine.map(\.key), scopes)
    return verdict
  }

  /// Whether a value can be printed in the form that the line asks for.
  private func fits(_ leaves: [Leaf], under key: Key, _ line: Line, isAlone: Bool) -> Bool {
    switch line.command.name {
    case "resolve":
      guard let form = try? ResolveCommand.Form.options.value(from: line.parsed) else {
        return false
      }
      return (try? form.text(of: LeafFormats(leaves, key, query.names, sorted: false))) != nil
    case "get":
      // One among others is to stand on a line, and a variable holds no NUL.
      return isAlone && !line.parsed.options.contains("--shell")
        || leaves.allSatisfy { !$0.value.rawText(query.names).contains { $0 < 0x20 } }
    case ExecCommand.name:
      let prefix = line.parsed.value(of: "--prefix") ?? []
      guard isAlone, var variables = try? VariableAssignments(prefix, query.names) else {
        return false
      }
      variables.add(leaves, below: key)
      return variables.refused.isEmpty
    case "diff": return line.parsed.value(of: "--format")?.elementsEqual("patch".utf8) != true
    default: return true
    }
  }

  private func distribution(_ texts: [[UInt8]], from scope: Scope) -> Distribution? {
    let patterns = texts.compactMap { try? query.pattern($0) }
    guard patterns.count == texts.count,
      let found = try? WhereCommand.distribution(of: patterns, from: scope, query)
    else { return nil }
    return found.isUnresolved ? nil : found
  }

  // MARK: Edits

  /// What commands make of a value, where they take one; nil where it is none.
  private static let edits: [String: @Sendable (Document?) -> KeyEdit?] = [
    "set": { $0.map { .set($0, EditReasons()) } }, "stop": { _ in .stop(EditReasons()) },
    "unset": { _ in .unset }, "resume": { _ in .resume },
  ]

  /// Whether nothing that can be told beforehand speaks against an edit. What is final or typed in an object, or
  /// stands in another tree, is more than that.
  private func edit(
    _ key: Key, _ scope: Evaluation, _ make: (Document?) -> KeyEdit?, _ text: [UInt8]?
  ) -> Verdict? {
    let value = text.flatMap { try? GivenValue.guess($0, query.names) }
    guard let edit = make(value), value.flatMap({ scope.doubt(about: $0, for: key) }) == nil,
      (try? EditJudgement.refuse(edit, of: key, in: scope, today: query.session.today())) != nil,
      (try? scope.refuseFinal(key)) != nil,
      let editor = try? ScopeEditor(scope.view.lineage.own[0].level, key, query.names),
      let result = try? editor.result(of: edit, in: nil)
    else { return nil }
    let rules = query.snapshot.trees[0].rules
    if case .files(let files) = result, !files.allSatisfy({ rules.takes($0.name) }) { return nil }
    let kinds = [value?.kind(0), (try? scope.value(key))?.kind]
    let isLeaf = !kinds.contains(.object) && !kinds.contains(.array)
    return Verdict(
      knowsKeys: scope.view.mentions(key),
      isCertain: scope.view.lineage.treeCount == 1
        && (isLeaf || scope.isBeyondJudgement && !scope.hasAttributes)
        && (value == nil || !touchSecret([key], [scope])))
  }

  /// Whether one of the keys is secret, or holds something that is.
  private func touchSecret(_ keys: [Key], _ scopes: [Evaluation]) -> Bool {
    scopes.contains { scope in
      keys.contains { key in
        let mask = scope.mask(key)
        if mask.isSecret { return true }
        if mask.isNone { return false }
        return (try? scope.value(key)?.whole().holdsSecret(mask)) ?? false
      }
    }
  }
}
