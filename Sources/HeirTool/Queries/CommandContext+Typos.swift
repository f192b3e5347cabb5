import Answers
import Cascade
import Trees

extension CommandContext {
  /// Notes a key that no scope mentions if a similar key exists, to be reported when the command ends. `text` is the
  /// key as typed.
  package func noteTypo(
    _ key: Key, as text: [UInt8], in view: View, of time: TreeReader, looksEverywhere: Bool
  ) {
    if console.isQuiet || key.names.isEmpty || view.mentions(key) { return }
    let search = SlipSearch(key, names)
    search.look(in: view.levels)
    if search.meant == nil && !looksEverywhere { return }
    // A scope that cannot be read may mention the key.
    guard (try? time.walk(from: .root, search)) != nil, !search.isMentioned,
      let meant = search.meant
    else { return }
    console.keyTypos.append(Console.KeyTypo(given: text, meant: names.spelling(meant)))
  }
}
