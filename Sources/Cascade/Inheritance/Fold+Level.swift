import JSONSource

/// A level: its statements applied to the inherited value, stops and removals first, then own values (I2 to I9).
extension Fold {
  // MARK: Members

  func makeMarkedMember(_ name: Name, of id: RecordID) -> RecordID? {
    let statements = self.statements(of: id)
    var named = statements.member(name)
    var patternNodes: [StatementTree] = []
    if let marks = self.marks(of: id) {
      if let tree = named.tree, !marks.concerns(tree) { named = .none }
      for place in marks.isMarked ? marks.all : [] {
        patternNodes += place.fitting(name).filter(marks.concerns)
        if place !== statements.tree, let member = place.member(name), marks.concerns(member) {
          patternNodes.append(member)
        }
      }
    }
    let outer = inward(of: id)
    if !named.isMention {
      // Nothing is inherited that a marker could remove.
      guard let before = previous(of: id).flatMap({ member(name, of: $0) }) else { return nil }
      guard isLive(before) else { return before }
      let isSaid =
        !named.isEmpty || outer != nil || isReplacing(id)
        // Wider patterns match nothing inside a leaf.
        || patternNodes.contains { isObject(before) || $0.isNamed }
      guard isSaid else { return before }
    }
    return add(name, in: id, named, patternNodes, outer)
  }

  /// Whether members that the level does not mention are unchanged.
  func onlyAddsValues(_ id: RecordID) -> Bool {
    !isBoundary(id) && marks(of: id) == nil && !isReplacing(id)
  }

  func namesTouchedByLevel(_ id: RecordID) -> [Name] {
    let own = ownMentions(of: id)
    let inward = inward(of: id)
    let replaced = isReplacing(id) && previous(of: id).map(isObject) == true
    let marks = self.marks(of: id).flatMap { $0.isMarked ? $0 : nil }
    if marks == nil && inward == nil && !replaced && hasDistinctMentions(id) { return own }
    let concerns: StatementKinds =
      declarations(of: id) == nil ? .value : [.value, .exclusion]
    let said = marks?.all ?? statements(of: id).tree.map { [$0] } ?? []
    var names = own + said.flatMap { $0.marked(concerns) }
    let isWide = replaced || inward != nil || said.contains { $0.isWide(concerns) }
    if isWide, let previous = previous(of: id) { names += liveMembers(of: previous).map(\.name) }
    return names.uniqued
  }

  // MARK: Markers

  /// The final that protects the key from this layer.
  func finalMarker(of id: RecordID) -> Marker? {
    declarations(of: id)?.finalMarker(before: position(of: id))
  }

  /// None if a final refused them.
  func inward(of id: RecordID) -> RemovalMarkers? {
    guard let marks = self.marks(of: id), finalMarker(of: id) == nil else { return nil }
    return marks.inward
  }

  func stop(of id: RecordID) -> Marker? { inward(of: id)?.stop }

  /// In reading order.
  func markers(of id: RecordID, where isMeant: (Marker) -> Bool) -> [Marker] {
    guard let marks = self.marks(of: id), marks.isMarked else { return [] }
    return marks.all.flatMap { $0.markers.filter(isMeant) }.sorted { $0.isRead(before: $1) }
  }

  /// The command line always replaces (T8); objects on the path to its values still merge.
  func strategy(of id: RecordID, _ suits: (Strategy) -> Bool) -> Strategy? {
    guard let declarations = self.declarations(of: id), !layer(of: id).isCommandLine else {
      return nil
    }
    return declarations.declaration(at: position(of: id), suits)?.strategy
  }

  func removal(by id: RecordID) -> (left: MergedArray, by: [Marker])? {
    guard let marks = self.marks(of: id), marks.isMarked else { return nil }
    if let known = marks.removal { return known }
    let made = makeRemoval(by: id)
    marks.removal = .some(made)
    return made
  }

  private func makeRemoval(by id: RecordID) -> (left: MergedArray, by: [Marker])? {
    guard finalMarker(of: id) == nil, stop(of: id) == nil, !hasOuterReplacement(id) else {
      return nil
    }
    let markers = markers(of: id) { $0.directive == .remove }
    guard !markers.isEmpty, let array = previous(of: id).flatMap(array) else { return nil }
    return array.removing(markers, strategy(of: id, \.fitsArrays))
  }

  // MARK: Own values

  func write(by id: RecordID) -> Record.Write {
    let known = self[id].write
    if known != .unknown { return known }
    let made = makeWrite(by: id)
    self[id].write = made
    return made
  }

  private func makeWrite(by id: RecordID) -> Record.Write {
    if self[id].omitsOwn || !statements(of: id).writes { return .none }
    guard let declarations = self.declarations(of: id) else { return .kept }
    if finalMarker(of: id) != nil { return .refused }
    switch statements(of: id).own {
    case .nothing: return .none
    case .leaf:
      return finalMarkerInside(previous(of: id), declarations, before: position(of: id)) == nil
        ? .kept : .refused
    case .object(let parts):
      if self[id].isTop || parts.contains(where: \.isEmptyObject)
        || declarations.isOpen(before: position(of: id))
      {
        return .kept
      }
      let writes = ownMentions(of: id).contains { name in
        member(name, of: id).map { $0.layer == id.layer && lastWritten(by: $0) != nil } == true
      }
      return writes ? .kept : .writesNothing
    }
  }

  /// The final that refused the own value.
  func refusal(by id: RecordID) -> Marker? {
    guard write(by: id) == .refused, let declarations = self.declarations(of: id) else {
      return nil
    }
    return finalMarker(of: id)
      ?? finalMarkerInside(previous(of: id), declarations, before: position(of: id))
  }

