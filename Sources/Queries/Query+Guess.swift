import Answers
import Cascade
import Change
import Sessions
import Snapshots

extension Query {
  /// Throws if a text of `--set` is not JSON and its key takes no strings, as `heir set` does. A final key gets a
  /// warning elsewhere.
  func refuseGuesses(in view: View) throws(Failure) {
    if !commandLine.contains(where: { $0.guess != nil }) { return }
    let resolver = Resolver(names, present, reveals: options.isRevealing)
    let scope = resolver.scope(view)
    for setting in commandLine { try refuseGuess(of: setting, in: scope) }
  }

  private func refuseGuess(of setting: GivenSetting, in scope: Evaluation) throws(Failure) {
    guard let key = setting.key, let (typed, value) = setting.guess,
      scope.seal(of: key, before: .max) == nil,
      let doubt = scope.doubt(about: value, typed: typed, for: key)
    else { return }
    let spelling = names.spelling(key)
    let guess = GuessWords(
      doubt: doubt, typed: typed, kind: .string, key: names.text(key), places: show.places,
      isSecret: !scope.isRevealing && scope.mask(key).isSecret)
    throw .message(
      "'--set \(names.text(key))=…': \(guess.reason)",
      notes: [guess.respelled(null: "null"), guess.setting(spelling)].compactMap(\.self))
  }
}
