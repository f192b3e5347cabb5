/// Makes small random trees in which few names collide often, with every kind of value, object and marker.
package enum RandomTree {
  /// The same tree for the same seed, always.
  package static func make(seed: UInt64) -> ReferenceTree {
    var maker = Maker(seed: seed)
    let areWanted = RandomParents.areWanted(seed: seed)
    let tree = maker.tree(hasFurtherParents: areWanted)
    let trees = areWanted ? RandomParents.add(to: [tree], seed: seed) : [tree]
    return RandomPasses.add(to: trees, seed: seed)[0]
  }
}

private struct Maker {
  private static let common: [PlainName] = ["a", "b", "c", "d", "db", "host"]
  private static let odd: [PlainName] = [
    "x.y", "*", "", "$n", "$stop", "\u{E9}", "e\u{301}", "a b", "0",
  ]
  private static let scopes: [PlainName] = ["a", "b", "db", "x.y", "\u{E9}", "e\u{301}"]
  private static let files: [PlainName] = ["a.json", "B.json", "b.json", "\u{E9}.json"]

  private var random: SplitMix64
  /// The names that this tree uses: few, so that they meet.
  private var names: [PlainName] = []
  /// Objects are deeper in some trees, markers more frequent in others.
  private var objectPercent = 0
  private var markerPercent = 0
  /// Every key written so far: markers mostly name one of them, so that they find something.
  private var written: [PlainKey] = []

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    names = Array(Self.common.shuffled(using: &random).prefix(2 + random.upTo(1)))
    if random.chance(50) { names.append(random.pick(Self.odd)) }
    if random.chance(15) { names.append(random.pick(Self.odd)) }
    names = names.enumerated().filter { !names.prefix($0.offset).contains($0.element) }
      .map(\.element)
    objectPercent = 35 + random.upTo(30)
    markerPercent = 15 + random.upTo(35)
  }

  // MARK: Scopes and files

  mutating func tree(hasFurtherParents: Bool) -> ReferenceTree {
    var paths: [[PlainName]] = [[]]
    let depth = random.upTo(5)
    for _ in 0..<depth { paths.append((paths.last ?? []) + [random.pick(Self.scopes)]) }
    // A few side branches.
    for _ in 0..<(hasFurtherParents ? 3 + random.upTo(2) : random.upTo(2)) {
      let path = random.pick(paths) + [random.pick(Self.scopes)]
      if path.count <= 5, !paths.contains(path) { paths.append(path) }
    }
    return ReferenceTree(
      paths.map { path in ReferenceTree.Scope(path, random.chance(12) ? [] : someFiles()) })
  }

  private mutating func someFiles() -> [ReferenceTree.File] {
    let count = random.chance(65) ? 1 : 2 + random.upTo(1)
    return Self.files.shuffled(using: &random).prefix(count).map {
      ReferenceTree.File($0, object(at: []))
    }
  }

  // MARK: Values

  private mutating func object(at key: PlainKey) -> PlainValue {
    let depth = key.count
    var members: [PlainMember] = []
    let bare = random.chance(depth == 0 ? 10 : 12)  // nothing but directives
    if !bare {
      let most = depth == 0 ? names.count : min(3, names.count)
      for name in names.shuffled(using: &random).prefix(min(most, 1 + random.upTo(most))) {
        written.append(key + [name])
        members.append(PlainMember(Self.asSpelledInFiles(name), value(at: key + [name])))
      }
    }
    if random.chance(bare ? 70 : markerPercent) { insert("$stop", at: key, into: &members) }
    if random.chance(bare ? 20 : markerPercent / 4) {
      insert("$exclude", at: key, into: &members)
    }
    if random.chance(4) { insert(PlainMember("$comment", scalar()), into: &members) }
    if depth == 0, random.chance(4) {
      insert(PlainMember("$schema", "https://json-schema.org/"), into: &members)
    }
    return .object(members)
  }

  private mutating func insert(
    _ directive: PlainName, at holder: PlainKey, into members: inout [PlainMember]
  ) {
    insert(PlainMember(directive, keys(in: holder)), into: &members)
  }

  private mutating func insert(_ member: PlainMember, into members: inout [PlainMember]) {
    members.insert(member, at: random.upTo(members.count))
  }

  private mutating func value(at key: PlainKey) -> PlainValue {
    if key.count <= 3, random.chance(objectPercent) {
      return random.chance(18) ? .object([]) : object(at: key)
    }
    return random.chance(20) ? array() : scalar()
  }

  private mutating func array() -> PlainValue {
    .array(
      (0..<random.upTo(2)).map { _ in
        switch random.upTo(5) {
        case 0: return .array([scalar()])
        case 1: return .object([PlainMember(Self.asSpelledInFiles(random.pick(names)), scalar())])
        case 2: return .object([PlainMember("$comment", "in an array")])
        default: return scalar()
        }
      })
  }

  private mutating func scalar() -> PlainValue {
    switch random.upTo(9) {
    case 0: .null
    case 1: .bool(random.chance(50))
    case 2: .string(Array(random.pick(["", "x", "a\"b", "\u{E9}", "*", "$stop"]).utf8))
    case 3: .number(random.pick(["1.0", "-0", "1e400", "123456789012345678901234567890"]))
    default: .number(String(random.upTo(99)))
    }
  }

  private static func asSpelledInFiles(_ name: PlainName) -> PlainName {
    let dollar = UInt8(ascii: "$")
    return name.bytes.first == dollar ? PlainName(bytes: [dollar] + name.bytes) : name
  }

  // MARK: Markers

  /// The argument of a `$stop` or `$exclude` in the object with that key.
  private mutating func keys(in holder: PlainKey) -> PlainValue {
    if random.chance(10) { return true }
    var keys: [PlainValue] = []
    for _ in 0..<(random.chance(3) ? 0 : 1 + random.upTo(2)) {
      if let last = keys.last, random.chance(5) {
        keys.append(last)
      } else {
        keys.append(.string(Array(key(in: holder).utf8)))
      }
    }
    return .array(keys)
  }

  /// A key relative to that object, in any of its spellings.
  private mutating func key(in holder: PlainKey) -> String {
    let path = path(in: holder)
    // Whether the empty name may stand in a pointer is left to tests of its own.
    if random.chance(15), !path.contains("") {
      return path.map { name in
        "/" + name.text.replacing("~", with: "~0").replacing("/", with: "~1")
      }.joined()
    }
    return path.map { name in
      if random.chance(12) { return random.stars(for: name) }
      let bare = ReferencePattern.spelled([name])
      if name == "\u{E9}", random.chance(20) { return #""\u00e9""# }
      return bare.hasPrefix("\"") || !random.chance(4) ? bare : "\"\(bare)\""
    }.joined(separator: ".")
  }

  private mutating func path(in holder: PlainKey) -> PlainKey {
    let below = written.filter { $0.count > holder.count && $0.starts(with: holder) }
    if random.chance(70), !below.isEmpty {
      // Deep ones more often than they stand there: these empty objects.
      let deepest = below.map(\.count).max() ?? 0
      let deep = below.filter { $0.count == deepest }
      return Array(random.pick(random.chance(60) ? deep : below).dropFirst(holder.count))
    }
    let length = 1 + random.upTo(max(0, min(2, 3 - holder.count)))
    return (0..<length).map { _ in random.pick(names) }
  }
}

extension SplitMix64 {
  /// What may stand in the place of a name in a directive: `*`, `**`, or a part of the name with a star.
  mutating func stars(for name: PlainName) -> String {
    let isPlain = !name.bytes.isEmpty && name.bytes.allSatisfy { (0x61...0x7A).contains($0) }
    switch upTo(8) {
    case 0: return "**"
    case 1 where isPlain: return name.text.prefix(1) + "*"
    case 2 where isPlain: return "*" + name.text.suffix(1)
    default: return "*"
    }
  }
}
