import JSONSource

/// What a level says of a key, laid on what comes from behind: its stops and removals act first, then its
/// own values are laid over what is left (I2 to I9).
final class LevelNode: ViewNode {
  /// What the level's own values come to here.
  enum Write {
    case none
    /// An object in which everything is refused, or came to nothing: it replaces nothing (I6).
    case hollow
    case kept
    case refused(by: Marker)
  }

  private unowned let holder: LevelNode?
  private let name: Name?
  private let start: ViewNode?
  /// What the level says of the key by its names.
  let tree: StatementTree?
  /// What it says through each `*` that stands for it.
  let wild: [StatementTree]
  /// Stops and exclusions of the level around this key, the widest first, as far as they may act here.
  let outer: [Marker]
  /// Whether only what is inherited is looked at, the level's stops and removals applied.
  private let isBare: Bool
  /// Whether an own value around this key is left out of account, too.
  private let isAlone: Bool

  /// What is seldom asked for, kept beside, so that most nodes stay small.
  private final class Extras {
    var standing: StandingDirectives??
    var inherited: ViewNode??
    var removal: (left: MergedArray, by: [Marker])??
    var goneBefore: Absence??
  }

  private lazy var extras = Extras()

  /// What the lineage declares of the key.
  var standing: StandingDirectives? {
    guard let top = step.standing else { return nil }
    if let known = extras.standing { return known }
    let made = name.map { holder?.standing?.descending($0) } ?? top
    extras.standing = .some(made)
    return made
  }

  /// The final that holds the key against this level.
  var seal: Marker? { standing?.seal(before: step.position) }

  private(set) lazy var write = makeWrite()

  /// The top of a level.
  init(_ level: Level, _ step: FoldStep, over behind: ViewNode?) {
    tree = level.statements
    (name, holder, start, wild, outer, isBare) = (nil, nil, behind, [], [], false)
    isAlone = false
    super.init(step, isTop: true)
  }

  private init(
    _ name: Name, in holder: LevelNode, _ tree: StatementTree?, _ wild: [StatementTree],
    _ outer: [Marker], isBare: Bool, isAlone: Bool = false
  ) {
    (self.name, self.holder, start) = (name, holder, nil)
    (self.tree, self.wild, self.outer) = (tree, wild, outer)
    (self.isBare, self.isAlone) = (isBare, isAlone)
    super.init(holder.step, isTop: false)
  }

  override func makeBehind() -> ViewNode? {
    name.map { holder?.behind?.member($0) } ?? start
  }

  // MARK: Members

  override func makeMember(_ name: Name) -> ViewNode? {
    if !isMarked && outer.isEmpty { return makePlainMember(name) }
    let named = tree?.member(name).flatMap { concerns($0) ? $0 : nil }
    var wild: [StatementTree] = []
    for tree in (tree.map { [$0] } ?? []) + self.wild {
      if let any = tree.any, concerns(any) { wild.append(any) }
    }
    for tree in self.wild {
      if let member = tree.member(name), concerns(member) { wild.append(member) }
    }
    let outer = inward
    if named == nil && wild.isEmpty {
      // Only what takes all that is in the object can take it here.
      let isTaken = outer.contains { $0.kind == .stop } || inwardReplacement != nil
      guard isTaken || standing != nil && !outer.isEmpty else { return behind?.member(name) }
      guard let before = behind?.member(name), before.isLive else { return behind?.member(name) }
    }
    return LevelNode(name, in: self, named, wild, outer, isBare: isBare)
  }

  /// A member of an object of which the level says nothing but values.
  private func makePlainMember(_ name: Name) -> ViewNode? {
    if let tree, let named = tree.member(name) {
      return LevelNode(name, in: self, named, [], [], isBare: isBare)
    }
    let before = behind?.member(name)
    guard let before, inwardReplacement != nil, before.isLive else { return before }
    return LevelNode(name, in: self, nil, [], [], isBare: isBare)
  }