  func finalMarkerInside(
    _ id: RecordID?, _ declarations: LineageDeclarations, before position: Int
  ) -> Marker? {
    guard let id, isLive(id) else { return nil }
    if let finalMarker = declarations.finalMarker(before: position) { return finalMarker }
    guard isObject(id), !declarations.isOpen(before: position) else { return nil }
    let names = declarations.finalNames(before: position) ?? liveMembers(of: id).map(\.name)
    for name in names {
      if let inside = declarations.descending(name), let member = member(name, of: id),
        let finalMarker = finalMarkerInside(member, inside, before: position)
      {
        return finalMarker
      }
    }
    return nil
  }

  /// The own values that finals accepted.
  func written(by id: RecordID) -> StatementTree.Parts {
    write(by: id) == .kept ? statements(of: id).own.parts : StatementTree.Parts()
  }

  func lastWritten(by id: RecordID) -> Definition? {
    write(by: id) == .kept ? statements(of: id).lastPart : nil
  }

  /// The own value that replaces everything in the inherited object (I8, T8).
  func replacement(by id: RecordID) -> Definition? {
    guard !self[id].isTop, write(by: id) == .kept else { return nil }
    let statements = self.statements(of: id)
    guard statements.isObject else { return statements.leaf }
    return statements.tree?.replacing
      ?? (strategy(of: id, \.fitsObjects) == .replace ? statements.lastPart : nil)
  }

  /// Whether a value around the key replaces everything in it; does not search for the widest.
  func hasOuterReplacement(_ id: RecordID) -> Bool {
    guard !self[id].omitsOwnAround, let holder = holder(of: id), isReplacing(holder) else {
      return false
    }
    return finalMarker(of: id) == nil
  }

  func outerReplacement(of id: RecordID) -> Definition? {
    hasOuterReplacement(id) ? holder(of: id).flatMap(widestReplacement) : nil
  }

  /// The replacement of this key, or of the widest object around it.
  func widestReplacement(of id: RecordID) -> Definition? {
    isBoundary(id) ? nil : outerReplacement(of: id) ?? replacement(by: id)
  }

  func isReplacing(_ id: RecordID) -> Bool {
    switch self[id].isReplacing {
    case .yes: return true
    case .no: return false
    case .unknown:
      let made = !isBoundary(id) && (hasOuterReplacement(id) || replacement(by: id) != nil)
      self[id].isReplacing = Record.Known(made)
      return made
    }
  }

  // MARK: Value

  /// The inherited value after stops and removals.
  func inherited(by id: RecordID) -> RecordID? {
    if isBoundary(id) { return previous(of: id) }
    if write(by: id) == .none { return id }
    guard let previous = previous(of: id), !self[id].isTop else { return previous(of: id) }
    if marks(of: id) == nil && !hasOuterReplacement(id) { return previous }
    if let known = self[id].inherited.known { return known }
    let made = withoutOwnValue(id, omitsOwnAround: false)
    self[id].inherited = made
    return made
  }

  func withoutOwnValue(_ id: RecordID, omitsOwnAround: Bool) -> RecordID {
    let place = layer(of: id).add(
      self[id].name, in: self[id].holder, statements(of: id), declarations(of: id),
      marks(of: id)?.withoutOwn)
    let made = RecordID(layer: id.layer, place: place)
    self[made].omitsOwn = true
    self[made].omitsOwnAround = omitsOwnAround
    return made
  }

  func makeLevelValue(of id: RecordID) -> Value {
    guard write(by: id) == .kept else { return rest(of: id) }
    switch statements(of: id).own {
    case .nothing: return rest(of: id)
    case .leaf(let value):
      guard value.isArray, let strategy = strategy(of: id, \.fitsArrays), strategy != .replace,
        let inherited = inherited(by: id).flatMap(array)
      else { return Value(state: .leaf, value: id) }
      return Value(state: .array, array: inherited.merging(value, strategy))
    case .object(let parts):
      guard parts.contains(where: \.isEmptyObject) else { return .object }
      return liveName(of: id) == nil ? Value(state: .emptyObject) : .object
    }
  }

  /// The inherited value after stops and removals.
  private func rest(of id: RecordID) -> Value {
    guard let previous = previous(of: id) else { return .absent }
    switch state(of: previous) {
    case .unknown, .absent: return .absent
    case .object: return liveName(of: id) == nil ? .absent : .object
    case .leaf, .array, .emptyObject:
      if stop(of: id) != nil || hasOuterReplacement(id) { return .absent }
      return removal(by: id).map { Value(state: .array, array: $0.left) } ?? value(of: previous)
    }
  }

  /// Whether the order of its members begins here: earlier levels' names come before it, if it keeps them (F4).
  func startsOrder(_ id: RecordID) -> Bool {
    guard !self[id].isTop, !isBoundary(id), write(by: id) == .kept,
      case .object = statements(of: id).own
    else { return false }
    return isReplacing(id) || stop(of: id) != nil
  }

  /// The object as written, if it is the whole value and has no directives.
  /// A file of 32 MB is copied, a tenth of the time of `resolve -c` by members.
  func onlyWritten(_ id: RecordID) -> Definition? {
    guard write(by: id) == .kept, let written = statements(of: id).only, written.isObject,
      written.isPlain, !written.isComputing,
      declarations(of: id)?.isOpen(before: position(of: id)) ?? true
    else { return nil }
    var next = previous(of: id)
    while let before = next {
      if !ownMentions(of: before).isEmpty { return nil }
      next = previous(of: before)
    }
    return written
  }
}
