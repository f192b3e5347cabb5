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
  let omitsOwn: Bool
  /// Whether own values around this key are left out.
  let omitsOwnAround: Bool

  /// Rarely used values, allocated separately to keep nodes small.
  final class Extras {
    private unowned let node: LevelNode
    lazy var activeDeclarations =
      node.name.map { node.holder?.activeDeclarations?.descending($0) }
      ?? node.step.activeDeclarations
    lazy var inherited = node.withoutOwnValue(omitsOwnAround: false)
    lazy var removal = node.makeRemoval()
    lazy var said = node.makeSaid()
    lazy var earlierAbsence = node.withoutOwnValue(omitsOwnAround: true).flatMap {
      $0.isLive ? nil : $0.absence
    }

    init(_ node: LevelNode) { self.node = node }
  }

  private(set) lazy var extras = Extras(self)

  package override var activeDeclarations: LineageDeclarations? {
    step.activeDeclarations == nil ? nil : extras.activeDeclarations
  }

  /// The final that protects the key from this level.
  var finalMarker: Marker? { activeDeclarations?.finalMarker(before: step.position) }

  private(set) lazy var write = makeWrite()

  init(_ level: Level, _ step: FoldLayer, over previous: ViewNode?) {
    tree = level.statements
    (patternNodes, outer, omitsOwn, omitsOwnAround) = ([], nil, false, false)
    super.init(step, over: previous)
  }

  init(
    _ name: Name, in holder: ViewNode, _ tree: StatementTree?, _ patternNodes: [StatementTree],
    _ outer: RemovalMarkers?, omitsOwn: Bool = false, omitsOwnAround: Bool = false
  ) {
    (self.tree, self.patternNodes, self.outer) = (tree, patternNodes, outer)
    (self.omitsOwn, self.omitsOwnAround) = (omitsOwn, omitsOwnAround)
    super.init(name, in: holder)
  }

  /// A level without statements adds no step; most scopes of deep trees are empty.
  override var withEffect: ViewNode {
    if isTop, let previous, let tree, tree.concerns.isEmpty { previous } else { self }
  }

  override func makeMember(_ name: Name) -> ViewNode? {
    let named = tree?.member(name).flatMap { concerns($0) ? $0 : nil }
    var patternNodes: [StatementTree] = []
    for place in isMarked ? said : [] {
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
    return LevelNode(name, in: self, named, patternNodes, outer, omitsOwn: omitsOwn)
  }

  /// Includes a `**` that matches no name here.
  private var said: [StatementTree] {
    if patternNodes.isEmpty, let tree, tree.deep == nil { return [tree] }
    return extras.said
  }

  private func makeSaid() -> [StatementTree] {
    let arrived = (tree.map { [$0] } ?? []) + patternNodes
    let passing = Set(arrived.lazy.filter(\.isDeep).map(ObjectIdentifier.init))
    return arrived
      + arrived.compactMap(\.deep).filter {
        concerns($0) && !passing.contains(ObjectIdentifier($0))
      }
  }

  override func passesOver(_ name: Name) -> Bool {
    // The top object cannot be replaced.
    !isMarked && outer == nil && (isTop || widestReplacement == nil)
      && tree?.mentions(name) != true
  }

  private func concerns(_ tree: StatementTree) -> Bool {
    let concerns = tree.concerns
    return concerns.contains(.value) || activeDeclarations != nil && concerns.contains(.exclusion)
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
    let concerns: StatementKinds = activeDeclarations == nil ? .value : [.value, .exclusion]
    var names = own + said.flatMap { $0.marked(concerns) }
    let isWide = replaced || inward != nil || said.contains { $0.isWide(concerns) }
    if isWide, let previous { names += previous.liveMembers().map(\.name) }
    return names.uniqued
  }

  package override func forEachOwnValue(_ body: (OwnValueMatch) -> Void) {
    if let plain = tree?.plain, let previous, onlyAddsValues, !omitsOwn, activeDeclarations == nil {
      plain.forEachOwnValue(previous, { self }, body)
    } else {
      super.forEachOwnValue(body)
    }
  }

  override var onlyAddsValues: Bool { !isMarked && outer == nil && widestReplacement == nil }

  override var startsOrder: Bool {
    guard !isTop, case .object? = tree?.own, case .kept = write else { return false }
    return widestReplacement != nil || stop != nil
  }

  override var isMention: Bool { tree?.isMention ?? false }

  override var ownMentions: [Name] { tree.map { $0.isMention ? $0.mentions : [] } ?? [] }

  override var hasDistinctMentions: Bool { tree.map { $0.only != nil || !$0.isMention } ?? true }

  override var onlyWritten: Definition? {
    guard case .kept = write, let written = tree?.only, written.isObject, written.isPlain,
      activeDeclarations?.isOpen(before: step.position) ?? true,
      chain.dropFirst().allSatisfy(\.ownMentions.isEmpty)
    else { return nil }
    return written
  }

  package override var mayCompute: Bool {
    // An unread inclusion may contain a computed value.
    super.mayCompute
      || isObject && written.contains { $0.isComputing || $0.file.hasInclusions }
  }

  package override var written: StatementTree.Parts {
    if case .kept = write, let tree { tree.own.parts } else { StatementTree.Parts() }
  }

  package override var lastWritten: Definition? {
    if case .kept = write { tree?.lastPart } else { nil }
  }

  package override var inherited: ViewNode? {
    if case .none = write { return self }
    guard let previous, !isTop else { return self.previous }
    if inward == nil && outerReplacement == nil && !isMarked { return previous }
    return extras.inherited
  }

  private func withoutOwnValue(omitsOwnAround: Bool) -> LevelNode? {
    guard let holder, let name else { return nil }
    return LevelNode(
      name, in: holder, tree, patternNodes, outer, omitsOwn: true, omitsOwnAround: omitsOwnAround)
  }

  override func makeState() -> State {
    guard case .kept = write, let tree else { return rest }
    switch tree.own {
    case .nothing: return rest
    case .leaf(let value):
      guard value.isArray, let strategy = strategy(\.fitsArrays), strategy != .replace,
        let inherited = inherited?.array
      else { return .leaf(value) }
      return .array(inherited.merging(value, strategy))
    case .object(let parts):
      if !parts.contains(where: \.isEmptyObject) { return .object(isWrittenEmpty: false) }
      return .object(isWrittenEmpty: liveName == nil)
    }
  }

  override func makeDisplacement() -> Displacement? {
    guard let previous else { return nil }
    if let withdrawal = withdrawal(of: previous) { return .withdrawn(withdrawal) }
    guard case .kept = write, let tree else { return nil }
    switch tree.own {
    case .nothing: return nil
    case .leaf(let value):
      if case .array = state { return nil }
      return .overridden(by: value, wasObject: inherited?.isObject ?? false)
    case .object(let parts):
      guard previous.isLive, !previous.isObject, let part = tree.replacing ?? parts.first else {
        return nil
      }
      return .replacedByObject(part)
    }
  }

  override func makeAbsence(_ displacement: Displacement?) -> Absence? {
    if case .refused(let finalMarker) = write, previous?.isLive != true {
      return Absence(withdrawal: .refused(by: finalMarker))
    }
    guard let previous, previous.isLive else { return previous?.absence }
    if case .withdrawn(let withdrawal)? = displacement { return Absence(withdrawal: withdrawal) }
    return earlierAbsence ?? lastRemovedAbsence
  }

  override func makeRefusals() -> [Refusal] {
    var refusals: [Refusal] = []
    if case .refused(let finalMarker) = write, let parts = tree?.own.parts {
      refusals += parts.map { Refusal(attempt: .value($0), by: finalMarker) }
    }
    if let finalMarker, let previous, previous.isLive {
      let isArray = previous.isArray
      let around = outer?.markers ?? []
      let own = markers { marker in
        marker.directive.takes && !around.contains { $0 === marker }
      }
      for marker in around + own where marker.directive != .remove || isArray {
        refusals.append(Refusal(attempt: .marker(marker), by: finalMarker))
      }
    }
    return refusals
  }

  override var removing: [Marker] {
    // Removals are idle if the own value replaces the array, unless a computed value may read it (D20).
    if let own = lastWritten, own.isObject || !own.isComputing,
      !own.isArray || strategy(\.fitsArrays) ?? .replace == .replace
    {
      return []
    }
    let inherited = inherited as? LevelNode
    return (inherited?.step === step ? inherited : self)?.removal?.by ?? []
  }

  /// The own value that replaces everything in the inherited object (I8, T8).
  package override var replacement: Definition? {
    guard case .kept = write, let tree else { return nil }
    switch tree.own {
    case .nothing: return nil
    case .leaf(let value): return value
    case .object(let parts):
      if isTop { return nil }
      return tree.replacing ?? (strategy(\.fitsObjects) == .replace ? parts.last : nil)
    }
  }

  override var widestReplacement: Definition? { cachedReplacement }
  private lazy var cachedReplacement: Definition? = outerReplacement ?? replacement
}

