import JSONSource

/// A key with a single written value and no directives at, around or below it. Most keys are like this.
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
    guard let before = previousMember(name) else { return nil }
    // A leaf replaces all members of an inherited object.
    return isObject || !before.isLive ? before : LevelNode(name, in: self, nil, [], nil)
  }

  override func passesOver(_ name: Name) -> Bool { isObject && own.member(name) == nil }

  override func makeDisplacement() -> Displacement? {
    guard let previous else { return nil }
    if !isObject { return .overridden(by: own, wasObject: previous.isObject) }
    return previous.isLive && !previous.isObject ? .replacedByObject(own) : nil
  }

  override var written: [Definition] { [own] }
  override var lastWritten: Definition? { own }
  override var replacement: Definition? { isObject ? nil : own }
  override var widestReplacement: Definition? { replacement }
  override var isMention: Bool { true }
  override var ownMentions: [Name] { own.memberNames }
  override func forEachMention(_ body: (Name) -> Void) {
    if own.isPlainObject { own.forEachMember { name, _ in body(name) } }
  }
  override var mentionsMembers: Bool { own.isPlainObject && !own.isEmptyObject }
  override var onlyAddsValues: Bool { isObject }
  override var plainWritten: Definition? { isObject ? own : nil }

  override func touchedNames() -> [Name] {
    isObject ? own.memberNames : previous?.liveMembers().map(\.name) ?? []
  }

  override func forEachOwnValue(_ body: (OwnValueMatch) -> Void) {
    if isObject { forEachOwnValue(of: own, body) }
  }

  override var mayCompute: Bool {
    // An unread inclusion may contain a computed value.
    isObject
      && (own.file.hasInclusions || previous?.isObject == true && previous?.mayCompute == true)
  }
}

extension ViewNode {
  /// Avoids creating nodes for values that `body` does not receive.
  final func forEachOwnValue(of own: Definition, _ body: (OwnValueMatch) -> Void) {
    if let previous { own.forEachOwnValue(previous, { self }, body) }
  }
}

extension Definition {
  fileprivate func forEachOwnValue(
    _ previous: ViewNode, _ node: () -> ViewNode?, _ body: (ViewNode.OwnValueMatch) -> Void
  ) {
    document.forEachMember(self.node) { name, place in
      guard let before = previous.sharedMember(name) else {
        if previous.isObject { body(.new(name, in: previous)) }
        return
      }
      let value = at(place)
      let (isObject, wasObject) = (value.isPlainObject, before.isObject)
      if isObject, wasObject, !value.isEmptyObject {
        value.forEachOwnValue(before, { node()?.member(name) }, body)
      } else if isObject || wasObject || before.isLeaf(like: value), let made = node()?.member(name)
      {
        body(.over(made))
        made.forEachOwnValue(body)
      }
    }
  }
}
