import JSONSource

/// The value of a key after a layer, and what the layer did to it: a record of a fold.
package struct ViewNode {
  package enum State {
    case absent
    case leaf(Definition)
    /// An array that differs from every written array.
    case array(MergedArray)
    /// An object with a member that has a value, or an object written as `{}`.
    case object(isWrittenEmpty: Bool)
  }

  let fold: Fold
  let record: RecordID

  init(_ fold: Fold, _ record: RecordID) { (self.fold, self.record) = (fold, record) }

  private func node(_ record: RecordID?) -> ViewNode? { record.map { ViewNode(fold, $0) } }

  /// An identity, valid while the node exists.
  struct ID: Hashable {
    private let layer: ObjectIdentifier
    private let place: Int32

    init(_ node: ViewNode) {
      (layer, place) = (ObjectIdentifier(node.step), node.record.place)
    }
  }

  package func isSame(as other: ViewNode) -> Bool { ID(self) == ID(other) }

  package var step: FoldLayer { fold.layer(of: record) }

  package var isTop: Bool { fold[record].isTop }

  /// Whether exclusions act here, between two scopes.
  package var isBoundary: Bool { fold.isBoundary(record) }

  package var previous: ViewNode? { node(fold.previous(of: record)) }

  package var key: Key {
    let around = sequence(first: record) { self.fold.holder(of: $0) }
    return Key(around.compactMap { self.fold[$0].name }.reversed())
  }

  /// The node and those of earlier levels, nearest first.
  package var chain: UnfoldFirstSequence<ViewNode> { sequence(first: self) { $0.previous } }

  /// nil if no level mentions the name.
  package func member(_ name: Name) -> ViewNode? { node(fold.member(name, of: record)) }

  /// Also notes the nodes of earlier layers, because sibling scopes share them.
  func sharedMember(_ name: Name) -> ViewNode? {
    node(fold.member(name, of: record, isShared: true))
  }

  func keep(_ members: NameMap<ViewNode>) {
    for (name, member) in zip(members.names, members.values)
    where step.members[name, of: record.place] == nil {
      step.members.insert(member.record, name, of: record.place)
    }
  }

  /// The members that have a value, in their order (F4).
  package func liveMembers() -> LiveMembers {
    LiveMembers(fold: fold, members: fold.liveMembers(of: record))
  }

  package struct LiveMembers: RandomAccessCollection {
    fileprivate let fold: Fold
    fileprivate let members: [FoldLayer.Member]

    package var startIndex: Int { 0 }
    package var endIndex: Int { members.count }

    package subscript(index: Int) -> (name: Name, node: ViewNode) {
      (members[index].name, ViewNode(fold, members[index].record))
    }
  }

  // MARK: Value

  package var state: State {
    switch fold.state(of: record) {
    case .unknown, .absent: return .absent
    case .object: return .object(isWrittenEmpty: false)
    case .emptyObject: return .object(isWrittenEmpty: true)
    case .leaf: return fold.leaf(of: record).map(State.leaf) ?? .absent
    case .array: return fold.array(of: record).map(State.array) ?? .absent
    }
  }

  package var isLive: Bool { fold.isLive(record) }
  package var isObject: Bool { fold.isObject(record) }
  package var isWrittenEmpty: Bool { fold.state(of: record) == .emptyObject }

  /// The scalar or array that is the value, as written.
  var leaf: Definition? { fold.leaf(of: record) }
  /// The value if it is a computed value, as written.
  var computed: Definition? { leaf.flatMap { $0.isComputed ? $0 : nil } }
  package var isComputedValue: Bool { computed != nil }
  /// Whether the level only wrote a scalar or a computed value.
  var isScalar: Bool {
    guard let written = fold.layer(of: record).plain(of: record.place), !written.isArray,
      !written.isObject
    else { return false }
    return fold.marks(of: record) == nil && fold.declarations(of: record) == nil
  }
  /// Whether the value may depend on the requested scope.
  package var mayCompute: Bool { fold.mayCompute(record) }

  package var array: MergedArray? { fold.array(of: record) }
  /// The written arrays of a value that differs from every written array.
  var mergedArrays: [Definition] {
    if !isTop, case .array(let merged) = state { merged.arrays } else { [] }
  }
  package var elements: [Element]? {
    if let leaf { return leaf.isArray ? Element(leaf).elements : nil }
    return array?.elements
  }

  package var isArray: Bool {
    fold.leaf(of: record)?.isArray ?? (!isTop && fold.state(of: record) == .array)
  }

  package func element(_ index: Int) -> Element? {
    switch state {
    case .array(let merged):
      let elements = merged.elements
      return index < elements.count ? elements[index] : nil
    case .leaf(let written) where written.isArray: return written.element(index).map { Element($0) }
    default: return nil
    }
  }

  /// The object as written, if it is the whole value and has no directives.
  var onlyWritten: Definition? { fold.onlyWritten(record) }

  package var place: SourceRange? { places.first }

  /// Nearest first. A merged array has several places, an object that of its nearest part.
  package var places: [SourceRange] {
    switch state {
    case .leaf(let written): return [written.place]
    case .array(let merged): return merged.arrays.reversed().map(\.place)
    case .absent, .object: break
    }
    for node in sequence(first: self, next: { $0.source }) {
      if let part = node.written.last { return [part.place] }
    }
    return []
  }

  private var source: ViewNode? {
    if case .restored(_, let to)? = displacement { node(to) } else { previous }
  }

  // MARK: The layer

  /// The own values that finals accepted.
  package var written: StatementTree.Parts { fold.written(by: record) }
  package var lastWritten: Definition? { fold.lastWritten(by: record) }
  /// The inherited value after stops and removals.
  package var inherited: ViewNode? { node(fold.inherited(by: record)) }
  /// The own value that replaces everything in the inherited object (I8, T8).
  package var replacement: Definition? { fold.replacement(by: record) }
  package var activeDeclarations: LineageDeclarations? { fold.declarations(of: record) }
  package var hasArray: Bool { chain.contains { $0.written.last?.isArray == true } }

  var displacement: Displacement? { fold.trace(of: record).displacement }
  /// nil if the key has a value or was never set.
  package var absence: Absence? { fold.trace(of: record).absence }
  package var refusals: [Refusal] {
    activeDeclarations == nil ? [] : fold.trace(of: record).refusals
  }

  /// In reading order.
  package func markers(where isMeant: (Marker) -> Bool) -> [Marker] {
    fold.markers(of: record, where: isMeant)
  }

  /// The node whose level wrote a value.
  func statement(of written: Definition) -> ViewNode? {
    chain.first { node in
      node.written.contains {
        $0.file === written.file
          && ($0.node..<$0.document.indexAfter($0.node)).contains(written.node)
      }
    }
  }

  // MARK: Members

  /// In order of first mention (F4).
  package func mentionedNames() -> [Name] { fold.mentionedNames(of: record) }

  package var isMentioned: Bool {
    chain.contains { $0.fold.statements(of: $0.record).isMention }
  }

  /// The members that the layer may change.
  package func touchedNames() -> [Name] { fold.touchedNames(of: record) }

  /// Visits each node below that this layer created, an object before its members.
  package func forEachTouched(
    where isOfInterest: (ViewNode) -> Bool = { _ in true }, _ body: (ViewNode) -> Void
  ) {
    for name in touchedNames() {
      guard let member = fold.member(name, of: record), member.layer == record.layer else {
        continue
      }
      let node = ViewNode(fold, member)
      guard isOfInterest(node) else { continue }
      body(node)
      node.forEachTouched(where: isOfInterest, body)
    }
  }

  /// Visits each such node whose value the level wrote, without making records of values to skip:
  /// with them, `check` of a fleet takes a tenth longer.
  package func forEachWritten(
    skipping isSkipped: (Definition) -> Bool, _ body: (ViewNode) -> Void
  ) {
    if case .plain(let written) = fold.statements(of: record), !fold[record].omitsOwn,
      fold.marks(of: record) == nil, activeDeclarations == nil
    {
      return Self.forEachWritten(written, { self }, skipping: isSkipped, body)
    }
    forEachTouched { node in
      if let written = node.lastWritten, !isSkipped(written) { body(node) }
    }
  }

  private static func forEachWritten(
    _ object: Definition, _ find: () -> ViewNode?, skipping isSkipped: (Definition) -> Bool,
    _ body: (ViewNode) -> Void
  ) {
    var found: ViewNode?
    func node() -> ViewNode? {
      found = found ?? find()
      return found
    }
    object.forEachMember { name, value in
      if !isSkipped(value), let member = node()?.member(name) { body(member) }
      if value.isObject {
        forEachWritten(value, { node()?.member(name) }, skipping: isSkipped, body)
      }
    }
  }

  /// Visits each such node that a final or a strategy is about, without making records of others.
  package func forEachDeclared(_ body: (ViewNode) -> Void) {
    guard let activeDeclarations else { return }
    for name in touchedNames() where activeDeclarations.descending(name) != nil {
      guard let member = fold.member(name, of: record), member.layer == record.layer else {
        continue
      }
      let node = ViewNode(fold, member)
      body(node)
      node.forEachDeclared(body)
    }
  }

  /// An own value compared with the previous value.
  package enum OwnValueMatch {
    case over(ViewNode)
    case new(Name, in: ViewNode)
  }

  /// Visits own values, an object before its members.
  /// Different leaves that replace leaves, and objects that merge, may be skipped.
  package func forEachOwnValue(_ body: (OwnValueMatch) -> Void) {
    if case .plain(let written) = fold.statements(of: record), let previous,
      fold.onlyAddsValues(record), !fold[record].omitsOwn, activeDeclarations == nil
    {
      return previous.forEachMember(of: written, { self }, body)
    }
    for name in touchedNames() {
      guard let member = fold.member(name, of: record), member.layer == record.layer else {
        continue
      }
      if fold.previous(of: member) == nil {
        if let previous, previous.isObject, fold.lastWritten(by: member) != nil {
          body(.new(name, in: previous))
        }
        continue
      }
      let node = ViewNode(fold, member)
      if fold.lastWritten(by: member) != nil { body(.over(node)) }
      node.forEachOwnValue(body)
    }
  }

  /// Compares the members of an object of the next level. Makes no records for values that `body` does not receive:
  /// without it, `check` of a tree with 1,111 scopes takes 1.9 times as many instructions.
  private func forEachMember(
    of written: Definition, _ own: () -> ViewNode?, _ body: (OwnValueMatch) -> Void
  ) {
    written.forEachMember { name, value in
      guard let before = sharedMember(name) else {
        if isObject { body(.new(name, in: self)) }
        return
      }
      if value.isObject, before.isObject, !value.isEmptyObject {
        before.forEachMember(of: value, { own()?.member(name) }, body)
      } else if value.isObject || before.isObject || before.isLeaf(like: value),
        let made = own()?.member(name)
      {
        body(.over(made))
        made.forEachOwnValue(body)
      }
    }
  }

  private func isLeaf(like other: Definition) -> Bool {
    guard let leaf else { return false }
    return other.document.equal(other.node, leaf.document, leaf.node)
  }

  // MARK: Reasons

  package var removingMarkers: [Marker] {
    switch displacement {
    case .withdrawn(.marker(let marker, _)): [marker] + removing
    case .restored(let marker, let before) where changes(to: ViewNode(fold, before)):
      [marker] + removing
    default: removing
    }
  }

  /// The markers that removed elements from the inherited array.
  private var removing: [Marker] {
    if fold.marks(of: record) == nil { return [] }
    // Removals are idle if the own value replaces the array, unless a computed value may read it (D20).
    if let own = lastWritten, own.isObject || !own.isComputing,
      !own.isArray || fold.strategy(of: record, \.fitsArrays) ?? .replace == .replace
    {
      return []
    }
    let inherited = fold.inherited(by: record)
    let acting = inherited.flatMap { $0.layer == record.layer ? $0 : nil } ?? record
    return fold.removal(by: acting)?.by ?? []
  }

  /// Members of objects are compared separately.
  private func changes(to before: ViewNode) -> Bool {
    if isObject { return previous?.isObject != true }
    guard let previous, previous.isLive else { return true }
    if case .leaf(let one) = previous.state, case .leaf(let other) = before.state {
      return !one.isSame(as: other)
    }
    return true
  }

  /// Whether the layer only restored a value that was missing.
  package var onlyRestores: Bool {
    if case .restored? = displacement { previous?.isLive != true } else { false }
  }

  /// The `$merge` entry that takes effect at the level (I8).
  package var appliedStrategy: Marker? {
    guard !step.isCommandLine, !isBoundary, let activeDeclarations, activeDeclarations.hasMerges
    else { return nil }
    if let part = lastWritten, let inherited {
      if part.isObject && inherited.isObject {
        return activeDeclarations.declaration(at: step.position, \.fitsObjects)
      }
      if part.isArray && inherited.isArray {
        return activeDeclarations.declaration(at: step.position, \.fitsArrays)
      }
    }
    // Only `by` affects removals.
    guard !removing.isEmpty,
      let marker = activeDeclarations.declaration(at: step.position, \.fitsArrays),
      case .by? = marker.strategy
    else { return nil }
    return marker
  }

  package var replacingStrategy: Marker? {
    guard case .withdrawn(.replaced)? = displacement else { return nil }
    return node(fold.holder(of: record))?.widestReplacingStrategy
  }

  /// The entry of the widest object that replaces the inherited object.
  private var widestReplacingStrategy: Marker? {
    if fold.hasOuterReplacement(record) {
      return node(fold.holder(of: record))?.widestReplacingStrategy
    }
    return replacement?.isObject == true ? appliedStrategy : nil
  }
}