extension Definition {
  /// Makes no nodes for values that `body` does not receive.
  /// Without it, `check` of a tree with 11,000 scopes takes 1.5 times as long.
  fileprivate func forEachOwnValue(
    _ previous: ViewNode, _ node: () -> ViewNode?, _ body: (ViewNode.OwnValueMatch) -> Void
  ) {
    forEachMember { name, value in
      guard let before = previous.sharedMember(name) else {
        if previous.isObject { body(.new(name, in: previous)) }
        return
      }
      if value.isObject, before.isObject, !value.isEmptyObject {
        value.forEachOwnValue(before, { node()?.member(name) }, body)
      } else if value.isObject || before.isObject || before.isLeaf(like: value),
        let made = node()?.member(name)
      {
        body(.over(made))
        made.forEachOwnValue(body)
      }
    }
  }
}

extension ViewNode {
  fileprivate func isLeaf(like other: Definition) -> Bool {
    guard case .leaf(let written) = state else { return false }
    return other.document.equal(other.node, written.document, written.node)
  }
}

extension LevelNode {
  /// The inherited value after stops and removals.
  var rest: State {
    guard let previous else { return .absent }
    switch previous.state {
    case .absent: return .absent
    case .object(isWrittenEmpty: false):
      return liveName == nil ? .absent : .object(isWrittenEmpty: false)
    case .leaf, .array, .object:
      if stop != nil || outerReplacement != nil { return .absent }
      return removal.map { .array($0.left) } ?? previous.state
    }
  }

