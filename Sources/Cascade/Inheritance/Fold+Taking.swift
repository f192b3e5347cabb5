import JSONSource

/// What takes values away, and what finals hold against it.
extension Fold {
  /// The entry of a key after a marker has taken its value, as far as it may.
  func taken(_ entry: Entry, by marker: Marker, _ this: Case) -> Entry {
    if phase == .exclusion, let before = this.before {
      return takenBack(entry, to: before, by: marker, this.laws)
    }
    guard entry.isLive else { return entry }
    return emptied(entry, by: .marker(marker), this.laws)
  }

  /// The entry without its value and everything in it, but for what is final.
  func emptied(_ entry: Entry, by taking: Taking, _ laws: Laws?) -> Entry {
    if laws?.isOpen ?? true { return entry.taken(by: taking, level: level) }
    if let laws, let seal = laws.seal, holds(laws, against: taking) {
      guard phase == .laying, case .marker(let marker) = taking else { return entry }
      return entry.refusing([Refusal(attempt: .marker(marker), by: seal)], level: level)
    }
    guard entry.isObject, let members = entry.members, sealedValue(in: entry, laws) != nil else {
      return entry.taken(by: taking, level: level)
    }
    var layer = NameMap<Entry>()
    var isLeft = false
    for (name, member) in members.live() {
      let after = emptied(member, by: taking, laws?.descending(name))
      if after.isLive { isLeft = true }
      if after !== member { layer[name] = after }
    }
    guard isLeft else { return entry.taken(by: taking, level: level) }
    return Entry(
      .inside, level: level, behind: entry, state: .object(isWrittenEmpty: false),
      members: LayeredMembers(level: level, own: layer, behind: members),
      isMentioned: entry.isMentioned)
  }

  private func holds(_ laws: Laws, against taking: Taking) -> Bool {
    guard phase == .exclusion, case .marker(let marker) = taking else { return true }
    return laws.holds(against: marker)
  }

  /// The entry with what the trees before gave instead of what the levels of this tree said (I5).
  private func takenBack(
    _ entry: Entry, to before: Entry, by marker: Marker, _ laws: Laws?
  ) -> Entry {
    if entry.isSame(as: before) || !entry.isLive && !before.isLive { return entry }
    if case .takenBack(_, let to) = entry.event, to.isSame(as: before) { return entry }
    if laws?.holds(against: marker) == true { return entry }
    var layer = NameMap<Entry>()
    var isLeft = false
    for name in entry.members?.touched(since: before.members) ?? [] {
      guard layer.place(of: name) == nil, let current = entry.members?.entry(name) else { continue }
      let laws = laws?.descending(name)
      if let old = before.members?.entry(name) {
        layer[name] = takenBack(current, to: old, by: marker, laws)
      } else {
        layer[name] = current.isLive ? emptied(current, by: .marker(marker), laws) : current
      }
      if layer[name]?.isLive == true { isLeft = true }
    }
    if isLeft, entry.isObject, before.isLive, !before.isObject {
      // What is final keeps the object around it, and nothing else takes its place.
      return Entry(
        .inside, level: level, behind: entry, state: .object(isWrittenEmpty: false),
        members: LayeredMembers(level: level, own: layer, behind: entry.members),
        isMentioned: entry.isMentioned)
    }
    var state = before.state
    if !before.isLive {
      state =
        isLeft && entry.isObject
        ? .object(isWrittenEmpty: false)
        : .absent(Absence(taking: .marker(marker), level: level))
    }
    if case .object(isWrittenEmpty: false) = state, !isLeft,
      before.members?.hasLiveMember(beside: layer) != true
    {
      // All that the trees before gave is held off by finals.
      state = entry.isLive ? .absent(Absence(taking: .marker(marker), level: level)) : entry.state
    }
    return Entry(
      .takenBack(by: marker, to: before), level: level, behind: entry, state: state,
      members: LayeredMembers(level: level, own: layer, behind: before.members),
      isMentioned: entry.isMentioned)
  }

  /// The entry without the elements that this level takes out of the inherited array (I9).
  func removed(_ this: Case, _ current: Entry?, own: Written?) -> Entry? {
    guard part != .values, this.says.contains(where: { !$0.markers.isEmpty }) else {
      return current
    }
    let markers = this.says.flatMap { $0.markers(.remove) }.sorted { $0.isRead(before: $1) }
    guard !markers.isEmpty, let current, var elements = current.elements else {
      return current
    }
    let strategy = this.arrayStrategy
    // What an own value replaces need not be touched, unless the value may look at it.
    if let own, !own.isComputing, !own.isArray || strategy ?? .replace == .replace {
      return current
    }
    var acting: [Marker] = []
    for marker in markers {
      guard case .values(let values) = marker.detail else { continue }
      let merging = Merging(names: names)
      if let left = merging.remove(values, of: marker.document, from: elements, strategy) {
        elements = left
        acting.append(marker)
      }
    }
    return acting.isEmpty
      ? current : current.removed(by: acting, leaving: elements, level: level)
  }

