import JSONSource

extension Fold {
  /// Folds what is said of a key's members into them.
  func foldMembers(_ this: Case, of current: Entry?) -> Inside {
    var inside = Inside()
    let base = current?.members
    inside.members = base
    if phase == .exclusion, hasTreesBefore, let current, current.isLive, !current.isObject {
      // Nothing comes back into what is no object.
      return inside
    }
    let wildcards = this.says.compactMap { $0.any }.filter {
      $0.concerns.contains(phase) || phase == .laying && !this.isOpen
    }
    var layer = NameMap<Entry>()
    for name in names(this, wildcards, base) {
      let before = base?.entry(name)
      var member = Case(
        says: this.says.compactMap { $0.members[name] } + wildcards,
        laws: this.laws?.descending(name), before: nil)
      if hasTreesBefore { member.before = this.before?.members?.entry(name) }
      let after = fold(member, into: before)
      guard let after, after !== before else { continue }
      layer[name] = after
      inside.isChanged = true
      if after.level == level, case .value = after.event { inside.isWritten = true }
      if after.isLive { inside.hasLive = true } else { inside.note(after.absence, level) }
    }
    var taking: Taking?
    if let current, current.isObject, base?.hasLiveMember(beside: layer) == true {
      let marker = takesOneByOne(this) ? nil : firstMarker(Case(says: wildcards, laws: this.laws))
      if let marker {
        taking = .marker(marker)
        inside.isChanged = true
        inside.note(Absence(taking: .marker(marker), level: level), level)
      } else {
        inside.hasLive = true
      }
    }
    if inside.isChanged {
      inside.members = LayeredMembers(level: level, own: layer, behind: base, taking: taking)
    }
    return inside
  }

  /// Whether what a `*` takes has to be looked at key by key: some may be final, some go back to what
  /// the trees before gave.
  private func takesOneByOne(_ this: Case) -> Bool {
    !this.isOpen || phase == .exclusion && this.before?.members != nil
  }

  /// The members that have to be looked at: all that the level writes, and of those that only markers
  /// name the ones that there are.
  private func names(
    _ this: Case, _ wildcards: [Statements], _ base: LayeredMembers?
  ) -> [Name] {
    let says = this.says
    if says.count == 1, wildcards.isEmpty, phase == .laying, says[0].isMention, this.isOpen,
      part != .markers
    {
      says[0].unfold()
      return says[0].members.names
    }
    var names = NameMap<Void>()
    // An exclusion from farther up can find only what the last level touched; where it takes back to
    // what the trees before gave, what stood in the way may have gone meanwhile.
    func isOld(_ says: Statements) -> Bool {
      phase == .exclusion && says.rank.depth < depth && !hasTreesBefore
    }
    let takesOneByOne = takesOneByOne(this)
    let deep = wildcards.filter {
      takesOneByOne || !$0.members.isEmpty || $0.any != nil || !$0.markers(.remove).isEmpty
    }
    let marking: Statements.Concerns = this.isOpen ? phase : [phase, .exclusion]
    let needsAll =
      !deep.allSatisfy(isOld)
      || says.contains { !isOld($0) && $0.marked(marking).count > 64 }
    let live = needsAll ? base?.live() : nil
    let touched =
      says.contains(where: isOld) || deep.contains(where: isOld)
      ? base?.touched(at: level - 1) ?? [] : []
    for statements in says {
      if phase == .laying && statements.isMention && part != .markers {
        statements.unfold()
        for name in statements.members.names { names[name] = () }
      }
      let marked = statements.marked(marking)
      if isOld(statements) {
        for name in touched where statements.members[name] != nil { names[name] = () }
      } else if marked.count > 64 {
        for member in live ?? [] where statements.members[member.name] != nil {
          names[member.name] = ()
        }
        // What a nearer tree took away may come back.
        for name in returning(this, base) where statements.members[name] != nil {
          names[name] = ()
        }
      } else if base != nil {
        for name in marked { names[name] = () }
      }
    }
    if !deep.allSatisfy(isOld) {
      for member in live ?? [] { names[member.name] = () }
      for name in returning(this, base) { names[name] = () }
    } else if !deep.isEmpty {
      for name in touched { names[name] = () }
    }
    return names.names
  }

  /// The members that the levels of this tree touched, where exclusions can take them back.
  private func returning(_ this: Case, _ base: LayeredMembers?) -> [Name] {
    guard phase == .exclusion, hasTreesBefore else { return [] }
    guard let base else { return [] }
    let names = base.touched(since: this.before?.members)
    // A mark may have taken all that the trees before gave.
    guard base.isMarked(since: this.before?.members) else { return names }
    return names + (this.before?.members?.live().map(\.name) ?? [])
  }
}

extension Fold.Inside {
  mutating func note(_ absence: Absence?, _ level: Int) {
    guard let absence, absence.level == level else { return }
    if let lastGone, !absence.isLater(than: lastGone) { return }
    lastGone = absence
  }
}
