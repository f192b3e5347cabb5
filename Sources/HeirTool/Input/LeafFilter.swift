import Cascade
import CommandSpec
import JSONSource
import Trees

/// Filters whole leaves by `--except` and by secrecy.
final class LeafFilter {
  private let except: [KeyPattern]
  private let onlySecrets: Bool?
  private var unmentioned: [KeyPattern]
  private var nearest: Key?
  private let isAlone: Bool

  var isEverything: Bool { except.isEmpty && onlySecrets == nil }
  var leavesOutKeys: Bool { !except.isEmpty }

  func leavesOut(_ key: Key) -> Bool { except.contains { $0.leadsTo(key) } }

  /// `isAlone` requires that the single scope read mentions each pattern.
  init(_ choice: LeafOptions, isAlone: Bool, _ context: CommandContext) throws(Failure) {
    let except = try choice.except.map(context.pattern)
    (self.except, unmentioned, onlySecrets) = (except, except, choice.onlySecrets)
    self.isAlone = isAlone
  }

  func of(
    _ leaves: [Leaf], in scope: Evaluation, isSecret: (Leaf) -> Bool
  ) throws(Failure) -> [Leaf] {
    for pattern in isAlone ? unmentioned : []
    where !leaves.contains(where: { pattern.leadsTo($0.key) }) {
      try pattern.refuse(asExceptionOf: [scope])
    }
    let chosen = except.isEmpty ? leaves : leaves.filter { !leavesOut($0.key) }
    guard let onlySecrets else { return chosen }
    return chosen.filter { isSecret($0) == onlySecrets }
  }

  func noteMentions(in scope: Evaluation) throws(Failure) {
    var rest: [KeyPattern] = []
    for pattern in unmentioned where try !pattern.isMentionedException(in: scope) {
      rest.append(pattern)
    }
    unmentioned = rest
    if nearest == nil {
      nearest = unmentioned.first?.key.flatMap { scope.view.suggestion(for: $0) }
    }
  }

  func requireMentioned(below scope: Scope, _ names: NameTable) throws(Failure) {
    guard let pattern = unmentioned.first else { return }
    throw .withoutEffect(
      pattern, of: { "no level of a scope at or below '\(scope.text)' mentions \($0)" }, nearest,
      names)
  }
}

/// The leaves that a command prints.
package struct LeafOptions {
  package let except: [[UInt8]]
  /// Whether only secrets are printed, or none; nil for both.
  let onlySecrets: Bool?

  init(_ arguments: Arguments) throws(UsageError) {
    except = try arguments.exceptions()
    let only = arguments.flag(
      "--only-secrets", help: "Print only secrets and values that depend on them")
    let without = arguments.flag(
      "--without-secrets", help: "Leave out secrets and values that depend on them")
    if only && without { throw .conflictingOptions("--only-secrets", "--without-secrets") }
    onlySecrets = only ? true : without ? false : nil
  }
}

extension Arguments {
  func exceptions() throws(UsageError) -> [[UInt8]] {
    try options(
      "--except", type: .bytes("KEY", .keyPattern),
      help: "Leave out a key or pattern, with all below it")
  }
}
