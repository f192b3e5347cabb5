import Answers
import Cascade
import Trees

extension CommandContext {
  /// Throws if a text of `--set` is not JSON and its key takes no strings, as `heir set` does. A final key gets a
  /// warning elsewhere.
  func checkGuesses(in view: View) throws(Failure) {
    if !commandLine.contains(where: { $0.guess != nil }) { return }
    let resolver = Resolver(names, present, reveals: options.isRevealing)
    let scope = resolver.scope(view)
    for setting in commandLine { try checkGuess(of: setting, in: scope) }
  }

  private func checkGuess(of setting: SettingArgument, in scope: Evaluation) throws(Failure) {
    guard let key = setting.key, let (typed, value) = setting.guess,
      scope.finalMarker(of: key, before: .max) == nil,
      let doubt = scope.doubt(about: value, typed: typed, for: key)
    else { return }
    let spelling = names.spelling(key)
    let guess = GuessMessages(
      doubt: doubt, typed: typed, kind: .string, key: names.text(key), places: console.places,
      isSecret: !scope.isRevealing && scope.mask(key).isSecret)
    throw .message(
      "'--set \(names.text(key))=…': \(guess.reason)",
      notes: [guess.respelled(null: "null"), guess.setting(spelling)].compactMap(\.self))
  }
}
