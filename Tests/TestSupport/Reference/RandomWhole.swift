/// A tree with overlays and values of the command line.
package struct ReferenceWhole: Sendable {
  package var tree: ReferenceTree
  package var overlays: [ReferenceTree]
  package var set: [(key: PlainKey, value: PlainValue)]

  package init(
    _ tree: ReferenceTree, overlays: [ReferenceTree] = [],
    set: [(key: PlainKey, value: PlainValue)] = []
  ) {
    (self.tree, self.overlays, self.set) = (tree, overlays, set)
  }

  /// The root's tree first.
  package var trees: [ReferenceTree] { [tree] + overlays }

  /// Changes the tree with a number, which is 0 for the root.
  mutating func edit(_ number: Int, _ change: (inout ReferenceTree) -> Void) {
    if number == 0 { change(&tree) } else { change(&overlays[number - 1]) }
  }
}

extension ReferenceTree {
  /// Changes the top object of a file of a scope; both are made if missing.
  mutating func edit(
    _ path: [PlainName], file: Int = 0, _ change: (inout [PlainMember]) -> Void
  ) {
    if !scopes.contains(where: { $0.path == path }) { scopes.append(Scope(path)) }
    guard let index = scopes.firstIndex(where: { $0.path == path }) else { return }
    if scopes[index].files.isEmpty { scopes[index].files.append(File("a.json", .object([]))) }
    var members = scopes[index].files[file].content.members ?? []
    change(&members)
    scopes[index].files[file].content = .object(members)
  }
}

extension RandomTree {
  /// Small trees, now and then with overlays and values of the command line, in which every rule of
  /// inheritance and of computed values comes up, while most of it can be worked out. The same for the
  /// same seed, always.
  package static func makeWhole(seed: UInt64) -> ReferenceWhole {
    var maker = WholeMaker(seed: seed)
    let areWanted = RandomParents.areWanted(seed: seed)
    var whole = maker.whole(hasFurtherParents: areWanted)
    var trees = whole.trees
    if areWanted { trees = RandomParents.add(to: trees, seed: seed) }
    trees = RandomPasses.add(to: trees, seed: seed)
    (whole.tree, whole.overlays) = (trees[0], Array(trees.dropFirst()))
    return whole
  }
}

/// Makes a sample. Each name mostly has values of a single kind, so that arrays merge with arrays and objects with
/// objects.
struct WholeMaker {
  enum Kind: Hashable {
    case scalar
    case array
    case object
  }

  private static let files: [PlainName] = ["a.json", "b.json"]

  var random: SplitMix64
  /// In their order: references mostly lead from one to a later one, which keeps cycles rare.
  var names: [PlainName] = []
  /// The kind that a name mostly has at the top, and in objects.
  var kinds: [PlainName: Kind] = [:]
  var innerKinds: [PlainName: Kind] = [:]
  /// Whether the elements of arrays are mostly objects with a name.
  var hasNamedElements = false
  var scopes: [[PlainName]] = [[]]
  /// Every key written so far: directives mostly name one of them, so that they find something.
  var written: [PlainKey] = []

