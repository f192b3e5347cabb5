import JSONSource

/// The effect of a step on a key, linked to the previous step, with the statement that displaced its value.
/// State is computed on demand. A step without statements about a key has no node, so scopes share nodes.
package class ViewNode {
  package enum State {
    case absent
    case leaf(Definition)
    /// An array that differs from every written array.
    case array(MergedArray)
    /// An object with a member that has a value, or an object written as `{}`.
    case object(isWrittenEmpty: Bool)
  }

  /// The effect of the step on the previous value.
  enum Displacement {
    case withdrawn(ValueRemoval)
    /// An exclusion restored the value of the previous trees.
    case restored(by: Marker, to: ViewNode)
    /// A leaf replaced the value.
    case overridden(by: Definition, wasObject: Bool)
    /// An object replaced a leaf.
    case replacedByObject(Definition)
  }

  package let step: FoldLayer
  /// nil for the top object.
  final let name: Name?
  final unowned let holder: ViewNode?
  private var known = NameMap<ViewNode>()

  init(_ step: FoldLayer, over previous: ViewNode?) {
    self.step = step
    (name, holder) = (nil, nil)
    self.previous = previous
  }

  init(_ name: Name, in holder: ViewNode) {
    step = holder.step
    (self.name, self.holder) = (name, holder)
  }

  package final var isTop: Bool { name == nil }

  /// nil if no earlier level mentions the key.
  package private(set) final lazy var previous: ViewNode? = name.flatMap {
    holder?.previousMember($0)
  }

  package final var key: Key {
    Key(sequence(first: self) { $0.holder }.compactMap(\.name).reversed())
  }

  /// The node and those of earlier levels, nearest first.
  package final var chain: UnfoldFirstSequence<ViewNode> { sequence(first: self) { $0.previous } }

  package private(set) final lazy var state: State =
    // The top is always an object (D13).
    isTop ? .object(isWrittenEmpty: liveName == nil) : makeState()

  /// Computed separately, because only reports need it.
  private final class TraceState {
    let displacement: Displacement?
    let absence: Absence?
    let refusals: [Refusal]

    init(_ node: ViewNode) {
      displacement = node.makeDisplacement()
      absence = node.isLive ? nil : node.makeAbsence(displacement)
      refusals = node.makeRefusals()
    }
  }

  private final lazy var traceState = TraceState(self)

  final var displacement: Displacement? { traceState.displacement }

  /// nil if the key has a value or was never set.
  package final var absence: Absence? { traceState.absence }

  package final var refusals: [Refusal] { traceState.refusals }

  private(set) final lazy var liveName: Name? = findLiveName()

  /// nil if no level mentions the name.
  package final func member(_ name: Name) -> ViewNode? {
    if let node = known[name] { return node }
    let node = makeMember(name)
    if let node, node.step === step { known[name] = node }
    return node
  }

  /// Also caches the nodes of earlier steps, because sibling scopes share them.
  final func sharedMember(_ name: Name) -> ViewNode? {
    if let node = known[name] { return node }
    let node = makeMember(name)
    if let node { known[name] = node }
    return node
  }

  final func keep(_ members: NameMap<ViewNode>) {
    for (name, node) in zip(members.names, members.values) where known[name] == nil {
      known[name] = node
    }
  }

  final func previousMember(_ name: Name) -> ViewNode? {
    // A loop, because recursion over 4096 levels takes several times as long.
    var next = previous
    while let node = next, node.passesOver(name) { next = node.previous }
    return next?.member(name)
  }

  package final func liveMembers() -> [(name: Name, node: ViewNode)] {
    isObject ? cachedMembers : []
  }
  private final lazy var cachedMembers = findLiveMembers()

  // Overridden by each kind of step.

  func makeMember(_ name: Name) -> ViewNode? { previous?.member(name) }
  /// Whether the step does not affect the member.
  func passesOver(_ name: Name) -> Bool { false }
  func makeState() -> State { previous?.state ?? .absent }
  func makeDisplacement() -> Displacement? { nil }
  func makeAbsence(_ displacement: Displacement?) -> Absence? { previous?.absence }
  func makeRefusals() -> [Refusal] { [] }
  /// The own values that finals accepted.
  package var written: StatementTree.Parts { StatementTree.Parts() }
  package var lastWritten: Definition? { nil }
  /// The inherited value after stops and removals.
  package var inherited: ViewNode? { previous }
  /// The own value that replaces everything in the inherited object (I8, T8).
  package var replacement: Definition? { nil }
  /// The replacement of this key, or of the widest object around it.
  var widestReplacement: Definition? { nil }
  package var activeDeclarations: LineageDeclarations? { nil }
  /// The markers that removed elements from the inherited array.
  var removing: [Marker] { [] }
  var isMention: Bool { false }
  var ownMentions: [Name] { [] }
  /// Whether no name is repeated in `ownMentions`.
  var hasDistinctMentions: Bool { true }
  /// Whether members that the level does not mention are unchanged.
  var onlyAddsValues: Bool { false }
  /// Whether the order of its members begins here: earlier levels' names come before it, if it keeps them (F4).
  var startsOrder: Bool { false }
  /// The object as written, if it is the whole value and has no directives.
  /// A file of 32 MB is copied, a tenth of the time of `resolve -c` by members.
  var onlyWritten: Definition? { nil }
  /// The members that the step may change.
  package func touchedNames() -> [Name] { [] }

  /// An own value compared with the previous value.
  package enum OwnValueMatch {
    case over(ViewNode)
    case new(Name, in: ViewNode)
  }

  /// Visits own values, an object before its members.
  /// Different leaves that replace leaves, and objects that merge, may be skipped.
  package func forEachOwnValue(_ body: (OwnValueMatch) -> Void) {
    for name in touchedNames() {
      guard let member = member(name), member.step === step else { continue }
      if member.previous == nil {
        if let previous, previous.isObject, member.lastWritten != nil {
          body(.new(name, in: previous))
        }
        continue
      }
      if member.lastWritten != nil { body(.over(member)) }
      member.forEachOwnValue(body)
    }
  }

  /// Whether the value may depend on the requested scope.
  package var mayCompute: Bool {
    if isObject { return previous?.isObject == true && previous?.mayCompute == true }
    return switch state {
    case .absent, .object: false
    case .leaf(let written): written.isComputing
    case .array(let merged): merged.isComputing
    }
  }

  private func findLiveName() -> Name? {
    for name in ownMentions where member(name)?.isLive == true { return name }
    guard let previous, previous.isObject || restoresMembers else { return nil }
    if let name = previous.liveName {
      // Avoids searching earlier steps for a name that the level does not mention.
      let isSame = onlyAddsValues && !ownMentions.contains(name)
      if isSame || member(name)?.isLive == true { return name }
    }
    for name in previous.mentionedNames() where member(name)?.isLive == true { return name }
    return nil
  }

  /// Whether the step may restore members of the previous trees.
  var restoresMembers: Bool { false }

  /// An earlier node if its values are equal.
  var withEffect: ViewNode { self }

  package final var isLive: Bool {
    if isTop { return true }
    return if case .absent = state { false } else { true }
  }

  package final var isObject: Bool {
    // The state of the top would evaluate its members.
    if isTop { return true }
    return if case .object = state { true } else { false }
  }

  package final var isWrittenEmpty: Bool {
    if case .object(isWrittenEmpty: true) = state { true } else { false }
  }

  package final var isComputedValue: Bool { computed != nil }

  /// The value if it is a computed value, as written.
  final var computed: Definition? {
    // The state of the top would evaluate its members.
    guard !isTop, case .leaf(let written) = state else { return nil }
    return written.isComputed ? written : nil
  }

  package final var isArray: Bool {
    switch state {
    case .array: true
    case .leaf(let written): written.isArray
    case .absent, .object: false
    }
  }

  package final var array: MergedArray? {
    switch state {
    case .array(let merged): merged
    case .leaf(let written) where written.isArray: MergedArray(written)
    default: nil
    }
  }

  package final var elements: [Element]? { array?.elements }

  package final func element(_ index: Int) -> Element? {
    switch state {
    case .array(let merged):
      let elements = merged.elements
      return index < elements.count ? elements[index] : nil
    case .leaf(let written) where written.isArray: return written.element(index).map { Element($0) }
    default: return nil
    }
  }

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

  var source: ViewNode? {
    if case .restored(_, let to)? = displacement { to } else { previous }
  }

  func statement(of written: Definition) -> ViewNode? {
    chain.first { node in
      node.written.contains {
        $0.file === written.file
          && ($0.node..<$0.document.indexAfter($0.node)).contains(written.node)
      }
    }
  }

  package var hasArray: Bool { chain.contains { $0.written.last?.isArray == true } }

  package var removingMarkers: [Marker] {
    switch displacement {
    case .withdrawn(.marker(let marker, _)): [marker] + removing
    case .restored(let marker, let before) where changes(to: before): [marker] + removing
    default: removing
    }
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

  /// Whether the step only restored a value that was missing.
  package var onlyRestores: Bool {
    if case .restored? = displacement { previous?.isLive != true } else { false }
  }
}
