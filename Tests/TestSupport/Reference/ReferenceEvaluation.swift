/// The evaluated value of a key.
package enum ReferenceOutcome: Hashable, Sendable {
  case value(PlainValue)
  case absent
  /// A cycle, a reference to nothing, or whatever else is an error.
  case failure
}

/// An evaluation error.
struct ReferenceFailure: Error {}

/// Evaluates computed values (section 5) in their place, on demand.
final class ReferenceEvaluation {
  enum Step: Hashable {
    case member(PlainName)
    case element(Int)

    var name: PlainName {
      switch self {
      case .member(let name): name
      case .element(let index): PlainName(String(index))
      }
    }
  }

  /// A value in its place, before evaluation.
  struct Node: Hashable {
    var view: ReferenceView
    /// Where it stands in the effective value.
    var location: [Step]
    /// The key of the written value that holds it; for an object of the holding its own.
    var home: PlainKey
    /// nil for an object whose members are keys of their own.
    var written: ReferenceWritten?
  }

  private let resolver: ReferenceResolver
  /// The computed values of which it is being found out what they lead to.
  private var leading: [Node] = []
  /// The objects and arrays whose content is being worked out.
  private var expanding: [Node] = []

  init(_ resolver: ReferenceResolver) { self.resolver = resolver }

  func whole(_ view: ReferenceView) -> PlainValue? {
    try? expanded(Node(view: view, location: [], home: []))
  }

  func outcome(_ view: ReferenceView, _ key: PlainKey) -> ReferenceOutcome {
    do {
      guard let node = try find(view, key) else { return .absent }
      return .value(try expanded(node))
    } catch {
      return .failure
    }
  }

  private func resolution(_ view: ReferenceView) -> ReferenceResolution {
    resolver.resolve(view)
  }

  // MARK: Ways through values

  /// What a key leads to, through references where they stand in the way; nil where it has no value.
  private func find(_ view: ReferenceView, _ key: PlainKey) throws -> Node? {
    var node = Node(view: view, location: [], home: [])
    for name in key {
      guard let next = try member(name, of: node) else { return nil }
      node = next
    }
    return node
  }

  private func member(_ name: PlainName, of computed: Node) throws -> Node? {
    let node = try head(computed)
    switch node.written {
    case nil: return key(name, in: node)
    case .object(let members):
      return members.first { $0.name == name }.map { inside(node, .member(name), $0.value) }
    case .array(let elements):
      guard let index = Self.index(name), index < elements.count else { return nil }
      return inside(node, .element(index), elements[index])
    case .scalar, .computed: return nil
    }
  }

  private func key(_ name: PlainName, in object: Node) -> Node? {
    let key = object.home + [name]
    let location = key.map { Step.member($0) }
    switch resolution(object.view).entry(key) {
    case .leaf(let leaf):
      return Node(view: object.view, location: location, home: key, written: leaf.value)
    case .emptyObject:
      return Node(view: object.view, location: location, home: key, written: .object([]))
    case .object: return Node(view: object.view, location: location, home: key)
    case .absent, nil: return nil
    }
  }

  private func inside(_ node: Node, _ step: Step, _ written: ReferenceWritten) -> Node {
    Node(
      view: node.view, location: node.location + [step], home: node.home, written: written)
  }

  /// K3: decimal digits without a zero in front.
  private static func index(_ name: PlainName) -> Int? {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard name.bytes.count <= 9, name.bytes.allSatisfy(digits.contains),
      name.bytes.count == 1 || name.bytes.first != UInt8(ascii: "0")
    else { return nil }
    return Int(name.text)
  }

  // MARK: Values

  /// The node itself, or what it leads to if it is computed: never a computed value, its content untouched.
  private func head(_ node: Node) throws -> Node {
    guard case .computed(let members, let origin) = node.written else { return node }
    if leading.contains(node) { throw ReferenceFailure() }
    leading.append(node)
    defer { leading.removeLast() }
    return try head(
      ReferenceComputation(members: members, origin: origin, node: node, in: self).result())
  }

