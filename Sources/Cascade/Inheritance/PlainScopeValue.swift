import JSONSource

/// The value of a key in a scope, merged from plain values only. A walk merges the next level onto it.
package struct PlainScopeValue {
  package enum Content {
    case leaf(Definition)
    case object(NameMap<PlainObject.Value>)
  }

  package let writings: [Definition]
  package let content: Content
  /// Whether the order of members is incomplete, because removed members are missing.
  private let isOrderIncomplete: Bool

  private init(_ writings: [Definition], _ content: Content, isOrderIncomplete: Bool = false) {
    (self.writings, self.content, self.isOrderIncomplete) = (writings, content, isOrderIncomplete)
  }

  package var kind: Node.Kind {
    switch content {
    case .leaf(let written): written.kind
    case .object: .object
    }
  }

  /// nil if the value contains an empty object.
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

  /// nil if directives affected the value, or it has computed values or empty objects.
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
        self.init(writings, .object(members), isOrderIncomplete: true)
      }
    case .absent, .array: return nil
    }
  }

  /// Also returns the indexes of values that no longer contribute.
  /// nil if plain values do not determine the result.
  package func laying(
    _ own: Definition
  ) -> (standing: PlainScopeValue, gone: [(place: Int, by: SourceRange)])? {
    guard case .object(var members) = content else {
      return own.isPlainObject ? nil : (PlainScopeValue([own], .leaf(own)), [(0, own.place)])
    }
    guard own.isPlainObject, own.isFull else { return nil }
    var replaced: [(name: Name, old: PlainObject.Value, new: Definition)] = []
    replaced.reserveCapacity(8)
    var isAlike = true
    own.forEachMember { name, new in
      guard let place = members.place(of: name) else {
        members[name] = .written(new)
        if isOrderIncomplete { isAlike = false }
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
      // The value that replaced the last member decides the outcome.
      guard let last = part.memberNames.last,
        let taken = replaced.first(where: { $0.name == last }),
        case .written(let old) = taken.old, old.file === part.file, !old.isPlainObject
      else { return nil }
      gone.append((place, taken.new.place))
    }
    return (
      PlainScopeValue(left + [own], .object(members), isOrderIncomplete: isOrderIncomplete), gone
    )
  }
}

extension PlainObject.Value {
  fileprivate func laying(_ own: Definition) -> PlainObject.Value? {
    switch self {
    case .written(let old) where !old.isPlainObject:
      return own.isPlainObject ? nil : .written(own)
    case .written(let old): return own.isPlainObject ? .object(PlainObject([own, old])) : nil
    case .object(let object): return own.isPlainObject ? .object(object.laying(own)) : nil
    }
  }

  fileprivate func isWritten(in part: Definition) -> Bool {
    switch self {
    case .written(let written): written.file === part.file
    case .object(let object): object.members.contains { $0.value.isWritten(in: part) }
    }
  }
}

extension Definition {
  fileprivate var isFull: Bool {
    !(node..<document.indexAfter(node)).contains {
      document.kind($0) == .object && document.indexAfter($0) == $0 + 1
    }
  }
}