  /// Whether something is said here or below that has to be looked at.
  private func concerns(_ tree: StatementTree) -> Bool {
    let concerns = tree.concerns
    return concerns.contains(.laying) || standing != nil && concerns.contains(.exclusion)
  }

  /// The markers of certain kinds that name exactly this key, in the order of reading.
  private func markers(where isMeant: (Marker) -> Bool) -> [Marker] {
    if wild.isEmpty {
      guard let tree, !tree.markers.isEmpty else { return [] }
      return tree.markers.filter(isMeant).sorted { $0.isRead(before: $1) }
    }
    return (wild + (tree.map { [$0] } ?? [])).flatMap { $0.markers.filter(isMeant) }
      .sorted { $0.isRead(before: $1) }
  }

  /// The stops and exclusions that reach this key, the widest first.
  private var reaching: [Marker] {
    outer + markers { $0.kind == .stop || standing != nil && $0.kind == .exclude }
  }

  /// Those that reach what is in this key: where a final holds them off they have been refused.
  private var inward: [Marker] {
    outer.isEmpty && !isMarked || seal != nil ? [] : reaching
  }

  /// The stop that takes this key's value.
  private var stop: Marker? { inward.first { $0.kind == .stop } }

  override func touchedNames() -> [Name] {
    let own = ownMentions
    let isMarked = isMarked
    let replaced = behind?.isObject == true && inwardReplacement != nil
    if !isMarked && inward.isEmpty && !replaced && hasDistinctMentions { return own }
    var names = NameMap<Void>()
    for name in own { names[name] = () }
    let concerns: StatementTree.Concerns = standing == nil ? .laying : [.laying, .exclusion]
    let trees = (tree.map { [$0] } ?? []) + wild
    for tree in trees { for name in tree.marked(concerns) { names[name] = () } }
    let isWide =
      replaced || !inward.isEmpty
      || trees.contains { $0.any.map { self.concerns($0) } ?? false }
    if isWide, let behind { for member in behind.liveMembers() { names[member.name] = () } }
    return names.names
  }

  override var onlyAddsValues: Bool {
    !isMarked && outer.isEmpty && inwardReplacement == nil
  }

  override var isMention: Bool { tree?.isMention ?? false }

  override var ownMentions: [Name] { tree.map { $0.isMention ? $0.mentions : [] } ?? [] }

  override var hasDistinctMentions: Bool { tree.map { $0.only != nil || !$0.isMention } ?? true }

  override var plainWritten: Written? {
    guard case .kept = write, let written = tree?.only, written.isObject, written.isPlain,
      standing?.isOpen(before: step.position) ?? true
    else { return nil }
    return written
  }

  override var mayCompute: Bool {
    // What is included may be computed, which only looking at it can tell.
    super.mayCompute
      || isObject && written.contains { $0.isComputing || $0.file.hasInclusions }
  }

  // MARK: Own values

  private func makeWrite() -> Write {
    guard !isBare, let tree, tree.isMention else { return .none }
    let own = tree.own
    if case .nothing = own { return .none }
    if let seal { return .refused(by: seal) }
    switch own {
    case .nothing: return .none
    case .leaf:
      if let seal = sealInside(behind, standing) { return .refused(by: seal) }
      return .kept
    case .object(let parts):
      if isTop || parts.contains(where: \.isEmptyObject) { return .kept }
      if standing?.isOpen(before: step.position) ?? true { return tree.writes ? .kept : .hollow }
      for name in tree.mentions {
        if let member = member(name) as? LevelNode, member.step === step,
          case .kept = member.write
        {
          return .kept
        }
      }
      return .hollow
    }
  }

  /// A final key that has a value in an inherited object: one that holds against this level.
  private func sealInside(_ node: ViewNode?, _ standing: StandingDirectives?) -> Marker? {
    guard let standing, let node, node.isLive else { return nil }
    if let seal = standing.seal(before: step.position) { return seal }
    guard node.isObject, !standing.isOpen(before: step.position) else { return nil }
    let names = standing.finalNames(before: step.position) ?? node.liveMembers().map(\.name)
    for name in names {
      if let member = node.member(name),
        let seal = sealInside(member, standing.descending(name))
      {
        return seal
      }
    }
    return nil
  }

