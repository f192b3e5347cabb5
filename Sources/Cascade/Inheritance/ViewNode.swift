import JSONSource

/// One key in one view: what one step of the lineage does to it, laid on the node behind it.
///
/// Nothing is taken out of the list by an override, a stop or an exclusion: what displaced a value stands
/// in the node that did it. What a node makes of its key, and of the members of an object, is worked out
/// when somebody looks, once, and kept. Where a step says nothing of a key there is no node of its own:
/// scopes share the nodes that none of them touches.
package class ViewNode {
  package enum State {
    case absent
    case leaf(Definition)
    /// An array that is not as one file writes it.
    case array(MergedArray)
    /// An object with a member that has a value, or one that is written `{}`.
    case object(isWrittenEmpty: Bool)
  }

  /// What the step did to what comes from behind.
  enum Displacement {
    /// It went, with everything in it.
    case withdrawn(Withdrawal)
    /// An exclusion took what the levels of one tree said back to what the trees before gave.
    case takenBack(by: Marker, to: ViewNode)
    /// A value that is no object took its place.
    case overridden(by: Definition, wasObject: Bool)
    /// An object took the place of a value that is none.
    case replacedByObject(Definition)
  }

  package let step: FoldStep
  /// The last name of the key, and the node of the object around it; nil for the object that holds all others.
  final let name: Name?
  final unowned let holder: ViewNode?
  private var known = NameMap<ViewNode>()
  private var keptBehind: ViewNode??

  /// The object that holds all others, laid on the one at the step before.
  init(_ step: FoldStep, over behind: ViewNode?) {
    self.step = step
    (name, holder) = (nil, nil)
    keptBehind = .some(behind)
  }

  /// A member of an object at the same step.
  init(_ name: Name, in holder: ViewNode) {
    step = holder.step
    (self.name, self.holder) = (name, holder)
  }

  /// Whether this is the object that holds all others.
  package final var isTop: Bool { name == nil }

  /// The same key at the step before, nil where nobody ever spoke of it.
  package final var behind: ViewNode? {
    if let keptBehind { return keptBehind }
    let made = name.flatMap { holder?.memberBehind($0) }
    keptBehind = .some(made)
    return made
  }

  /// The key of the node, from the top.
  package final var key: Key {
    var names: [Name] = []
    var current: ViewNode? = self
    while let node = current {
      if let name = node.name { names.append(name) }
      current = node.holder
    }
    return Key(names.reversed())
  }

  /// This node and those behind it, each asked for when it is looked at.
  package struct Chain: Sequence, IteratorProtocol {
    fileprivate var first: ViewNode?
    private var last: ViewNode?

    fileprivate init(_ first: ViewNode) { self.first = first }

    package mutating func next() -> ViewNode? {
      (first, last) = (nil, first ?? last?.behind)
      return last
    }
  }

  package final var chain: Chain { Chain(self) }

  /// The value that holds here.
  package var state: State { keptState }
  private final lazy var keptState: State = isTop ? topState : makeState()

  /// What only those look at who want to know why, made for them.
  private final class Story {
    let displacement: Displacement?
    let absence: Absence?
    let refusals: [Refusal]

    init(_ node: ViewNode) {
      displacement = node.makeDisplacement()
      absence = node.isLive ? nil : node.makeAbsence(displacement)
      refusals = node.makeRefusals()
    }
  }

  private final lazy var story = Story(self)

  /// What the step did to the value behind it; nil where that stays as it is.
  final var displacement: Displacement? { story.displacement }

  /// Why there is no value, nil also where there never was one.
  package final var absence: Absence? { story.absence }

  /// What was tried in vain against a final key here, in this step.
  package final var refusals: [Refusal] { story.refusals }

  /// A member that has a value, nil where none has one.
  private(set) final lazy var liveName: Name? = findLiveName()

  /// The entry of a member, alive or not; nil for a name that nobody spoke of.
  package final func member(_ name: Name) -> ViewNode? {
    if let node = known[name] { return node }
    let node = makeMember(name)
    if let node, node.step === step { known[name] = node }
    return node
  }

  /// The same where several scopes ask for it that inherit from this one: also what stands farther back is kept here,
  /// so that it is sought on the way there once.
  final func sharedMember(_ name: Name) -> ViewNode? {
    if let node = known[name] { return node }
    let node = makeMember(name)
    if let node { known[name] = node }
    return node
  }

  /// Keeps members that were found already, so that they are not searched level by level.
  final func keep(_ members: NameMap<ViewNode>) {
    for (name, node) in zip(members.names, members.values) where known[name] == nil {
      known[name] = node
    }
  }

  /// The member of the node behind.
  final func memberBehind(_ name: Name) -> ViewNode? {
    // A loop, since a recursion over 4096 levels takes several times as long.
    var next = behind
    while let node = next, node.passesOver(name) { next = node.behind }
    return next?.member(name)
  }

  /// The members that have a value, in the order of first mention from the root.
  package final func liveMembers() -> [(name: Name, node: ViewNode)] { isObject ? keptMembers : [] }
  private final lazy var keptMembers = findLiveMembers()

  // What each kind of step has to tell.

  func makeMember(_ name: Name) -> ViewNode? { behind?.member(name) }
  /// Whether a member is the same as behind.
  func passesOver(_ name: Name) -> Bool { false }
  func makeState() -> State { behind?.state ?? .absent }
  func makeDisplacement() -> Displacement? { nil }
  func makeAbsence(_ displacement: Displacement?) -> Absence? { behind?.absence }
  func makeRefusals() -> [Refusal] { [] }
  /// The level's own values that hold, as its files have them.
  package var written: [Definition] { [] }
  /// The one of them that is read last.
  package var lastWritten: Definition? { nil }
  /// What the level inherits, its stops and removals applied: what its own value meets.
  package var inherited: ViewNode? { behind }
  /// The own value that takes the place of all that is in the inherited object (I8, T8).
  package var replacement: Definition? { nil }
  /// The same of the widest object around, of itself, too.
  var inwardReplacement: Definition? { nil }
  /// What the lineage declares of the key.
  package var inForce: DirectivesInForce? { nil }
  /// The markers of the level that took elements out of the inherited array.
  var removing: [Marker] { [] }
  /// Whether a file of the level has a member of this name, whatever became of it.
  var isMention: Bool { false }
  /// The names of members that the level's files mention, in order; a name may come twice.
  var ownMentions: [Name] { [] }
  /// The same one by one.
  func forEachMention(_ body: (Name) -> Void) { ownMentions.forEach(body) }
  /// Whether there are any.
  var mentionsMembers: Bool { !ownMentions.isEmpty }
  /// Whether no name comes twice among them.
  var hasDistinctMentions: Bool { true }
  /// Whether a member that the level does not mention is what it is behind.
  var onlyAddsValues: Bool { false }
  /// The level's own object, where one file wrote it, it holds, and no directive stands in it.
  var plainWritten: Definition? { nil }
  /// The names of members that may differ from what they are behind.
  package func touchedNames() -> [Name] { [] }

  /// How what a step writes meets what was there.
  package enum Meeting {
    /// A node that writes a value over another one.
    case over(ViewNode)
    /// A name of which nobody spoke before in an object that was there.
    case new(Name, in: ViewNode)
  }

  /// Calls `body` for what this step writes inside, an object before its members; where a value takes the place of
  /// another that is no object, or adds to an object, nobody need hear of it.
  package func forEachMeeting(_ body: (Meeting) -> Void) {
    for name in touchedNames() {
      guard let member = member(name), member.step === step else { continue }
      if member.behind == nil {
        if let behind, behind.isObject, member.lastWritten != nil { body(.new(name, in: behind)) }
        continue
      }
      if member.lastWritten != nil { body(.over(member)) }
      member.forEachMeeting(body)
    }
  }

  /// Whether what holds here is no object, stands as one file wrote it, and equals another value.
  func isLeaf(like other: Definition) -> Bool {
    guard case .leaf(let written) = state else { return false }
    return other.document.equal(other.node, written.document, written.node)
  }

  /// Whether a computed value may stand here or in it: then what holds depends on the asked scope.
  package var mayCompute: Bool {
    if isObject { return behind?.isObject == true && behind?.mayCompute == true }
    return switch state {
    case .absent, .object: false
    case .leaf(let written): written.isComputing
    case .array(let merged): merged.isComputing
    }
  }

  private var topState: State {
    // The top stays an object when everything in it is gone (D13).
    .object(isWrittenEmpty: liveName == nil)
  }

  private func findLiveName() -> Name? {
    for name in ownMentions where member(name)?.isLive == true { return name }
    guard let behind, behind.isObject || restoresMembers else { return nil }
    if let name = behind.liveName {
      // What the level does not speak of need not be followed back to where that stands.
      let isSame = onlyAddsValues && !ownMentions.contains(name)
      if isSame || member(name)?.isLive == true { return name }
    }
    for name in behind.mentionedNames() where member(name)?.isLive == true { return name }
    return nil
  }

  /// Whether a member may have a value here though there is none behind, and no level's own says so.
  var restoresMembers: Bool { false }

  /// This node, or the one behind it that is the same in all that it holds.
  var speaking: ViewNode { self }

  package var isLive: Bool {
    if isTop { return true }
    return if case .absent = state { false } else { true }
  }

  package var isObject: Bool {
    // Which of its members have a value need not be known for that.
    if isTop { return true }
    return if case .object = state { true } else { false }
  }

  package final var isWrittenEmpty: Bool {
    if case .object(isWrittenEmpty: true) = state { true } else { false }
  }

  /// Whether a computed value holds here: what comes of it may be of any kind.
  package final var isComputedValue: Bool {
    if case .leaf(let written) = state { written.isComputed } else { false }
  }

  package final var isArray: Bool {
    switch state {
    case .array: true
    case .leaf(let written): written.isArray
    case .absent, .object: false
    }
  }

  /// The array that holds here, nil where none does.
  package final var array: MergedArray? {
    switch state {
    case .array(let merged): merged
    case .leaf(let written) where written.isArray: MergedArray(written)
    default: nil
    }
  }

  /// The elements of the array that holds here, nil where none does.
  package final var elements: [Element]? { array?.elements }

  /// One of them; nil if there are fewer.
  package final func element(_ index: Int) -> Element? {
    switch state {
    case .array(let merged):
      let elements = merged.elements
      return index < elements.count ? elements[index] : nil
    case .leaf(let written) where written.isArray: return written.element(index).map { Element($0) }
    default: return nil
    }
  }

  /// The arrays that give the one that holds here, the farthest first.
  final var arrays: [Definition] { array?.arrays ?? [] }
}
