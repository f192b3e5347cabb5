import JSONSource

/// A key of which a level says one value and nothing else, as one file writes it, in a lineage that declares nothing
/// of the key: so with all that is in it. Most of what is written is such.
final class PlainNode: ViewNode {
  private let own: Definition

  init(_ name: Name, in holder: ViewNode, _ own: Definition) {
    self.own = own
    super.init(name, in: holder)
  }

  override var state: State {
    if !own.isPlainObject { return .leaf(own) }
    return .object(isWrittenEmpty: own.isEmptyObject && liveName == nil)
  }

  override var isLive: Bool { true }
  override var isObject: Bool { own.isPlainObject }

  override func isLeaf(like other: Definition) -> Bool {
    !own.isPlainObject && other.document.equal(other.node, own.document, own.node)
  }

  override func makeMember(_ name: Name) -> ViewNode? {
    if let inner = own.member(name) { return PlainNode(name, in: self, inner) }
    guard let before = memberBehind(name) else { return nil }
    // What is no object takes the place of all that was in one.
    return isObject || !before.isLive ? before : LevelNode(name, in: self, nil, [], nil)
  }

  override func passesOver(_ name: Name) -> Bool { isObject && own.member(name) == nil }

  override func makeDisplacement() -> Displacement? {
    guard let behind else { return nil }
    if !isObject { return .overridden(by: own, wasObject: behind.isObject) }
    return behind.isLive && !behind.isObject ? .replacedByObject(own) : nil
  }

  override var written: [Definition] { [own] }
  override var lastWritten: Definition? { own }
  override var replacement: Definition? { isObject ? nil : own }
  override var inwardReplacement: Definition? { replacement }
  override var isMention: Bool { true }
  override var ownMentions: [Name] { own.memberNames }
  override func forEachMention(_ body: (Name) -> Void) {
    if own.isPlainObject { own.forEachMember { name, _ in body(name) } }
  }
  override var mentionsMembers: Bool { own.isPlainObject && !own.isEmptyObject }
  override var onlyAddsValues: Bool { isObject }
  override var plainWritten: Definition? { isObject ? own : nil }

  override func touchedNames() -> [Name] {
    isObject ? own.memberNames : behind?.liveMembers().map(\.name) ?? []
  }

  override func forEachMeeting(_ body: (Meeting) -> Void) {
    if isObject { forEachMeeting(of: own, body) }
  }

  override var mayCompute: Bool {
    // What is included may be computed, which only looking at it can tell.
    isObject
      && (own.file.hasInclusions || behind?.isObject == true && behind?.mayCompute == true)
  }
}

extension ViewNode {
  /// The same of an object of which the step says nothing but what one file writes: no node is made of what nobody
  /// need hear of.
  final func forEachMeeting(of own: Definition, _ body: (Meeting) -> Void) {
    if let behind { own.forEachMeeting(behind, { self }, body) }
  }
}

extension Definition {
  /// Does so for an object that is laid on another node; `node` makes the one that comes of it.
  fileprivate func forEachMeeting(
    _ behind: ViewNode, _ node: () -> ViewNode?, _ body: (ViewNode.Meeting) -> Void
  ) {
    document.forEachMember(self.node) { name, place in
      guard let before = behind.sharedMember(name) else {
        if behind.isObject { body(.new(name, in: behind)) }
        return
      }
      let value = at(place)
      let (isObject, wasObject) = (value.isPlainObject, before.isObject)
      if isObject, wasObject, !value.isEmptyObject {
        value.forEachMeeting(before, { node()?.member(name) }, body)
      } else if isObject || wasObject || before.isLeaf(like: value), let made = node()?.member(name)
      {
        body(.over(made))
        made.forEachMeeting(body)
      }
    }
  }
}
