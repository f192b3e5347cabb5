import Answers
import Cascade
import JSONSource

extension CheckRule {
  static let nearKey = CheckRule(
    .warning, .nearKey, "New name similar to an inherited one; may be a typo",
    .file("properties.json", #"{ "db": { "port": 5432 } }"#),
    .file(
      "a/properties.json", #"{ "db": { "prot": 6432 } }"#, mended: #"{ "db": { "port": 6432 } }"#)
  ) { scope in scope.isCertain ? scope.nearKeys : [] }
}

extension CheckedScope {
  /// Its own new names that may be slips, as far as its lineage tells.
  fileprivate var nearKeys: [Diagnostic] {
    newNames.compactMap { name, around, position in
      guard let near = near(to: name, in: around, position) else { return nil }
      let key = around.key.appending(name)
      // What somebody declares is meant, and so is a name beside a stop of the other one; of what a closed object
      // does not know another rule tells.
      guard !view.declares(key), view.knows(key),
        view.node(around.key.appending(near))?.isLive == true,
        let part = view.levels[position].statements.place(of: key)?.lastPart
      else { return nil }
      return finding(
        .warning, .nearKey, key, .near(to: view.names.shown(around.key.appending(near))),
        at: part.ofName,
        notes: around.member(near)?.place.map { [.init(.inherited, at: $0)] } ?? [])
    }
  }

  /// The inherited member that is meant, which the level itself does not have.
  private func near(to name: Name, in object: ViewNode, _ position: Int) -> Name? {
    // A name at which nobody has looked is in no table yet.
    if object.liveMembers().isEmpty { return nil }
    let live = slips.slips(of: name, view.names).filter { object.member($0)?.isLive == true }
    if live.isEmpty { return nil }
    let own = view.levels[position].statements.place(of: object.key)
    return live.first { own?.member($0)?.isMention != true }
  }
}

/// Finds out which of some keys stand in more than one scope: then they are no slips.
final class KeyCount: ScopeVisitor {
  private let keys: [Key]
  private var counts: [Key: Int] = [:]

  init(_ keys: [Key]) { self.keys = keys }

  func enter(_ visited: VisitedScope) {
    for key in keys {
      let isSaid = visited.levels.contains { $0.statements.place(of: key)?.isMention == true }
      if isSaid { counts[key, default: 0] += 1 }
    }
  }

  func miss(_ problem: Diagnostic) {}
  func leave() {}

  /// Whether no more than one has it.
  func isAlone(_ key: Key) -> Bool { counts[key, default: 0] < 2 }
}

extension StatementTree {
  /// What the level says of a key; nil where it says nothing.
  fileprivate func place(of key: Key) -> StatementTree? {
    var place: StatementTree? = self
    for name in key.names { place = place?.member(name) }
    return place
  }
}
