import Cascade

/// A command line that is tried before it is offered: all is done as ever, but that nothing is shown,
/// written or run, and nothing is waited for.
package final class Rehearsal {
  /// The keys that it asks for, and the scopes in which it does.
  private var keys: [Key] = []
  private var scopes: [Evaluation] = []
  /// The last scope that an argument named.
  package private(set) var named: Scope?
  /// Whether it asks for a key that nobody mentions.
  package private(set) var meetsUnknownKey = false
  /// The scopes that have a value, where it looks for them.
  package private(set) var having: [Scope] = []

  package init() {}

  /// Whether one of its keys is secret, or holds something that is.
  package var touchesSecret: Bool {
    scopes.contains { scope in
      keys.contains { key in
        let mask = scope.mask(key)
        if mask.isSecret { return true }
        if mask.isNone { return false }
        return (try? scope.value(key)?.data().holdsSecret(mask)) ?? false
      }
    }
  }

  package func note(_ key: Key) { keys.append(key) }
  package func note(_ scope: Evaluation) { scopes.append(scope) }
  package func note(_ scope: Scope) { named = scope }
  package func note(having scopes: [Scope]) { having = scopes }
  package func noteUnknownKey() { meetsUnknownKey = true }
}

extension Session {
  /// The same surroundings, in which something is only tried.
  package func rehearsing(_ rehearsal: Rehearsal) -> Session {
    let session = Session(
      output: Sink { _ in nil }, errors: Sink { _ in nil }, workingDirectory: workingDirectory,
      today: today, clock: clock, variable: environment, childEnvironment: childEnvironment,
      replaceProcess: { _, _ in .ended(status: ExitStatus.answered.rawValue) })
    session.rehearsal = rehearsal
    return session
  }
}