  var computedPercent = 0
  var directivePercent = 0
  var mergePercent = 0

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    names = ["a", "b", "c", "d"].shuffled(using: &random)
    if random.chance(40) { names.removeLast() }
    for (index, name) in names.enumerated() {
      // One of each kind at least, the last of them a scalar to which references lead.
      kinds[name] =
        index == 0
        ? .object
        : index == names.count - 1 ? .scalar : random.chance(70) ? .array : .object
      innerKinds[name] = random.chance(30) ? .array : random.chance(12) ? .object : .scalar
    }
    hasNamedElements = random.chance(50)
    computedPercent = random.chance(25) ? 0 : 8 + random.upTo(14)
    directivePercent = 6 + random.upTo(12)
    mergePercent = random.chance(20) ? 5 : 45 + random.upTo(40)
  }

  mutating func whole(hasFurtherParents: Bool) -> ReferenceWhole {
    let components: [PlainName] = ["p", "q"]
    for _ in 0..<(2 + random.upTo(1)) { scopes.append(scopes[scopes.count - 1] + [components[0]]) }
    if random.chance(40) {
      let side = random.pick(scopes).prefix(2) + [components[1]]
      scopes.append(Array(side))
    }
    if hasFurtherParents {
      for path: [PlainName] in [["q"], ["r"], ["r", "p"]] where !scopes.contains(path) {
        scopes.append(path)
      }
    }
    let tree = tree(sparsely: false)
    let overlays = (0..<few(none: 60)).map { _ in self.tree(sparsely: true) }
    let set = (0..<few(none: 65)).map { _ in commandLine() }
    return withSituations(ReferenceWhole(tree, overlays: overlays, set: set))
  }

  /// 0, 1 or 2.
  private mutating func few(none percent: Int) -> Int {
    random.chance(percent) ? 0 : random.chance(70) ? 1 : 2
  }

  private mutating func tree(sparsely: Bool) -> ReferenceTree {
    ReferenceTree(
      scopes.filter { _ in !sparsely || random.chance(75) }.map { scope in
        let count = random.chance(sparsely ? 35 : 8) ? 0 : random.chance(85) ? 1 : 2
        return ReferenceTree.Scope(
          scope, Self.files.prefix(count).map { ReferenceTree.File($0, object(at: [])) })
      })
  }

  private mutating func commandLine() -> (key: PlainKey, value: PlainValue) {
    let computed = computedPercent
    let directives = directivePercent
    (computedPercent, directivePercent) = (0, 0)
    defer { (computedPercent, directivePercent) = (computed, directives) }
    let key = random.chance(60) && !written.isEmpty ? random.pick(written) : path(below: [])
    return (key, value(at: key))
  }

  // MARK: Values

  mutating func object(at key: PlainKey) -> PlainValue {
    let isTop = key.isEmpty
    var members: [PlainMember] = []
    if !random.chance(isTop ? 4 : 8) || directivePercent == 0 {
      let count = isTop ? 2 + random.upTo(names.count - 2) : 1 + random.upTo(1)
      for name in names.shuffled(using: &random).prefix(count) {
        written.append(key + [name])
        members.append(PlainMember(name, value(at: key + [name])))
      }
    }
    for directive in directives(at: key) {
      members.insert(directive, at: random.upTo(members.count))
    }
    return .object(members)
  }

  func usualKind(_ key: PlainKey) -> Kind {
    guard let name = key.last else { return .object }
    return (key.count == 1 ? kinds : innerKinds)[name] ?? .scalar
  }

  mutating func value(at key: PlainKey) -> PlainValue {
    // Few at the last name, from which references lead nowhere.
    let isLast = key.first == names.last && key.count == 1
    if random.chance(isLast ? computedPercent / 3 : computedPercent) { return computed(at: key) }
    let kind =
      random.chance(isLast ? 96 : 88) ? usualKind(key) : random.pick([.scalar, .array, .object])
    switch kind {
    case .object where key.count <= 2: return random.chance(6) ? [:] : object(at: key)
    case .array: return array(at: key)
    default: return scalar()
    }
  }

  mutating func scalar() -> PlainValue {
    switch random.upTo(14) {
    case 0: nil
    case 1: .bool(random.chance(50))
    case 2...5: .text(random.pick(["x", "y", "z"]))
    case 6: .number("1.0")
    default: .number(String(1 + random.upTo(3)))
    }
  }

  mutating func array(at key: PlainKey) -> PlainValue {
    .array((0..<(random.chance(8) ? 0 : 1 + random.upTo(2))).map { _ in element(at: key) })
  }

  mutating func element(at key: PlainKey) -> PlainValue {
    if random.chance(computedPercent / 3) { return computed(at: key) }
    guard random.chance(hasNamedElements ? 75 : 12) else {
      return random.pick([1, 1, 2, "x", "y", .number("1.0")])
    }
    var members = [PlainMember("name", .text(random.pick(["x", "y", "z"])))]
    if random.chance(70) { members.append(PlainMember("v", scalar())) }
    if random.chance(30) { members.append(PlainMember("w", random.chance(50) ? [1] : ["u": 1])) }
    if random.chance(computedPercent) {
      members.append(PlainMember("u", ["$format": "${.name}-${.v}", "default": "none"]))
    }
    return .object(members)
  }

  /// A key in the object with that key, one to two names long.
  mutating func path(below holder: PlainKey) -> PlainKey {
    let below = written.filter { $0.count > holder.count && $0.starts(with: holder) }
    if random.chance(80), !below.isEmpty {
      return Array(random.pick(below).dropFirst(holder.count))
    }
    return (0...(holder.count < 2 ? random.upTo(1) : 0)).map { _ in random.pick(names) }
  }
}