  private func expanded(_ computed: Node) throws -> PlainValue {
    let node = try head(computed)
    if case .scalar(let value) = node.written { return value }
    if expanding.contains(node) { throw ReferenceFailure() }
    expanding.append(node)
    defer { expanding.removeLast() }
    switch node.written {
    case .array(let elements):
      return .array(
        try elements.enumerated().map { index, element in
          try expanded(inside(node, .element(index), element))
        })
    case .object(let members):
      return .object(
        try members.map { member in
          PlainMember(
            member.name, try expanded(inside(node, .member(member.name), member.value)))
        })
    default:
      return .object(
        try resolution(node.view).members(of: node.home).compactMap { name in
          try key(name, in: node).map { PlainMember(name, try expanded($0)) }
        })
    }
  }

  // MARK: What references lead to

  /// What the text of a reference leads to from a computed value; nil where there is no value.
  func target(
    _ text: [UInt8], scope: PlainValue?, from node: Node, _ origin: ReferenceOrigin
  ) throws -> Node? {
    var view = node.view
    if let scope { view = ReferenceView(scope: try path(scope), hasCommandLine: false) }
    switch ReferenceTarget(reading: text) {
    case .scope: return says(ReferenceTree.spelled(view.scope), node)
    case .scopeName: return says(view.scope.last?.text ?? "", node)
    case .inherited:
      view.lacking.insert(ReferenceStatement(origin: origin, key: node.home))
      return try find(view, node.home)
    case .fact(let key):
      // V3: not there is like a key without a value.
      guard let fact = key.reduce(resolver.facts, { $0.flatMap(Self.inner($1)) }) else {
        return nil
      }
      var node = node
      node.written = ReferenceWritten(reading: fact, from: origin)
      return node
    case .key(let dots, let names):
      return try find(view, try start(dots, node.location) + names)
    case nil: throw ReferenceFailure()
    }
  }

  /// The member of an object, or the element of an array by its index.
  private static func inner(_ name: PlainName) -> (PlainValue) -> PlainValue? {
    { value in
      switch value {
      case .object(let members): members.first { $0.name == name }?.value
      case .array(let elements):
        index(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
      default: nil
      }
    }
  }

  private func says(_ words: String, _ node: Node) -> Node {
    var node = node
    node.written = .scalar(.text(words))
    return node
  }

  /// V1: the key from which so many dots count: each is one object up from the nearest around the value.
  private func start(_ dots: Int, _ location: [Step]) throws -> PlainKey {
    if dots == 0 { return [] }
    let objects = location.indices.reversed().filter { index in
      if case .member = location[index] { return true }
      return false
    }
    guard dots <= objects.count else { throw ReferenceFailure() }
    return location.prefix(objects[dots - 1]).map(\.name)
  }

  /// A scope that some tree has.
  private func path(_ scope: PlainValue) throws -> [PlainName] {
    guard case .string(var text) = scope else { throw ReferenceFailure() }
    let slash = UInt8(ascii: "/")
    if text.first == slash { text.removeFirst() }
    if text.last == slash { text.removeLast() }
    let names = text.split(separator: slash, omittingEmptySubsequences: false).map {
      PlainName(bytes: Array($0))
    }
    let path = text.isEmpty ? [] : names
    guard resolver.paths.contains(path) else { throw ReferenceFailure() }
    return path
  }

  /// A scalar as V2 spells it.
  func spelled(_ node: Node) throws -> [UInt8] {
    guard case .scalar(let value) = try head(node).written else { throw ReferenceFailure() }
    switch value {
    case .string(let text): return text
    case .number(let text): return Array(text.utf8)
    case .bool(let truth): return Array((truth ? "true" : "false").utf8)
    default: throw ReferenceFailure()
    }
  }
}