  var removal: (left: MergedArray, by: [Marker])? { isMarked ? extras.removal : nil }

  func makeRemoval() -> (left: MergedArray, by: [Marker])? {
    guard finalMarker == nil, stop == nil, outerReplacement == nil else { return nil }
    let markers = markers { $0.directive == .remove }
    guard !markers.isEmpty, let array = previous?.array else { return nil }
    return array.removing(markers, strategy(\.fitsArrays))
  }

  func makeWrite() -> Write {
    guard !omitsOwn, let tree, tree.isMention else { return .none }
    let own = tree.own
    if case .nothing = own { return .none }
    if let finalMarker { return .refused(by: finalMarker) }
    switch own {
    case .nothing: return .none
    case .leaf:
      // Without finals, the inherited value is not evaluated.
      if let activeDeclarations, let finalMarker = finalMarkerInside(previous, activeDeclarations) {
        return .refused(by: finalMarker)
      }
      return .kept
    case .object(let parts):
      if isTop || parts.contains(where: \.isEmptyObject) { return .kept }
      if activeDeclarations?.isOpen(before: step.position) ?? true {
        return tree.writes ? .kept : .writesNothing
      }
      let writes = tree.mentions.contains { name in
        member(name).map { $0.step === step && $0.lastWritten != nil } == true
      }
      return writes ? .kept : .writesNothing
    }
  }

  func finalMarkerInside(_ node: ViewNode?, _ activeDeclarations: LineageDeclarations) -> Marker? {
    guard let node, node.isLive else { return nil }
    if let finalMarker = activeDeclarations.finalMarker(before: step.position) {
      return finalMarker
    }
    guard node.isObject, !activeDeclarations.isOpen(before: step.position) else { return nil }
    let names =
      activeDeclarations.finalNames(before: step.position) ?? node.liveMembers().map(\.name)
    for name in names {
      if let inside = activeDeclarations.descending(name), let member = node.member(name),
        let finalMarker = finalMarkerInside(member, inside)
      {
        return finalMarker
      }
    }
    return nil
  }

  var outerReplacement: Definition? {
    finalMarker == nil && !omitsOwnAround ? holder?.widestReplacement : nil
  }

  /// The command line always replaces (T8); objects on the path to its values still merge.
  func strategy(_ suits: (Strategy) -> Bool) -> Strategy? {
    step.isCommandLine ? nil : activeDeclarations?.declaration(at: step.position, suits)?.strategy
  }
}
