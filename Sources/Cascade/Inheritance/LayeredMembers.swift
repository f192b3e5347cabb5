import JSONSource

/// The members of an object in a view: what a level changed, laid over the members it inherited.
///
/// A child scope's layer holds only the names that its statements touch; the rest is the parent's,
/// shared. What takes a whole object away is one mark on the layer, carried to a member only when
/// somebody looks at it.
package final class LayeredMembers {
  let level: Int
  let own: NameMap<Entry>
  let behind: LayeredMembers?
  /// What took everything behind this layer away.
  let taking: Taking?
  /// In the farthest layer: an object that stands as one file wrote it.
  let plain: Written?
  /// Whether a computed value may stand in a member.
  let isComputing: Bool

  init(level: Int, own: NameMap<Entry>, behind: LayeredMembers?, taking: Taking? = nil) {
    self.level = level
    self.own = own
    self.behind = behind
    self.taking = taking
    plain = nil
    isComputing =
      taking == nil && behind?.isComputing == true
      || own.values.contains { $0.isLive && $0.isComputing }
  }

  init(plain: Written, level: Int) {
    self.level = level
    own = NameMap()
    behind = nil
    taking = nil
    self.plain = plain
    isComputing = false
  }

  func taken(by taking: Taking, level: Int) -> LayeredMembers {
    LayeredMembers(level: level, own: NameMap(), behind: self, taking: taking)
  }

  /// The entry of a member, alive or not; nil for a name that nobody spoke of.
  package func entry(_ name: Name) -> Entry? {
    var layer = self
    var takings: [(Taking, Int)] = []
    var found: Entry?
    while true {
      found = layer.own[name]
      if found != nil { break }
      if let plain = layer.plain {
        found = plain.document.value(of: name, in: plain.node).map {
          Entry.plain(Written(file: plain.file, node: $0), level: layer.level)
        }
        break
      }
      if let taking = layer.taking { takings.append((taking, layer.level)) }
      guard let next = layer.behind else { break }
      layer = next
    }
    // Only the farthest mark finds a live value; the others come too late.
    if let entry = found, entry.isLive, let (taking, level) = takings.last {
      return entry.taken(by: taking, level: level)
    }
    return found
  }

  /// The names whose entries a level made.
  func touched(at level: Int) -> [Name] {
    touched { $0.level != level }
  }

  /// The names whose entries were made after `before` was what there is; all of them without it.
  func touched(since before: LayeredMembers?) -> [Name] {
    touched { $0 === before }
  }

  /// Whether everything was taken away after `before` was what there is.
  func isMarked(since before: LayeredMembers?) -> Bool {
    var current: LayeredMembers? = self
    while let members = current, members !== before {
      if members.taking != nil { return true }
      current = members.behind
    }
    return false
  }

  /// The farthest layer's names first, which is the order of their first mention.
  private func touched(until isBefore: (LayeredMembers) -> Bool) -> [Name] {
    var layers: [[Name]] = []
    var current: LayeredMembers? = self
    while let members = current, !isBefore(members) {
      layers.append(
        members.plain.map { $0.document.members($0.node).map(\.name) } ?? members.own.names)
      current = members.behind
    }
    return Array(layers.reversed().joined())
  }

  /// The members in which a computed value may stand, nearest layer first.
  func computing() -> [(name: Name, entry: Entry)] {
    var found = NameMap<Entry>()
    var layer: LayeredMembers? = self
    while let members = layer, members.isComputing {
      for (name, entry) in zip(members.own.names, members.own.values)
      where entry.isComputing && found.place(of: name) == nil {
        if let current = self.entry(name), current.isLive, current.isComputing {
          found[name] = current
        }
      }
      layer = members.behind
    }
    return Array(zip(found.names, found.values))
  }

  /// Whether any member but those in `layer` has a value.
  func hasLiveMember(beside layer: NameMap<Entry>) -> Bool {
    // The first member that has a value ends the search, so few are gone through.
    var seen = layer.shape
    var current: LayeredMembers? = self
    while let members = current {
      for (name, entry) in zip(members.own.names, members.own.values)
      where seen.place(of: name) == nil {
        if entry.isLive { return true }
        seen[name] = ()
      }
      if let plain = members.plain {
        return plain.document.members(plain.node).contains { seen.place(of: $0.name) == nil }
      }
      if members.taking != nil { return false }
      current = members.behind
    }
    return false
  }

  /// The members that have a value, in the order of first mention from the root.
  package func live() -> [(name: Name, entry: Entry)] {
    let all = mentioned()
    var result: [(name: Name, entry: Entry)] = []
    for (name, entry) in zip(all.names, all.values) {
      if let entry { result.append((name, entry)) }
    }
    return result
  }

  /// The names of all members that any level speaks of, in the order of first mention from the root,
  /// with the entries of those that have a value.
  func mentioned() -> NameMap<Entry?> {
    var layers: [LayeredMembers] = []
    var current: LayeredMembers? = self
    while let members = current {
      layers.append(members)
      current = members.behind
    }
    var order = NameMap<Entry?>()
    for layer in layers.reversed() {
      if layer.taking != nil {
        for name in order.names { order[name] = .some(nil) }
      }
      if let plain = layer.plain {
        for member in plain.document.members(plain.node) {
          let value = Written(file: plain.file, node: member.value)
          order[member.name] = .some(Entry.plain(value, level: layer.level))
        }
      }
      for (name, entry) in zip(layer.own.names, layer.own.values)
      where entry.isMentioned || order.place(of: name) != nil {
        order[name] = .some(entry.isLive ? entry : nil)
      }
    }
    return order
  }
}