  override var written: [Written] {
    if case .kept = write, let tree { tree.own.parts } else { [] }
  }

  override var lastWritten: Written? {
    if case .kept = write { tree?.lastPart } else { nil }
  }

  /// The key of the node, from the top.
  var key: Key {
    var names: [Name] = []
    var current: LevelNode? = self
    while let node = current {
      if let name = node.name { names.append(name) }
      current = node.holder
    }
    return Key(names.reversed())
  }

  /// The own value that takes the place of all that is in the inherited object (I8, T8).
  private var replacement: Written? {
    guard case .kept = write, let tree else { return nil }
    switch tree.own {
    case .nothing: return nil
    case .leaf(let value): return value
    case .object(let parts):
      if isTop { return nil }
      let isReplacing = tree.isReplacing || strategy(\.fitsObjects) == .replace
      return isReplacing ? parts.last : nil
    }
  }

  /// What an own value around this key put itself in the place of.
  private var replacementAround: Written? {
    seal == nil && !isAlone ? holder?.inwardReplacement : nil
  }

  /// What puts itself in the place of all that is inherited in this key.
  private lazy var inwardReplacement: Written? = replacementAround ?? replacement

  /// How values meet here; the command line always replaces, and what leads to its values does not.
  private func strategy(_ suits: (Strategy) -> Bool) -> Strategy? {
    step.isCommandLine ? nil : standing?.strategy(at: step.position, suits)
  }

  // MARK: What holds

  override func makeState() -> State {
    guard case .kept = write, let tree else { return rest }
    switch tree.own {
    case .nothing: return rest
    case .leaf(let value):
      guard value.isArray, let strategy = strategy(\.fitsArrays), strategy != .replace,
        let inherited = inheritedNode, let elements = inherited.elements
      else { return .leaf(value) }
      let merged = Merging(names: step.names).merge(value, into: elements, strategy)
      return .array(MergedArray(merged, of: inherited.arrays + [value]))
    case .object(let parts):
      if !parts.contains(where: \.isEmptyObject) { return .object(isWrittenEmpty: false) }
      return .object(isWrittenEmpty: liveName == nil)
    }
  }

  /// What is left of the inherited value, where the level lays none over it.
  private var rest: State {
    guard let behind else { return .absent }
    switch behind.state {
    case .absent: return .absent
    case .object(isWrittenEmpty: false):
      return liveName == nil ? .absent : .object(isWrittenEmpty: false)
    case .leaf, .array, .object:
      if stop != nil || replacementAround != nil { return .absent }
      return removal.map { .array($0.left) } ?? behind.state
    }
  }

  /// What the level inherits, its stops and removals applied: what its own value meets.
  var inheritedNode: ViewNode? {
    if case .none = write { return self }
    guard let behind, let holder, let name else { return self.behind }
    if inward.isEmpty && replacementAround == nil && !isMarked { return behind }
    if let known = extras.inherited { return known }
    let made = LevelNode(name, in: holder, tree, wild, outer, isBare: true)
    extras.inherited = .some(made)
    return made
  }

  private var removal: (left: MergedArray, by: [Marker])? {
    guard isMarked else { return nil }
    if let known = extras.removal { return known }
    let made = makeRemoval()
    extras.removal = .some(made)
    return made
  }

  private func makeRemoval() -> (left: MergedArray, by: [Marker])? {
    guard seal == nil, stop == nil, replacementAround == nil else { return nil }
    let markers = markers { $0.kind == .remove }
    guard !markers.isEmpty, let behind, var elements = behind.elements else { return nil }
    let strategy = strategy(\.fitsArrays)
    var acting: [Marker] = []
    for marker in markers {
      guard case .values(let values) = marker.detail else { continue }
      let merging = Merging(names: step.names)
      if let left = merging.remove(values, of: marker.document, from: elements, strategy) {
        elements = left
        acting.append(marker)
      }
    }
    return acting.isEmpty ? nil : (MergedArray(elements, of: behind.arrays), acting)
  }

