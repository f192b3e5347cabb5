import Cascade
import JSONSource

extension CheckRule {
  static let nearKey = CheckRule(
    .warning, .nearKey, "New name similar to an inherited one; may be a typo",
    .file("properties.json", #"{ "db": { "port": 5432 } }"#),
    .file(
      "a/properties.json", #"{ "db": { "prot": 6432 } }"#, corrected: #"{ "db": { "port": 6432 } }"#
    )
  ) { scope in scope.isCertain ? scope.nearKeys : [] }
}

extension CheckedScope {
  /// New names that may be typos, as far as the lineage shows.
  fileprivate var nearKeys: [Diagnostic] {
    meetings.names.compactMap { name, around, position in
      guard let near = near(to: name, in: around, position) else { return nil }
      let key = around.key.appending(name)
      // A declared name, or a name beside a stop of the other, is meant; `unknown-key` reports those of closed
      // objects.
      guard !view.declares(key), view.knows(key),
        view.node(around.key.appending(near))?.isLive == true,
        let part = view.levels[position].statements.place(of: key)?.lastPart
      else { return nil }
      return warning(
        .nearKey, key, .near(to: view.names.shown(around.key.appending(near))),
        at: part.namePlace,
        notes: around.member(near)?.noteOfInherited ?? [])
    }
  }

  /// The inherited member that was probably meant and that the level itself does not set.
  private func near(to name: Name, in object: ViewNode, _ position: Int) -> Name? {
    // The name table is filled on access, so look at the members first.
    if object.liveMembers().isEmpty { return nil }
    let live = slips.slips(of: name, view.names).filter { object.member($0)?.isLive == true }
    if live.isEmpty { return nil }
    let own = view.levels[position].statements.place(of: object.key)
    return live.first { own?.member($0)?.isMention != true }
  }
}
