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
  struct Line {
    let command: CommandDescription
    let foresight: Foresight
    let parsed: ParsedArguments
  }

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

  /// Whether the name of a scope is that of a property file.
  func isFile(_ scope: Scope) -> Bool {
    scope.names.last.map(query.snapshot.trees[0].rules.takes) ?? false
  }

  var isInRepository: Bool { query.snapshot.isInRepository }

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
    if let tree = try? TreeTime.options.value(from: line.parsed) {
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
    if scopes.count < line.foresight.leastScopes { return nil }
    let rest = meanings.filter { $0.kind != .scope && $0.kind != .program }
    guard var verdict = verdict(on: line, rest, scopes) else { return nil }
    verdict.scope = scopes.last?.view.scope
    let harmless = Self.ofTrees + line.foresight.harmless
    if !line.parsed.options.allSatisfy(harmless.contains) { verdict.isCertain = false }
    return verdict
  }

  private func verdict(
    on line: Line, _ arguments: [(kind: ValueKind, text: [UInt8])], _ scopes: [Evaluation]
  ) -> Verdict? {
    switch line.foresight.subject {
    case .nothing: return Verdict()
    case .patterns:
      guard let scope = scopes.first,
        let report = distribution(arguments.map(\.text), from: scope.view.scope)
      else { return nil }
      let isKnown = !report.keys.isEmpty && !report.keys.contains(where: \.isUnknown)
      return Verdict(knowsKeys: isKnown)
    case .values(let tellsAbsence, let canBeTold):
      guard let keys = keys(arguments) else { return nil }
      return evaluate(
        line, keys.isEmpty ? [Key()] : keys, scopes, tellsAbsence: tellsAbsence, canBeTold)
    case .edit(let make):
      guard let key = keys(arguments)?.first else { return nil }
      return edit(key, scopes[0], make, arguments.first { $0.kind == .value }?.text)
    }
  }

  private func keys(_ arguments: [(kind: ValueKind, text: [UInt8])]) -> [Key]? {
    let named = arguments.filter { $0.kind != .value }
    let keys = named.compactMap { key($0.text, $0.kind) }
    return keys.count == named.count ? keys : nil
  }

  /// Nil where it cannot be read, also where it is a pattern: what holds for all that it names is not known
  /// beforehand.
  private func key(_ text: [UInt8], _ kind: ValueKind) -> Key? {
    kind == .namedKey ? try? NamedKey(text, for: "", query).key : try? query.key(text)
  }

  // MARK: Options

  static let ofTrees = [
    "--root", "--overlay", "--at", "--staged", "--facts", "--allow-env", "--reveal", "--color",
  ]

  // MARK: Values

  /// Whether the values of keys can be worked out, and be told as the options say.
  private func evaluate(
    _ line: Line, _ keys: [Key], _ scopes: [Evaluation], tellsAbsence: Bool,
    _ canBeTold: (FoundValue) -> Bool
  ) -> Verdict? {
    var verdict = Verdict()
    for key in keys {
      var isKnown = key.names.isEmpty
      for scope in scopes {
        guard let answer = try? scope.answer(key) else { return nil }
        switch answer {
        case .absent(let absence):
          if !tellsAbsence { return nil }
          isKnown = isKnown || absence != nil
        case .value(let value):
          isKnown = true
          guard let leaves = try? query.leaves(of: value).map({ Leaf($0.effective, $0.value) }),
            canBeTold(
              FoundValue(
                leaves: leaves, key: key, isAlone: keys.count == 1, line: line.parsed,
                names: query.names))
          else { return nil }
        }
      }
      verdict.knowsKeys = verdict.knowsKeys && isKnown
    }
    // What sets a value repeats it.
    verdict.isCertain =
      !line.parsed.options.contains("--set")
      || !touchSecret(keys + query.commandLine.compactMap(\.key), scopes)
    return verdict
  }

  private func distribution(_ texts: [[UInt8]], from scope: Scope) -> Distribution? {
    let patterns = texts.compactMap { try? query.pattern($0) }
    guard patterns.count == texts.count,
      let found = try? WhereCommand.distribution(of: patterns, from: scope, query)
    else { return nil }
    return found.isUnresolved ? nil : found
  }

  // MARK: Edits

  /// Whether nothing that can be told beforehand speaks against an edit. What is final or typed in an object, or
  /// stands in another tree, is more than that.
  private func edit(
    _ key: Key, _ scope: Evaluation, _ make: (Document?) -> KeyEdit?, _ text: [UInt8]?
  ) -> Verdict? {
    let value = text.flatMap { try? GivenValue.guess($0, query.names) }
    guard let edit = make(value),
      value.map({ scope.takes($0, typed: text ?? [], at: key) }) != false,
      (try? EditJudgement.refuse(edit, of: key, in: scope, today: query.session.today())) != nil,
      (try? scope.refuseFinal(key)) != nil, value == nil || scope.takesMembers(around: key),
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
        return (try? scope.value(key)?.whole().holdsSecret(mask, scope.secretKeys)) ?? false
      }
    }
  }
}
