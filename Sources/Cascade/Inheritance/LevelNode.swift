import JSONSource

/// A level's statements about a key, applied to the inherited value: stops, removals, then own values (I2 to
/// I9).
package final class LevelNode: ViewNode {
  /// The own value after finals.
  enum Write {
    case none
    /// An object that writes no value, so that it replaces nothing (I6).
    case hollow
    case kept
    case refused(by: Marker)
  }

  let tree: StatementTree?
  /// The statements of each matching pattern, except those after a `**` that matches no name here.
  let wild: [StatementTree]
  let outer: Reach?
  /// Whether own values are left out.
  let isBare: Bool
  /// Whether own values around this key are left out.
  let isAlone: Bool

  /// Rarely used values, allocated separately to keep nodes small.
  final class Extras {
    var inForce: DirectivesInForce??
    var inherited: ViewNode??
    var removal: (left: MergedArray, by: [Marker])??
    var said: [StatementTree]?
    var goneBefore: Absence??
  }

  private(set) lazy var extras = Extras()

  package override var inForce: DirectivesInForce? {
    guard let top = step.inForce else { return nil }
    if let known = extras.inForce { return known }
    let made = name.map { holder?.inForce?.descending($0) } ?? top
    extras.inForce = .some(made)
    return made
  }

  /// The final that protects the key from this level.
  var seal: Marker? { inForce?.seal(before: step.position) }

  private(set) lazy var write = makeWrite()

  init(_ level: Level, _ step: FoldStep, over behind: ViewNode?) {
    tree = level.statements
    (wild, outer, isBare, isAlone) = ([], nil, false, false)
    super.init(step, over: behind)
  }

  init(
    _ name: Name, in holder: ViewNode, _ tree: StatementTree?, _ wild: [StatementTree],
    _ outer: Reach?, isBare: Bool = false, isAlone: Bool = false
  ) {
    (self.tree, self.wild, self.outer) = (tree, wild, outer)
    (self.isBare, self.isAlone) = (isBare, isAlone)
    super.init(name, in: holder)
  }

  /// A level without statements adds no step; most scopes of deep trees are empty.
  override var speaking: ViewNode {
    if isTop, let behind, let tree, tree.concerns.isEmpty { behind } else { self }
  }

  override func makeMember(_ name: Name) -> ViewNode? {
    if !isMarked && outer == nil { return makePlainMember(name) }
    let named = tree?.member(name).flatMap { concerns($0) ? $0 : nil }
    var wild: [StatementTree] = []
    for place in said {
      wild += place.fitting(name).filter(concerns)
      if place !== tree, let member = place.member(name), concerns(member) { wild.append(member) }
    }
    let outer = inward
    if named?.isMention != true {
      // Nothing is inherited that a marker could remove.
      guard let before = memberBehind(name) else { return nil }
      guard before.isLive else { return before }
      let isSaid =
        named != nil || outer != nil || inwardReplacement != nil
        // Wider patterns match nothing inside a leaf.
        || wild.contains { before.isObject || $0.isNamed }
      guard isSaid else { return before }
    }
    return LevelNode(name, in: self, named, wild, outer, isBare: isBare)
  }

  /// Includes a `**` that matches no name here.
  private var said: [StatementTree] {
    if wild.isEmpty, let tree, tree.deep == nil { return [tree] }
    if let known = extras.said { return known }
    let arrived = (tree.map { [$0] } ?? []) + wild
    let passing = Set(arrived.lazy.filter(\.isDeep).map(ObjectIdentifier.init))
    let made =
      arrived
      + arrived.compactMap(\.deep).filter {
        concerns($0) && !passing.contains(ObjectIdentifier($0))
      }
    extras.said = made
    return made
  }

  /// Used if the level has only values for the object.
  private func makePlainMember(_ name: Name) -> ViewNode? {
    if let tree, let named = tree.said(of: name) {
      switch named {
      case .value(let written) where !isBare && isFree(name) && inwardReplacement == nil:
        return PlainNode(name, in: self, written)
      case .value, .tree:
        return LevelNode(name, in: self, tree.member(name), [], nil, isBare: isBare)
      }
    }
    let before = memberBehind(name)
    guard let before, inwardReplacement != nil, before.isLive else { return before }
    return LevelNode(name, in: self, nil, [], nil, isBare: isBare)
  }

  override func passesOver(_ name: Name) -> Bool {
    // The top object cannot be replaced.
    !isMarked && outer == nil && (isTop || inwardReplacement == nil)
      && tree?.said(of: name) == nil
  }

  /// With a final here, the level's write depends on its members, which must then be nodes.
  private func isFree(_ name: Name) -> Bool {
    guard let inForce else { return true }
    return (isTop || inForce.isOpen(before: step.position)) && inForce.descending(name) == nil
  }

  private func concerns(_ tree: StatementTree) -> Bool {
    let concerns = tree.concerns
    return concerns.contains(.laying) || inForce != nil && concerns.contains(.exclusion)
  }

  /// In reading order.
  package func markers(where isMeant: (Marker) -> Bool) -> [Marker] {
    isMarked
      ? said.flatMap { $0.markers.filter(isMeant) }.sorted { $0.isRead(before: $1) } : []
  }

  /// None if a final refused them.
  var inward: Reach? {
    if outer == nil && !isMarked || seal != nil { return nil }
    if !isMarked { return outer }
    return Reach.joining(said, outer)
  }

  var isMarked: Bool { !wild.isEmpty || tree?.isMarked == true }

  var stop: Marker? { inward?.stop }

  package override func touchedNames() -> [Name] {
    let own = ownMentions
    let isMarked = isMarked
    let replaced = behind?.isObject == true && inwardReplacement != nil
    if !isMarked && inward == nil && !replaced && hasDistinctMentions { return own }
    var names = NameMap<Void>()
    for name in own { names[name] = () }
    let concerns: Concerns = inForce == nil ? .laying : [.laying, .exclusion]
    for tree in said { for name in tree.marked(concerns) { names[name] = () } }
    let isWide = replaced || inward != nil || said.contains { $0.isWide(concerns) }
    if isWide, let behind { for member in behind.liveMembers() { names[member.name] = () } }
    return names.names
  }

  package override func forEachMeeting(_ body: (Meeting) -> Void) {
    if let plain = tree?.plain, onlyAddsValues, !isBare, inForce == nil {
      forEachMeeting(of: plain, body)
    } else {
      super.forEachMeeting(body)
    }
  }

  override var onlyAddsValues: Bool {
    !isMarked && outer == nil && inwardReplacement == nil
  }

  override var isMention: Bool { tree?.isMention ?? false }

  override var ownMentions: [Name] { tree.map { $0.isMention ? $0.mentions : [] } ?? [] }

  override var hasDistinctMentions: Bool { tree.map { $0.only != nil || !$0.isMention } ?? true }

  override var plainWritten: Definition? {
    guard case .kept = write, let written = tree?.only, written.isObject, written.isPlain,
      inForce?.isOpen(before: step.position) ?? true
    else { return nil }
    return written
  }

  package override var mayCompute: Bool {
    // An unread inclusion may contain a computed value.
    super.mayCompute
      || isObject && written.contains { $0.isComputing || $0.file.hasInclusions }
  }

  package override var written: [Definition] {
    if case .kept = write, let tree { tree.own.parts } else { [] }
  }

  package override var lastWritten: Definition? {
    if case .kept = write { tree?.lastPart } else { nil }
  }

  package override var inherited: ViewNode? {
    if case .none = write { return self }
    guard let behind, let holder, let name else { return self.behind }
    if inward == nil && replacementAround == nil && !isMarked { return behind }
    if let known = extras.inherited { return known }
    let made = LevelNode(name, in: holder, tree, wild, outer, isBare: true)
    extras.inherited = .some(made)
    return made
  }

  override func makeState() -> State { folded() }
  override func makeDisplacement() -> Displacement? { displaced() }
  override func makeAbsence(_ displacement: Displacement?) -> Absence? { absent(displacement) }
  override func makeRefusals() -> [Refusal] { refused() }
  override var removing: [Marker] { actingRemovals }

  package override var replacement: Definition? { replacing() }
  override var inwardReplacement: Definition? { keptReplacement }
  private lazy var keptReplacement: Definition? = replacementAround ?? replacement
}
