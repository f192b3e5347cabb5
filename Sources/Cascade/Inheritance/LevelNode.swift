import JSONSource

/// A level's statements about a key, applied to the inherited value: stops, removals, then own values (I2 to
/// I9).
package final class LevelNode: ViewNode {
  /// The own value after finals.
  enum Write {
    case none
    /// An object that writes no value, so that it replaces nothing (I6).
    case writesNothing
    case kept
    case refused(by: Marker)
  }

  let tree: StatementTree?
  /// The statements of each matching pattern, except those after a `**` that matches no name here.
  let patternNodes: [StatementTree]
  let outer: RemovalMarkers?
  /// Whether own values are left out.
  let isBare: Bool
  /// Whether own values around this key are left out.
  let isAlone: Bool

  /// Rarely used values, allocated separately to keep nodes small.
  final class Extras {
    var activeDeclarations: LineageDeclarations??
    var inherited: ViewNode??
    var removal: (left: MergedArray, by: [Marker])??
    var said: [StatementTree]?
    var earlierAbsence: Absence??
  }

  private(set) lazy var extras = Extras()

  package override var activeDeclarations: LineageDeclarations? {
    guard let top = step.activeDeclarations else { return nil }
    if let known = extras.activeDeclarations { return known }
    let made = name.map { holder?.activeDeclarations?.descending($0) } ?? top
    extras.activeDeclarations = .some(made)
    return made
  }

  /// The final that protects the key from this level.
  var finalMarker: Marker? { activeDeclarations?.finalMarker(before: step.position) }

  private(set) lazy var write = makeWrite()

  init(_ level: Level, _ step: FoldLayer, over previous: ViewNode?) {
    tree = level.statements
    (patternNodes, outer, isBare, isAlone) = ([], nil, false, false)
    super.init(step, over: previous)
  }

  init(
    _ name: Name, in holder: ViewNode, _ tree: StatementTree?, _ patternNodes: [StatementTree],
    _ outer: RemovalMarkers?, isBare: Bool = false, isAlone: Bool = false
  ) {
    (self.tree, self.patternNodes, self.outer) = (tree, patternNodes, outer)
    (self.isBare, self.isAlone) = (isBare, isAlone)
    super.init(name, in: holder)
  }

  /// A level without statements adds no step; most scopes of deep trees are empty.
  override var speaking: ViewNode {
    if isTop, let previous, let tree, tree.concerns.isEmpty { previous } else { self }
  }

  override func makeMember(_ name: Name) -> ViewNode? {
    if !isMarked && outer == nil { return makePlainMember(name) }
    let named = tree?.member(name).flatMap { concerns($0) ? $0 : nil }
    var patternNodes: [StatementTree] = []
    for place in said {
      patternNodes += place.fitting(name).filter(concerns)
      if place !== tree, let member = place.member(name), concerns(member) {
        patternNodes.append(member)
      }
    }
    let outer = inward
    if named?.isMention != true {
      // Nothing is inherited that a marker could remove.
      guard let before = previousMember(name) else { return nil }
      guard before.isLive else { return before }
      let isSaid =
        named != nil || outer != nil || widestReplacement != nil
        // Wider patterns match nothing inside a leaf.
        || patternNodes.contains { before.isObject || $0.isNamed }
      guard isSaid else { return before }
    }
    return LevelNode(name, in: self, named, patternNodes, outer, isBare: isBare)
  }

  /// Includes a `**` that matches no name here.
  private var said: [StatementTree] {
    if patternNodes.isEmpty, let tree, tree.deep == nil { return [tree] }
    if let known = extras.said { return known }
    let arrived = (tree.map { [$0] } ?? []) + patternNodes
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
      case .value(let written) where !isBare && isFree(name) && widestReplacement == nil:
        return PlainNode(name, in: self, written)
      case .value, .tree:
        return LevelNode(name, in: self, tree.member(name), [], nil, isBare: isBare)
      }
    }
    let before = previousMember(name)
    guard let before, widestReplacement != nil, before.isLive else { return before }
    return LevelNode(name, in: self, nil, [], nil, isBare: isBare)
  }

  override func passesOver(_ name: Name) -> Bool {
    // The top object cannot be replaced.
    !isMarked && outer == nil && (isTop || widestReplacement == nil)
      && tree?.said(of: name) == nil
  }

  /// With a final here, the level's write depends on its members, which must then be nodes.
  private func isFree(_ name: Name) -> Bool {
    guard let activeDeclarations else { return true }
    return (isTop || activeDeclarations.isOpen(before: step.position))
      && activeDeclarations.descending(name) == nil
  }

  private func concerns(_ tree: StatementTree) -> Bool {
    let concerns = tree.concerns
    return concerns.contains(.laying) || activeDeclarations != nil && concerns.contains(.exclusion)
  }

  /// In reading order.
  package func markers(where isMeant: (Marker) -> Bool) -> [Marker] {
    isMarked
      ? said.flatMap { $0.markers.filter(isMeant) }.sorted { $0.isRead(before: $1) } : []
  }

  /// None if a final refused them.
  var inward: RemovalMarkers? {
    if outer == nil && !isMarked || finalMarker != nil { return nil }
    if !isMarked { return outer }
    return RemovalMarkers.joining(said, outer)
  }

  var isMarked: Bool { !patternNodes.isEmpty || tree?.isMarked == true }

  var stop: Marker? { inward?.stop }

  package override func touchedNames() -> [Name] {
    let own = ownMentions
    let isMarked = isMarked
    let replaced = previous?.isObject == true && widestReplacement != nil
    if !isMarked && inward == nil && !replaced && hasDistinctMentions { return own }
    var names = NameMap<Void>()
    for name in own { names[name] = () }
    let concerns: StatementKinds = activeDeclarations == nil ? .laying : [.laying, .exclusion]
    for tree in said { for name in tree.marked(concerns) { names[name] = () } }
    let isWide = replaced || inward != nil || said.contains { $0.isWide(concerns) }
    if isWide, let previous { for member in previous.liveMembers() { names[member.name] = () } }
    return names.names
  }

  package override func forEachOwnValue(_ body: (OwnValueMatch) -> Void) {
    if let plain = tree?.plain, onlyAddsValues, !isBare, activeDeclarations == nil {
      forEachOwnValue(of: plain, body)
    } else {
      super.forEachOwnValue(body)
    }
  }

  override var onlyAddsValues: Bool {
    !isMarked && outer == nil && widestReplacement == nil
  }

  override var isMention: Bool { tree?.isMention ?? false }

  override var ownMentions: [Name] { tree.map { $0.isMention ? $0.mentions : [] } ?? [] }

  override var hasDistinctMentions: Bool { tree.map { $0.only != nil || !$0.isMention } ?? true }

  override var plainWritten: Definition? {
    guard case .kept = write, let written = tree?.only, written.isObject, written.isPlain,
      activeDeclarations?.isOpen(before: step.position) ?? true
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
    guard let previous, let holder, let name else { return self.previous }
    if inward == nil && outerReplacement == nil && !isMarked { return previous }
    if let known = extras.inherited { return known }
    let made = LevelNode(name, in: holder, tree, patternNodes, outer, isBare: true)
    extras.inherited = .some(made)
    return made
  }

  override func makeState() -> State { folded() }
  override func makeDisplacement() -> Displacement? { displaced() }
  override func makeAbsence(_ displacement: Displacement?) -> Absence? { absent(displacement) }
  override func makeRefusals() -> [Refusal] { refused() }
  override var removing: [Marker] { actingRemovals }

  package override var replacement: Definition? { replacing() }
  override var widestReplacement: Definition? { cachedReplacement }
  private lazy var cachedReplacement: Definition? = outerReplacement ?? replacement
}