  /// A final key that has a value in an object, or nil.
  func sealedValue(in entry: Entry, _ laws: Laws?) -> Marker? {
    guard entry.isLive else { return nil }
    guard let laws else { return nil }
    if let seal = laws.seal { return seal }
    guard entry.isObject, let members = entry.members, !laws.finals.isEmpty else { return nil }
    let names =
      laws.finals.contains { $0.any != nil }
      ? members.live().map(\.name) : laws.finals.flatMap { $0.marked(.final) }
    for name in names {
      if let member = members.entry(name),
        let seal = sealedValue(in: member, laws.descending(name))
      {
        return seal
      }
    }
    return nil
  }

  /// The entry with a note, at each final key that has a value in it, that a marker was refused there.
  func noting(_ marker: Marker, refusedIn entry: Entry, _ laws: Laws?) -> Entry {
    guard let laws, entry.isLive else { return entry }
    if let seal = laws.seal {
      return entry.refusing([Refusal(attempt: .marker(marker), by: seal)], level: level)
    }
    guard !laws.finals.isEmpty, entry.isObject, let members = entry.members else { return entry }
    var layer = NameMap<Entry>()
    for (name, member) in members.live() {
      let after = noting(marker, refusedIn: member, laws.descending(name))
      if after !== member { layer[name] = after }
    }
    if layer.isEmpty { return entry }
    return Entry(
      .inside, level: level, behind: entry, state: entry.state,
      members: LayeredMembers(level: level, own: layer, behind: members),
      isMentioned: entry.isMentioned)
  }

  /// The entry of a final key of which this level speaks all the same: nothing changes (I7).
  func refuse(_ this: Case, _ inherited: Entry?, by seal: Marker) -> Entry? {
    var refusals: [Refusal] = []
    let statements = part == .markers ? nil : this.says.first { $0.isMention }
    let parts = statements?.own.parts ?? []
    if !parts.isEmpty { refusals.append(Refusal(attempt: .values(parts), by: seal)) }
    if part != .values, let inherited, inherited.isLive {
      for marker in this.says.flatMap(\.markers) {
        guard marker.kind.takes, marker.kind != .remove || inherited.elements != nil else {
          continue
        }
        refusals.append(Refusal(attempt: .marker(marker), by: seal))
      }
    }
    let layer = refuseMembers(this, inherited, by: seal)
    if refusals.isEmpty && layer.isEmpty { return inherited }
    var state = inherited?.state ?? .absent(nil)
    if case .absent = state, !parts.isEmpty {
      state = .absent(Absence(taking: .refused(by: seal), level: level))
    }
    return Entry(
      refusals.isEmpty ? .inside : .refused(refusals), level: level, behind: inherited,
      state: state,
      members: layer.isEmpty
        ? inherited?.members
        : LayeredMembers(level: level, own: layer, behind: inherited?.members),
      isMentioned: inherited?.isMentioned ?? false)
  }

  private func refuseMembers(
    _ this: Case, _ inherited: Entry?, by seal: Marker
  ) -> NameMap<Entry> {
    var names = NameMap<Void>()
    for statements in this.says {
      statements.unfold()
      for name in statements.members.names { names[name] = () }
    }
    let wildcards = this.says.compactMap { $0.any }
    if !wildcards.isEmpty {
      for member in inherited?.members?.live() ?? [] { names[member.name] = () }
    }
    var layer = NameMap<Entry>()
    for name in names.names {
      let before = inherited?.members?.entry(name)
      let member = Case(
        says: this.says.compactMap { $0.members[name] } + wildcards,
        laws: this.laws?.descending(name))
      if let after = refuse(member, before, by: seal), after !== before { layer[name] = after }
    }
    return layer
  }
}

extension Marker.Kind {
  /// Whether a marker of this kind takes values away.
  package var takes: Bool { self == .stop || self == .exclude || self == .remove }
}

extension Entry {
  /// The entry after a level tried in vain to change it.
  func refusing(_ refusals: [Refusal], level: Int) -> Entry {
    Entry(
      .refused(refusals), level: level, behind: self, state: state, members: members,
      isMentioned: isMentioned)
  }
}
