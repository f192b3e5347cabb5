import JSONSource

/// One step down the lineage: the exclusions on the way to a level, or the level's own statements, laid
/// over what comes from behind. It touches only the keys that a statement names (rules I1 to I10).
struct Fold {
  let level: Int
  let phase: Statements.Concerns
  /// The depth of the scope that an exclusion's step leaves.
  let depth: Int
  let names: NameTable
  /// Whether trees before this one give something to which exclusions take back.
  let hasTreesBefore: Bool
  /// Which part of a level's say is laid: a strategy may come between markers and values.
  var part = Part.all

  enum Part { case all, markers, values }

  /// What is said of one key, and what has to be heeded in doing it.
  struct Case {
    /// By name, and through each `*` that stands for it.
    var says: [Statements]
    var laws: Laws?
    /// What the trees before gave.
    var before: Entry?

    /// Whether nothing is final here or below.
    var isOpen: Bool { laws?.isOpen ?? true }
  }

  /// The entry of a key after this step.
  func fold(_ all: Case, into inherited: Entry?) -> Entry? {
    let says = all.says.filter { concerns($0, inherited, isOpen: all.isOpen) }
    guard !says.isEmpty else { return inherited }
    var this = all
    this.says = says
    if let simple = plain(this, inherited) { return simple }
    if phase == .laying, let seal = this.laws?.seal {
      return refuse(this, inherited, by: seal)
    }
    var current = inherited
    if let entry = inherited {
      if this.isOpen {
        if let marker = firstMarker(this) { current = taken(entry, by: marker, this) }
      } else {
        // A final that withstands one may not withstand another.
        for marker in markersInOrder(this) {
          current = current.map { taken($0, by: marker, this) }
        }
      }
    }
    if phase == .laying, part != .values, !this.isOpen {
      // Exclusions act on the way to the scopes below, and are refused where they stand.
      for marker in this.says.flatMap({ $0.markers(.exclude) }) {
        current = current.map { noting(marker, refusedIn: $0, this.laws) }
      }
    }
    guard phase == .laying else {
      return changed(foldMembers(this, of: current), of: current, isMention: false)
    }
    let statements = part == .markers ? nil : says.first { $0.isMention }
    switch statements?.own ?? .nothing {
    case .leaf(let value):
      return leaf(value, over: removed(this, current, own: value), this)
    case .object(let parts):
      return object(parts, of: statements, over: removed(this, current, own: nil), this)
    case .nothing:
      current = removed(this, current, own: nil)
      return changed(
        foldMembers(this, of: current), of: current, isMention: statements != nil)
    }
  }

  private func with(_ part: Part) -> Fold {
    var fold = self
    fold.part = part
    return fold
  }

  /// What a fold made of an object's members.
  struct Inside {
    var members: LayeredMembers?
    var hasLive = false
    var isChanged = false
    /// Whether a member was written: an object in which all is refused writes nothing.
    var isWritten = false
    /// The absence of the member that went last in this step.
    var lastGone: Absence?
  }

  private func concerns(_ says: Statements, _ inherited: Entry?, isOpen: Bool) -> Bool {
    if phase == .laying {
      // An exclusion is refused where it stands, too.
      return says.concerns.contains(.laying) || !isOpen && says.concerns.contains(.exclusion)
    }
    guard says.concerns.contains(phase) else { return false }
    // An exclusion from farther up has done its work already, but for what the last level wrote.
    return says.rank.depth == depth || hasTreesBefore || inherited?.level == level - 1
  }

  /// A leaf over nothing but a leaf, or an object that one file writes and nobody else speaks of: that
  /// stays as it is.
  private func plain(_ this: Case, _ inherited: Entry?) -> Entry? {
    guard phase == .laying, part != .markers, this.laws == nil, this.says.count == 1,
      let says = this.says.first, says.markers.isEmpty, says.any == nil, inherited?.members == nil
    else { return nil }
    if case .leaf(let value) = says.own, says.members.isEmpty {
      return Entry(
        .value([value]), level: level, behind: inherited, state: .leaf(value), members: nil,
        isMentioned: true)
    }
    guard let value = says.plain else { return nil }
    if let inherited {
      // A leaf or an empty object may stand behind; then its list goes on, with the new members.
      guard case .object = says.own else { return nil }
      return Entry.plain(value, level: level, behind: inherited)
    }
    return Entry.plain(value, level: level)
  }

