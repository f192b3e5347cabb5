import JSONSource

/// One step down the lineage: the exclusions on the way to a level, or the level's own statements, laid
/// over what comes from behind. It touches only the keys that a statement names (rules I1 to I6).
struct Fold {
  let level: Int
  let phase: Statements.Concerns

  /// The entry of a key after this step.
  ///
  /// `says` holds what is said of it: by name, and through each `*` that stands for it.
  func fold(_ all: [Statements], into inherited: Entry?) -> Entry? {
    let says = all.filter { concerns($0, inherited) }
    guard !says.isEmpty else { return inherited }
    if let simple = plain(says, inherited) { return simple }
    var current = inherited
    if let entry = inherited, entry.isLive, let marker = firstMarker(says) {
      current = entry.taken(by: .marker(marker), level: level)
    }
    let inside = foldMembers(says, of: current)
    let own = phase == .laying ? says.first { $0.isMention }?.own ?? .nothing : .nothing
    switch own {
    case .leaf(let value): return leaf(value, over: current, inside)
    case .object(let parts):
      return Entry(
        .value(parts), level: level, behind: current,
        state: .object(isWrittenEmpty: !inside.hasLive), members: inside.members,
        isMentioned: true)
    case .nothing:
      let isMention = phase == .laying && says.contains { $0.isMention }
      return changed(inside, of: current, isMention: isMention)
    }
  }

  /// What a fold made of an object's members.
  fileprivate struct Inside {
    var members: LayeredMembers?
    var hasLive = false
    var isChanged = false
    /// The absence of the member that went last in this step.
    var lastGone: Absence?
  }

  private func concerns(_ says: Statements, _ inherited: Entry?) -> Bool {
    guard says.concerns.contains(phase) else { return false }
    if phase == .laying { return true }
    // An exclusion from farther up has done its work already, but for what the last level wrote.
    return says.depth == level - 1 || inherited?.level == level - 1
  }

  /// An object that one file writes and nobody else speaks of stays as it is.
  private func plain(_ says: [Statements], _ inherited: Entry?) -> Entry? {
    guard phase == .laying, says.count == 1, let value = says[0].plain, says[0].stops.isEmpty,
      says[0].any == nil, inherited?.members == nil
    else { return nil }
    if let inherited {
      // A leaf or an empty object may stand behind; then its list goes on, with the new members.
      guard case .object = says[0].own else { return nil }
      return Entry.plain(value, level: level, behind: inherited)
    }
    return Entry.plain(value, level: level)
  }

  /// The marker that is credited where several name one key: the nearest level's, there the first read.
  private func firstMarker(_ says: [Statements]) -> Marker? {
    let markers = says.flatMap { phase == .laying ? $0.stops : $0.excludes }
    return markers.min {
      let depths = ($1.file.scope.depth, $0.file.scope.depth)
      return depths.0 == depths.1 ? $0.isRead(before: $1) : depths.0 < depths.1
    }
  }

  private func foldMembers(_ says: [Statements], of current: Entry?) -> Inside {
    let base = current?.members
    let wildcards = says.compactMap { $0.any }.filter { $0.concerns.contains(phase) }
    let names = names(says, wildcards, base)
    var inside = Inside()
    var layer = NameMap<Entry>()
    for name in names {
      let before = base?.entry(name)
      let after = fold(says.compactMap { $0.members[name] } + wildcards, into: before)
      guard let after, after !== before else { continue }
      layer[name] = after
      inside.isChanged = true
      if after.isLive { inside.hasLive = true } else { inside.note(after.absence, level) }
    }
    var taking: Taking?
    if let current, current.isObject, base?.hasLiveMember(beside: layer) == true {
      if let marker = firstMarker(wildcards) {
        taking = .marker(marker)
        inside.isChanged = true
        inside.note(Absence(taking: .marker(marker), level: level), level)
      } else {
        inside.hasLive = true
      }
    }
    inside.members =
      inside.isChanged
      ? LayeredMembers(level: level, own: layer, behind: base, taking: taking) : base
    return inside
  }

  /// The members that have to be looked at: all that the level writes, and of those that only markers
  /// name the ones that there are.
  private func names(
    _ says: [Statements], _ wildcards: [Statements], _ base: LayeredMembers?
  ) -> [Name] {
    if says.count == 1, wildcards.isEmpty, phase == .laying, says[0].isMention {
      says[0].unfold()
      return says[0].members.names
    }
    var names = NameMap<Void>()
    // An exclusion from farther up can find only what the last level touched.
    func isOld(_ says: Statements) -> Bool { phase == .exclusion && says.depth < level - 1 }
    let deep = wildcards.filter { !$0.members.isEmpty || $0.any != nil }
    let needsAll =
      !deep.allSatisfy(isOld)
      || says.contains { !isOld($0) && $0.marked(phase).count > 64 }
    let live = needsAll ? base?.live() : nil
    let touched =
      says.contains(where: isOld) || deep.contains(where: isOld)
      ? base?.touched(at: level - 1) ?? [] : []
    for statements in says {
      if phase == .laying && statements.isMention {
        statements.unfold()
        for name in statements.members.names { names[name] = () }
      }
      let marked = statements.marked(phase)
      if isOld(statements) {
        for name in touched where statements.members[name] != nil { names[name] = () }
      } else if marked.count > 64 {
        for member in live ?? [] where statements.members[member.name] != nil {
          names[member.name] = ()
        }
      } else if base != nil {
        for name in marked { names[name] = () }
      }
    }
    if !deep.allSatisfy(isOld) {
      for member in live ?? [] { names[member.name] = () }
    } else if !deep.isEmpty {
      for name in touched { names[name] = () }
    }
    return names.names
  }

  private func leaf(_ value: Written, over current: Entry?, _ inside: Inside) -> Entry {
    let isReplacing = current?.isObject == true
    return Entry(
      .value([value]), level: level, behind: current, state: .leaf(value),
      members: isReplacing
        ? inside.members?.taken(by: .replaced(by: value), level: level) : inside.members,
      isMentioned: true)
  }

  /// The entry of a key that this step does not write.
  private func changed(_ inside: Inside, of current: Entry?, isMention: Bool) -> Entry? {
    let isMentioned = isMention || current?.isMentioned == true
    if !inside.isChanged && isMentioned == (current?.isMentioned ?? false) { return current }
    var state = current?.state ?? .absent(nil)
    if case .object(isWrittenEmpty: false) = state, !inside.hasLive {
      state = .absent(inside.lastGone)
    }
    return Entry(
      .inside, level: level, behind: current, state: state, members: inside.members,
      isMentioned: isMentioned)
  }
}

extension Fold.Inside {
  fileprivate mutating func note(_ absence: Absence?, _ level: Int) {
    guard let absence, absence.level == level else { return }
    if let lastGone, !absence.isLater(than: lastGone) { return }
    lastGone = absence
  }
}
