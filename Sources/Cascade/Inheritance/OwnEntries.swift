import JSONSource

/// Looks at the entries that one level made in a view, and at nothing that it shares with the level
/// before: the cost is that of what the level says.
struct OwnEntries {
  private let level: Int
  private var path: [Name] = []

  private init(level: Int) {
    self.level = level
  }

  /// Calls `body` for each of them, an object before its members, with the path from the top.
  static func forEach(in root: Entry?, level: Int, _ body: ([Name], Entry) -> Void) {
    guard let root else { return }
    var entries = OwnEntries(level: level)
    entries.visit(root, body)
  }

  private mutating func visit(_ entry: Entry, _ body: ([Name], Entry) -> Void) {
    guard entry.level == level else { return }
    body(path, entry)
    // Exclusions and the level's own statements make a layer each; an entry of the nearer one has
    // that of the farther one behind it.
    var nearer: [LayeredMembers] = []
    var layer = entry.members
    while let members = layer, members.level == level {
      for (name, inner) in zip(members.own.names, members.own.values)
      where !nearer.contains(where: { $0.own.place(of: name) != nil }) {
        path.append(name)
        visit(inner, body)
        path.removeLast()
      }
      nearer.append(members)
      layer = members.behind
    }
  }

  /// The markers that took something away on the step to this level.
  static func acting(in root: Entry?, level: Int) -> [ObjectIdentifier: Marker] {
    var acting: [ObjectIdentifier: Marker] = [:]
    func note(_ taking: Taking?) {
      if case .marker(let marker)? = taking { acting[ObjectIdentifier(marker)] = marker }
    }
    forEach(in: root, level: level) { _, entry in
      var current: Entry? = entry
      while let entry = current, entry.level == level {
        switch entry.event {
        case .taken(let taking): note(taking)
        case .takenBack(let marker, _): note(.marker(marker))
        case .removed(let markers): for marker in markers { note(.marker(marker)) }
        case .value, .refused, .inside: break
        }
        current = entry.behind
      }
      var layer = entry.members
      while let members = layer, members.level == level {
        note(members.taking)
        layer = members.behind
      }
    }
    return acting
  }
}