  /// The marker that is credited where several name one key: the nearest level's, there the first read.
  func firstMarker(_ this: Case) -> Marker? {
    var first: Marker?
    for statements in this.says where !statements.markers.isEmpty {
      for marker in statements.markers where takes(marker, this) {
        if first.map({ precedes(marker, $0) }) ?? true { first = marker }
      }
    }
    return first
  }

  private func markersInOrder(_ this: Case) -> [Marker] {
    this.says.flatMap { $0.markers.filter { takes($0, this) } }.sorted(by: precedes)
  }

  /// Whether a marker takes values in this step.
  private func takes(_ marker: Marker, _ this: Case) -> Bool {
    guard part != .values, marker.kind == (phase == .laying ? .stop : .exclude) else {
      return false
    }
    return phase == .laying || this.laws?.holds(against: marker) != true
  }

  private func precedes(_ marker: Marker, _ other: Marker) -> Bool {
    let (mine, others) = (marker.file.rank, other.file.rank)
    return mine == others ? marker.isRead(before: other) : mine > others
  }

  private func leaf(_ value: Written, over current: Entry?, _ this: Case) -> Entry? {
    let inside = foldMembers(this, of: current)
    var current = current
    if value.isComputing && inside.isChanged {
      // The value may look at what it replaces, in which this level's stops have acted.
      current = changed(inside, of: current, isMention: false)
    }
    let isReplacing = current?.isObject == true
    if isReplacing, let current, !this.isOpen, let seal = sealedValue(in: current, this.laws) {
      // A value that would do away with a final one does not come.
      let entry = changed(inside, of: current, isMention: true) ?? current
      return entry.refusing([Refusal(attempt: .values([value]), by: seal)], level: level)
    }
    var state = Entry.State.leaf(value)
    if value.isArray, let current, let strategy = this.arrayStrategy, strategy != .replace,
      let inherited = current.elements
    {
      let merging = Merging(names: names)
      state = .array(
        MergedArray(
          merging.merge(value, into: inherited, strategy), of: current.arrays + [value]))
    }
    return Entry(
      .value([value]), level: level, behind: current, state: state,
      members: isReplacing
        ? inside.members?.taken(by: .replaced(by: value), level: level) : inside.members,
      isMentioned: true)
  }

  private func object(
    _ parts: [Written], of statements: Statements?, over current: Entry?, _ this: Case
  ) -> Entry? {
    var base = current
    var isReplacing = false
    if let current, current.isObject, let part = parts.last,
      statements?.isReplacing == true || this.objectStrategy == .replace
    {
      // What stops take they take before the rest is replaced.
      let stopped = with(.markers).foldMembers(this, of: current)
      let rest = changed(stopped, of: current, isMention: false) ?? current
      base = emptied(rest, by: .replaced(by: part), this.laws)
      isReplacing = true
    }
    let inside = (isReplacing ? with(.values) : self).foldMembers(this, of: base)
    guard inside.isWritten || parts.contains(where: \.isEmptyObject) else {
      // Everything in it was refused, or came to nothing: it replaces nothing.
      return changed(foldMembers(this, of: current), of: current, isMention: true)
    }
    return Entry(
      .value(parts), level: level, behind: current,
      state: .object(isWrittenEmpty: !inside.hasLive), members: inside.members,
      isMentioned: true)
  }

  /// The entry of a key that this step does not write.
  func changed(_ inside: Inside, of current: Entry?, isMention: Bool) -> Entry? {
    let isMentioned = isMention || current?.isMentioned == true
    if !inside.isChanged && isMentioned == (current?.isMentioned ?? false) { return current }
    var state = current?.state ?? .absent(nil)
    if case .object(isWrittenEmpty: false) = state, !inside.hasLive {
      state = .absent(inside.lastGone)
    } else if inside.hasLive, current?.isLive != true || current?.isWrittenEmpty == true {
      // An exclusion took a member back to what the trees before gave.
      state = .object(isWrittenEmpty: false)
    }
    return Entry(
      .inside, level: level, behind: current, state: state, members: inside.members,
      isMentioned: isMentioned)
  }
}

extension Fold.Case {
  /// How arrays meet here; the command line always replaces.
  var arrayStrategy: Strategy? { isOfCommandLine ? nil : laws?.strategy(\.fitsArrays) }

  /// How objects meet here; what leads to a value of the command line replaces nothing.
  var objectStrategy: Strategy? { isOfCommandLine ? nil : laws?.strategy(\.fitsObjects) }

  private var isOfCommandLine: Bool { says.contains { $0.rank == .commandLine } }
}
