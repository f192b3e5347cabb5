import JSONSource

/// The fold: what each level of a lineage does to each key.
///
/// Levels are laid in order of precedence, the lowest first. Each is a layer, and so is each boundary between scopes
/// where exclusions act. A record says what one layer did to one key: its statements, the record before, and the value
/// after it. A layer that says nothing about a key has no record of it. So the value of a key is its newest record, and
/// the chain of previous records explains it. Records are made on request, and scopes share those of shared levels.
package final class Fold {
  let layers: [FoldLayer]

  init(_ layers: [FoldLayer]) { self.layers = layers }

  subscript(id: RecordID) -> Record {
    @inline(__always)
    _read { yield layers[Int(id.layer)][id.place] }
    @inline(__always)
    _modify { yield &layers[Int(id.layer)][id.place] }
  }

  func statements(of id: RecordID) -> KeyStatements {
    let layer = layers[Int(id.layer)]
    if let plain = layer.plain(of: id.place) { return .plain(plain) }
    let details = layer[id.place].details
    guard details >= 0, let tree = layer.details[Int(details)].tree else { return .none }
    return .tree(tree)
  }

  func declarations(of id: RecordID) -> LineageDeclarations? {
    let layer = layers[Int(id.layer)]
    let details = layer[id.place].details
    return details < 0 ? nil : layer.details[Int(details)].activeDeclarations
  }

  func marks(of id: RecordID) -> KeyMarks? {
    let layer = layers[Int(id.layer)]
    let details = layer[id.place].details
    return details < 0 ? nil : layer.details[Int(details)].marks
  }

  func exclusions(of id: RecordID) -> KeyExclusions? {
    let layer = layers[Int(id.layer)]
    return layer.isBoundary ? layer.details[Int(layer[id.place].details)].exclusions : nil
  }

  func isBoundary(_ id: RecordID) -> Bool { layers[Int(id.layer)].isBoundary }

  func layer(of id: RecordID) -> FoldLayer { layers[Int(id.layer)] }

  func position(of id: RecordID) -> Int { layers[Int(id.layer)].position }

  func holder(of id: RecordID) -> RecordID? {
    self[id].isTop ? nil : RecordID(layer: id.layer, place: self[id].holder)
  }

  // MARK: Records

  /// The record before; nil if no earlier level mentions the key.
  func previous(of id: RecordID) -> RecordID? {
    let known = self[id].previous
    if known != .unknown { return known.known }
    var found: RecordID?
    if let name = self[id].name,
      let around = previous(of: RecordID(layer: id.layer, place: self[id].holder))
    {
      found = member(name, of: around)
    }
    self[id].previous = found ?? .none
    return found
  }

  /// The record and those before it, nearest first.
  func chain(of id: RecordID) -> [RecordID] {
    var chain = [id]
    while let previous = previous(of: chain[chain.count - 1]) { chain.append(previous) }
    return chain
  }

  /// The newest record of a member; nil if no level mentions it.
  /// If shared, the record of an earlier layer is noted, because sibling scopes ask for it, too.
  func member(_ name: Name, of id: RecordID, isShared: Bool = false) -> RecordID? {
    if let known = layer(of: id).members[name, of: id.place] { return known }
    // A loop, because recursion over 4096 levels takes several times as long.
    var next = id
    var found: RecordID?
    while true {
      if next != id, let known = layer(of: next).members[name, of: next.place] {
        found = known
        break
      }
      guard !isBoundary(next), marks(of: next) == nil else {
        found = makeMember(name, of: next)
        break
      }
      let statements = statements(of: next).member(name)
      if !statements.isEmpty || isReplacing(next) {
        found = statements.isEmpty ? makeMember(name, of: next) : add(name, in: next, statements)
        break
      }
      guard let previous = previous(of: next) else { break }
      next = previous
    }
    if isShared, let found, found.layer != id.layer {
      layer(of: id).members.insert(found, name, of: id.place)
    }
    return found
  }

  func add(
    _ name: Name, in holder: RecordID, _ statements: KeyStatements,
    _ patternNodes: [StatementTree] = [],
    _ outer: RemovalMarkers? = nil
  ) -> RecordID {
    let layer = layer(of: holder)
    let declarations = declarations(of: holder)?.descending(name)
    var marks: KeyMarks?
    if !patternNodes.isEmpty || outer != nil || statements.isMarked {
      marks = KeyMarks(
        statements.tree, patternNodes, outer, takesExclusions: layer.activeDeclarations != nil)
    }
    let place = layer.add(
      name, in: holder.place, statements, declarations, marks)
    if layer[holder.place].omitsOwn {
      layer[place].omitsOwn = true
    } else if case .plain(let written) = statements, declarations == nil {
      layer[place].settle(written, in: holder, place)
    }
    return note(place, name, in: holder)
  }

  func note(_ place: Int32, _ name: Name, in holder: RecordID) -> RecordID {
    let id = RecordID(layer: holder.layer, place: place)
    layer(of: holder).members.insert(id, name, of: holder.place)
    return id
  }

  private func makeMember(_ name: Name, of id: RecordID) -> RecordID? {
    isBoundary(id) ? makeExcludedMember(name, of: id) : makeMarkedMember(name, of: id)
  }

  // MARK: Values

  func state(of id: RecordID) -> Record.State {
    let known = self[id].state
    if known != .unknown { return known }
    let made = makeValue(of: id)
    self[id].state = made.state
    self[id].value = made.value
    if let array = made.array {
      self[id].array = Int32(layer(of: id).arrays.count)
      layer(of: id).arrays.append(array)
    }
    return made.state
  }

  /// The value of a key after a layer.
  struct Value {
    var state: Record.State
    var value = RecordID.none
    var array: MergedArray?

    static var absent: Value { Value(state: .absent) }
    static var object: Value { Value(state: .object) }
  }

  func value(of id: RecordID) -> Value {
    let state = state(of: id)
    return Value(state: state, value: self[id].value, array: state == .array ? array(of: id) : nil)
  }

  private func makeValue(of id: RecordID) -> Value {
    // The top is always an object (D13).
    if self[id].isTop { return Value(state: liveName(of: id) == nil ? .emptyObject : .object) }
    return isBoundary(id) ? makeBoundaryValue(of: id) : makeLevelValue(of: id)
  }

  func isLive(_ id: RecordID) -> Bool { self[id].isTop || state(of: id) != .absent }

  func isObject(_ id: RecordID) -> Bool {
    // The state of the top would evaluate its members.
    if self[id].isTop { return true }
    let state = state(of: id)
    return state == .object || state == .emptyObject
  }

  /// The scalar or array that is the value, as written.
  func leaf(of id: RecordID) -> Definition? {
    // The state of the top would evaluate its members.
    if self[id].isTop || state(of: id) != .leaf { return nil }
    let value = self[id].value
    return layer(of: value).plain(of: value.place) ?? statements(of: value).leaf
  }

  func array(of id: RecordID) -> MergedArray? {
    if self[id].isTop { return nil }
    switch state(of: id) {
    case .array: return layer(of: id).arrays[Int(self[id].array)]
    case .leaf: return leaf(of: id).flatMap { $0.isArray ? MergedArray($0) : nil }
    default: return nil
    }
  }

  /// A member that has a value, if there is one.
  func liveName(of id: RecordID) -> Name? {
    if self[id].hasLiveName != .unknown { return self[id].liveName }
    let found = findLiveName(of: id)
    self[id].liveName = found
    self[id].hasLiveName = Record.Known(found != nil)
    return found
  }

  private func findLiveName(of id: RecordID) -> Name? {
    func isLive(_ name: Name) -> Bool { member(name, of: id).map(self.isLive) == true }
    let own = ownMentions(of: id)
    for name in own where isLive(name) { return name }
    guard let previous = previous(of: id), isObject(previous) || restoresMembers(id) else {
      return nil
    }
    if let name = liveName(of: previous) {
      // Avoids searching earlier layers for a name that the level does not mention.
      if onlyAddsValues(id) && !own.contains(name) || isLive(name) { return name }
    }
    for name in mentionedNames(of: previous) where isLive(name) { return name }
    return nil
  }

  // MARK: Members

  func ownMentions(of id: RecordID) -> [Name] {
    var names: [Name] = []
    statements(of: id).forEachMention { names.append($0) }
    return names
  }

  /// Whether no name is repeated in its own mentions.
  func hasDistinctMentions(_ id: RecordID) -> Bool {
    let statements = statements(of: id)
    return !statements.isMention || statements.only != nil
  }

  /// The members that any level mentions, in order of first mention (F4).
  func mentionedNames(of id: RecordID) -> [Name] {
    // Most objects are written by a single level.
    var mentions: [[Name]] = []
    var areDistinct = true
    var next: RecordID? = id
    while let id = next {
      let names = ownMentions(of: id)
      if !names.isEmpty {
        areDistinct = mentions.isEmpty && hasDistinctMentions(id)
        mentions.append(names)
      }
      next = previous(of: id)
    }
    if areDistinct { return mentions.first ?? [] }
    return mentions.reversed().flatMap { $0 }.uniqued
  }

  /// The members with a value, in their order (F4).
  func liveMembers(of id: RecordID) -> [FoldLayer.Member] {
    guard isObject(id) else { return [] }
    let list = self[id].list
    if list >= 0 { return layer(of: id).lists[Int(list)] }
    let found = findLiveMembers(of: id)
    self[id].list = Int32(layer(of: id).lists.count)
    layer(of: id).lists.append(found)
    return found
  }

  private func findLiveMembers(of id: RecordID) -> [FoldLayer.Member] {
    let chain = chain(of: id)
    // Across records that only add values, the nearest record that mentions a name has the member.
    let opaque = chain.firstIndex { !onlyAddsValues($0) } ?? chain.count
    let start = chain[opaque...].firstIndex(where: startsOrder) ?? chain.count
    var later = NameMap<Void>()
    if start < chain.count {
      for id in chain[...start] { statements(of: id).forEachMention { later[$0] = () } }
    }
    var mentions = NameMap<Mention>()
    for index in chain.indices.reversed() {
      let statements = statements(of: chain[index])
      if index < opaque, case .plain(let written) = statements {
        let first = opaque == chain.count ? RecordID.none : .unknown
        written.document.forEachMember(written.node) { name, node in
          var mention = Mention(index: index, node: node, before: first)
          let (place, isNew) = mentions.place(of: name, orNew: mention)
          if isNew { return }
          mention.before = .unknown
          // An object may merge with the value before.
          if written.at(node).isObject {
            mention.before = lay(name, mentions.values[place], chain) ?? .unknown
          }
          mentions.values[place] = mention
        }
        continue
      }
      let isLater = index <= start
      statements.forEachMention { name in
        if isLater || later[name] == nil {
          mentions[name] = Mention(index: min(index, opaque), node: 0, before: .unknown)
        }
      }
    }
    return zip(mentions.names, mentions.values).compactMap { name, mention in
      let record = lay(name, mention, chain) ?? member(name, of: chain[mention.index])
      return record.flatMap { isLive($0) ? FoldLayer.Member(name: name, record: $0) : nil }
    }
  }

  /// The nearest mention of a member in a chain.
  private struct Mention {
    let index: Int
    /// The value, if its level only adds values and has no directives here; otherwise 0.
    let node: Int
    var before: RecordID
  }

  /// The record of a mention; nil if its level may do more than set a value.
  private func lay(_ name: Name, _ mention: Mention, _ chain: [RecordID]) -> RecordID? {
    if mention.node == 0 { return nil }
    let holder = chain[mention.index]
    let layer = layer(of: holder)
    let made =
      layer.members[name, of: holder.place]
      ?? (layer.hasOnlyValues(holder.place)
        ? note(layer.add(name, in: holder, mention.node), name, in: holder)
        : add(name, in: holder, .plain(layer.value(of: holder.place, at: mention.node))))
    if self[made].previous == .unknown { self[made].previous = mention.before }
    return made
  }

  /// The members that the layer may change.
  func touchedNames(of id: RecordID) -> [Name] {
    isBoundary(id) ? namesTouchedByBoundary(id) : namesTouchedByLevel(id)
  }

  // MARK: Computed values

  /// Whether the value may depend on the requested scope.
  func mayCompute(_ id: RecordID) -> Bool {
    switch self[id].mayCompute {
    case .yes: return true
    case .no: return false
    case .unknown:
      let made = findComputing(in: id)
      self[id].mayCompute = Record.Known(made)
      return made
    }
  }

  private func findComputing(in id: RecordID) -> Bool {
    guard isObject(id) else {
      return leaf(of: id)?.isComputing ?? array(of: id)?.isComputing ?? false
    }
    // An unread inclusion may contain a computed value.
    if written(by: id).contains(where: { $0.isComputing || $0.file.hasInclusions }) { return true }
    if let before = exclusions(of: id)?.before, mayCompute(before) { return true }
    guard let previous = previous(of: id) else { return false }
    return isObject(previous) && mayCompute(previous)
  }
}