  override var removing: [Marker] {
    // What an own value replaces need not be touched, unless the value may look at it (D20).
    if case .kept = write, let tree, case .leaf(let own) = tree.own, !own.isComputing,
      !own.isArray || strategy(\.fitsArrays) ?? .replace == .replace
    {
      return []
    }
    return (inheritedNode as? LevelNode)?.step === step
      ? (inheritedNode as? LevelNode)?.removal?.by ?? [] : removal?.by ?? []
  }

  // MARK: What was displaced

  override func makeDisplacement() -> Displacement? {
    guard let behind else { return nil }
    if let withdrawal = withdrawal(of: behind) { return .withdrawn(withdrawal) }
    guard case .kept = write, let tree else { return nil }
    switch tree.own {
    case .nothing: return nil
    case .leaf(let value):
      if case .array = state, !state.isOfOneFile { return nil }
      return .overridden(by: value, wasObject: inheritedNode?.isObject ?? false)
    case .object(let parts):
      guard behind.isLive, !behind.isObject, let part = parts.first else { return nil }
      return .replacedByObject(part)
    }
  }

  /// What took the whole inherited value, before an own one was laid over it.
  private func withdrawal(of behind: ViewNode) -> Withdrawal? {
    guard behind.isLive else { return nil }
    let around = replacementAround
    guard stop != nil || around != nil else { return nil }
    // What is final in an object keeps it.
    if behind.isObject, sealInside(behind, standing) != nil { return nil }
    if let stop { return .marker(stop, position: step.position) }
    return goneBefore == nil ? around.map { .replaced(by: $0) } : nil
  }

  /// Why an inherited object was gone already when an own value around it put itself in its place: stops
  /// act before.
  private var goneBefore: Absence? {
    guard isMarked, let behind, behind.isObject, let holder, let name, replacementAround != nil
    else { return nil }
    if let known = extras.goneBefore { return known }
    let stopped = LevelNode(name, in: holder, tree, wild, outer, isBare: true, isAlone: true)
    let made = stopped.isLive ? nil : stopped.absence
    extras.goneBefore = .some(made)
    return made
  }

  /// Whether a marker of the level names this key, or something in it.
  private var isMarked: Bool { !wild.isEmpty || tree?.isMarked == true }

  override func makeAbsence(_ displacement: Displacement?) -> Absence? {
    if case .refused(let seal) = write, behind?.isLive != true {
      return Absence(withdrawal: .refused(by: seal))
    }
    guard let behind, behind.isLive else { return behind?.absence }
    if case .withdrawn(let withdrawal)? = displacement { return Absence(withdrawal: withdrawal) }
    return goneBefore ?? lastGone
  }

  override func makeRefusals() -> [Refusal] {
    var refusals: [Refusal] = []
    if case .refused(let seal) = write, let parts = tree?.own.parts {
      refusals.append(Refusal(attempt: .values(parts), by: seal))
    }
    if let seal, let behind, behind.isLive {
      let hasElements = behind.elements != nil
      for marker in outer + markers(where: { $0.kind.takes })
      where marker.kind != .remove || hasElements {
        refusals.append(Refusal(attempt: .marker(marker), by: seal))
      }
    }
    return refusals
  }
}

extension ViewNode {
  /// The reason of the member that went last in this step, which emptied the object (D2).
  final var lastGone: Absence? {
    var last: Absence?
    for name in touchedNames() {
      guard let member = member(name), member.step === step, !member.isLive,
        member.behind?.isLive == true, let absence = member.absence
      else { continue }
      if let last, !absence.withdrawal.isLater(than: last.withdrawal) { continue }
      last = absence
    }
    return last
  }
}

extension ViewNode.State {
  /// Whether it is a value as one file wrote it.
  fileprivate var isOfOneFile: Bool { if case .leaf = self { true } else { false } }
}
