extension WholeMaker {
  /// The directives of one object of a file.
  mutating func directives(at holder: PlainKey) -> [PlainMember] {
    let isTop = holder.isEmpty
    let percent = isTop ? directivePercent : directivePercent / 2
    let mergePercent = directivePercent == 0 ? 0 : isTop ? mergePercent : mergePercent / 4
    var members: [PlainMember] = []
    for name: PlainName in ["$stop", "$exclude", "$final"]
    where random.chance(name == "$final" ? percent / 2 : percent) {
      members.append(PlainMember(name, keys(in: holder)))
    }
    if random.chance(mergePercent) { members.append(PlainMember("$merge", merges(in: holder))) }
    if random.chance(mergePercent * 2 / 3) {
      members.append(PlainMember("$remove", removals(in: holder)))
    }
    if random.chance(percent / 3) { members.append(PlainMember("$secret", keys(in: holder))) }
    if random.chance(percent / 4) {
      let name: PlainName = isTop ? "$x-owner" : "$about"
      members.append(PlainMember(name, .object([PlainMember(spelled(in: holder), "text")])))
    }
    return members
  }

  /// The argument of a list of keys.
  private mutating func keys(in holder: PlainKey) -> PlainValue {
    if random.chance(10) { return true }
    let count = 1 + random.upTo(1)
    return .array((0..<count).map { _ in .string(spelled(in: holder).bytes) })
  }

  /// A key relative to the object, some of its names replaced by stars.
  private mutating func spelled(in holder: PlainKey) -> PlainName {
    pattern(path(below: holder))
  }

  private mutating func pattern(_ path: PlainKey) -> PlainName {
    PlainName(
      path.map { random.chance(18) ? random.stars(for: $0) : $0.text }.joined(separator: "."))
  }

  /// Keys that mostly hold values of the kind, so that a strategy finds something.
  private mutating func path(in holder: PlainKey, of kinds: [Kind]) -> PlainKey {
    for _ in 0..<6 {
      let path = path(below: holder)
      let key = holder + path
      let table = key.count == 1 ? self.kinds : innerKinds
      if let name = key.last, let kind = table[name], kinds.contains(kind) { return path }
    }
    return path(below: holder)
  }

  private mutating func merges(in holder: PlainKey) -> PlainValue {
    var members: [PlainMember] = []
    for _ in 0...random.upTo(1) {
      let isForObjects = random.chance(20)
      let fitting: [Kind] = [isForObjects ? .object : .array]
      let key = pattern(path(in: holder, of: fitting))
      if members.contains(where: { $0.name == key }) { continue }
      members.append(PlainMember(key, isForObjects ? objectStrategy() : arrayStrategy()))
    }
    return .object(members)
  }

  private mutating func objectStrategy() -> PlainValue { random.chance(75) ? "replace" : "deep" }

  private mutating func arrayStrategy() -> PlainValue {
    if random.chance(hasNamedElements ? 60 : 8) { return ["by": "name"] }
    return random.pick([
      "append", "append", "append", "prepend", "prepend", "union", "union", "replace",
    ])
  }

  private mutating func removals(in holder: PlainKey) -> PlainValue {
    let path = path(in: holder, of: [.array])
    let values = (0...random.upTo(1)).map { _ -> PlainValue in
      hasNamedElements && random.chance(70)
        ? ["name": .text(random.pick(["x", "y", "z"]))] : element(at: holder + path)
    }
    return .object([PlainMember(pattern(path), .array(values))])
  }

  // MARK: Computed values

  mutating func computed(at key: PlainKey) -> PlainValue {
    random.chance(60) ? reference(at: key) : format(at: key)
  }

  private mutating func reference(at key: PlainKey) -> PlainValue {
    let isMapped = random.chance(20)
    let target = target(at: key, isScalar: isMapped)
    var members = [PlainMember("$ref", .text(target))]
    if isMapped {
      var map = [PlainMember("1", scalar()), PlainMember("x", nestedReference(at: key))]
      if random.chance(70) { map.append(PlainMember("*", scalar())) }
      members.append(PlainMember("map", .object(map)))
    }
    let isLikelyAbsent = target == "none" || target.first == "."
    if random.chance(isMapped || isLikelyAbsent ? 96 : 80) {
      members.append(PlainMember("default", nestedReference(at: key)))
    }
    // A scope that asks another one for the same key would come round again.
    if random.chance(15), target.first != "$" {
      members.append(PlainMember("scope", .text(ReferenceTree.spelled(random.pick(scopes)))))
    }
    return .object(members)
  }

  /// A default or a translation: now and then computed in its turn.
  private mutating func nestedReference(at key: PlainKey) -> PlainValue {
    switch random.upTo(9) {
    case 0: ["$ref": .text(target(at: key, isScalar: false)), "default": scalar()]
    case 1: ["a": scalar(), "b": ["$ref": ".a"]]
    case 2: array(at: key)
    default: scalar()
    }
  }

  private mutating func format(at key: PlainKey) -> PlainValue {
    var text = random.pick(["", "t-", "$$", "$ "])
    for _ in 0...random.upTo(1) {
      let target = target(at: key, isScalar: true)
      text += "${\(target)\(["", "|", "", "|$$ \"|"][(text + target).utf8.count % 4])}"
    }
    var members = [PlainMember("$format", .text(text))]
    if random.chance(92) { members.append(PlainMember("default", scalar())) }
    return .object(members)
  }

  /// The text of a reference from a value at that key.
  private mutating func target(at key: PlainKey, isScalar: Bool) -> String {
    switch random.upTo(19) {
    case 0: return "$scope"
    case 1: return "$scope.name"
    case 2...4 where !isScalar || usualKind(key) == .scalar: return "$inherited"
    case 5...8 where key.count > 1:
      return "." + random.pick(later(than: key.last)).text
    case 9 where key.count > 1: return ".." + random.pick(later(than: key.first)).text
    default: break
    }
    var wanted = written.filter { other in
      guard let first = other.first else { return false }
      return later(than: key.first).contains(first)
    }
    if isScalar {
      wanted = wanted.filter { other in
        guard let name = other.last else { return false }
        return (other.count == 1 ? kinds : innerKinds)[name] == .scalar
      }
    }
    if wanted.isEmpty { return "none" }
    if random.chance(3) { return random.pick(names).text }
    let target = random.pick(wanted)
    let leadsInto = !isScalar && random.chance(12)
    return ReferencePattern.spelled(target)
      + (leadsInto ? random.pick([".0", ".0.name", ".1"]) : "")
  }

  /// The names after one in their order; after the last one a name that nothing has.
  private func later(than name: PlainName?) -> [PlainName] {
    guard let name, let index = names.firstIndex(of: name), index + 1 < names.count else {
      return ["none"]
    }
    return Array(names[(index + 1)...])
  }
}
