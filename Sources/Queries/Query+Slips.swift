import Answers
import Cascade
import Reports
import Snapshots

extension Query {
  /// Notes a key that no scope mentions if a similar key exists, to be reported when the command ends. `text` is the
  /// key as typed.
  package func noteSlip(
    _ key: Key, as text: [UInt8], in view: View, of time: World, looksEverywhere: Bool
  ) {
    if show.isQuiet || key.names.isEmpty || view.mentions(key) { return }
    let search = SlipSearch(key, names)
    search.look(in: view.levels)
    if search.meant == nil && !looksEverywhere { return }
    // A scope that cannot be read may mention the key.
    guard (try? time.walk(from: .root, search)) != nil, !search.isMentioned,
      let meant = search.meant
    else { return }
    show.slips.append(Presentation.Slip(given: text, meant: names.spelling(meant)))
  }
}
