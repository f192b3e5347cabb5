import JSONSource

/// What scopes write plainly for one key, as it stands in a scope to which a walk has come: what one writes below is
/// laid over it without looking at anything farther.
package struct PlainStanding {
  package enum Content {
    /// As one file writes it, and no object.
    case leaf(Definition)
    /// The members of an object, in the order of first mention from the root.
    case object(NameMap<PlainObject.Value>)
  }

  /// What is written and gives something to it, the farthest first.
  package let writings: [Definition]
  package let content: Content
  /// Whether members have gone that would come again where they were.
  private let hasGaps: Bool

  private init(_ writings: [Definition], _ content: Content, hasGaps: Bool = false) {
    (self.writings, self.content, self.hasGaps) = (writings, content, hasGaps)
  }

  package var kind: Node.Kind {
    switch content {
    case .leaf(let written): written.kind
    case .object: .object
    }
  }

  /// What one scope writes where nobody ever spoke of the key.
  package init?(_ own: Definition) {
    guard own.isPlainObject else {
      self.init([own], .leaf(own))
      return
    }
    guard own.isFull else { return nil }
    var members = NameMap<PlainObject.Value>()
    own.forEachMember { name, value in members[name] = .written(value) }
    self.init([own], .object(members))
  }

  /// What a node holds, to which these values give something; nil where more than values had a say in it.
  package init?(_ node: ViewNode, _ writings: [Definition]) {
    switch node.state {
    case .leaf(let written):
      guard writings.count == 1, writings[0].isSame(as: written), !written.isComputing else {
        return nil
      }
      self.init(writings, .leaf(written))
    case .object:
      guard !node.mayCompute, writings.allSatisfy(\.isFull) else { return nil }
      var members = NameMap<PlainObject.Value>()
      if let plain = node.plainObject {
        guard plain.isWhole else { return nil }
        for (name, value) in plain.members { members[name] = value }
        self.init(writings, .object(members))
      } else {
        for (name, member) in node.liveMembers() {
          guard case .leaf(let written) = member.state else { return nil }
          members[name] = .written(written)
        }
        self.init(writings, .object(members), hasGaps: true)
      }
    case .absent, .array: return nil
    }
  }

  /// The same with what a nearer scope writes laid over it, and the places of the writings that give nothing any
  /// more, with what took the place of the last that they gave; nil where more has to be looked at to tell.
  package func laying(
    _ own: Definition
  ) -> (standing: PlainStanding, gone: [(place: Int, by: SourceRange)])? {
    guard case .object(var members) = content else {
      return own.isPlainObject ? nil : (PlainStanding([own], .leaf(own)), [(0, own.place)])
    }
    guard own.isPlainObject, own.isFull else { return nil }
    var replaced: [(name: Name, old: PlainObject.Value, new: Definition)] = []
    replaced.reserveCapacity(8)
    var isAlike = true
    own.forEachMember { name, new in
      guard let place = members.place(of: name) else {
        members[name] = .written(new)
        if hasGaps { isAlike = false }
        return
      }
      let old = members.values[place]
      replaced.append((name, old, new))
      if let both = old.laying(new) { members.values[place] = both } else { isAlike = false }
    }
    if !isAlike { return nil }
    var left: [Definition] = []
    var gone: [(place: Int, by: SourceRange)] = []
    for (place, part) in writings.enumerated() {
      let isSame = !replaced.contains { $0.old.isWritten(in: part) }
      if isSame || members.values.contains(where: { $0.isWritten(in: part) }) {
        left.append(part)
        continue
      }
      // What took the last of its members tells what became of it.
      guard let last = part.memberNames.last,
        let taken = replaced.first(where: { $0.name == last }),
        case .written(let old) = taken.old, old.file === part.file, !old.isPlainObject
      else { return nil }
      gone.append((place, taken.new.place))
    }
    return (PlainStanding(left + [own], .object(members), hasGaps: hasGaps), gone)
  }
}

extension PlainObject.Value {
  /// This with what a nearer scope writes laid over it; nil where only one of them is an object.
  fileprivate func laying(_ own: Definition) -> PlainObject.Value? {
    switch self {
    case .written(let old) where !old.isPlainObject:
      return own.isPlainObject ? nil : .written(own)
    case .written(let old): return own.isPlainObject ? .object(PlainObject([own, old])) : nil
    case .object(let object): return own.isPlainObject ? .object(object.laying(own)) : nil
    }
  }

  /// Whether something of it is written in what a file writes for the key.
  fileprivate func isWritten(in part: Definition) -> Bool {
    switch self {
    case .written(let written): written.file === part.file
    case .object(let object): object.members.contains { $0.value.isWritten(in: part) }
    }
  }
}

extension Definition {
  /// Whether no empty object stands in it: what becomes of that is told otherwise.
  fileprivate var isFull: Bool {
    !(node..<document.behind(node)).contains {
      document.kind($0) == .object && document.behind($0) == $0 + 1
    }
  }
}
