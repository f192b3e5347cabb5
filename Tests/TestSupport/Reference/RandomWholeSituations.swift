/// Combinations that chance makes too seldom: statements that affect others across scopes and trees.
extension WholeMaker {
  private enum Situation: CaseIterable {
    case lateExclusion
    case refusedBefore
    case manyExclusions
    case innerFinal
    case changingKinds
    case replacedAroundFinal
  }

  /// The sample, with one or two situations worked into it; most samples stay as they are.
  mutating func withSituations(_ whole: ReferenceWhole) -> ReferenceWhole {
    guard random.chance(60) else { return whole }
    var whole = whole
    let situations = Situation.allCases.shuffled(using: &random).prefix(1 + random.upTo(1))
    for situation in situations {
      let key = add(situation, to: &whole)
      // Now and then the command line has a say there, too.
      if random.chance(20) { whole.set.append((key, random.chance(40) ? [names[1]: 7] : 7)) }
    }
    return whole
  }

  /// Works it in, and tells the key that it is about.
  private mutating func add(_ situation: Situation, to whole: inout ReferenceWhole) -> PlainKey {
    switch situation {
    case .lateExclusion: lateExclusion(&whole)
    case .refusedBefore: refusedBefore(&whole)
    case .manyExclusions: manyExclusions(&whole)
    case .innerFinal: innerFinal(&whole)
    case .changingKinds: changingKinds(&whole)
    case .replacedAroundFinal: replacedAroundFinal(&whole)
    }
  }

  /// A final in a deep scope of one tree, an exclusion in a scope above it in a later one.
  private mutating func lateExclusion(_ whole: inout ReferenceWhole) -> PlainKey {
    needOverlays(1 + random.upTo(1), &whole)
    let (deep, above) = scopeAndAncestor()
    let tree = random.upTo(whole.overlays.count - 1)
    let later = tree + 1 + random.upTo(whole.overlays.count - tree - 1)
    let key = writtenKey(in: &whole)
    note("$final", around(key), in: tree, deep, &whole)
    note("$exclude", around(key), in: later, above, &whole)
    return key
  }

  /// A final and, after it in the same overlay, an exclusion, which is refused in the trees before, too.
  private mutating func refusedBefore(_ whole: inout ReferenceWhole) -> PlainKey {
    needOverlays(1 + random.upTo(1), &whole)
    let (deep, above) = scopeAndAncestor(belowIsWanted: true)
    let tree = 1 + random.upTo(whole.overlays.count - 1)
    let key = writtenKey(in: &whole)
    note("$final", around(key), in: tree, above, &whole)
    note("$exclude", around(key), in: tree, deep, &whole)
    return key
  }

  /// Two or three exclusions of one key, or of an object around it, and sometimes a final between them.
  private mutating func manyExclusions(_ whole: inout ReferenceWhole) -> PlainKey {
    needOverlays(random.upTo(2), &whole)
    let key = writtenKey(in: &whole)
    for _ in 0...(1 + random.upTo(1)) {
      let scope = random.pick(scopes.filter { $0.count < 3 })
      note("$exclude", around(key), in: random.upTo(whole.overlays.count), scope, &whole)
    }
    if random.chance(50) {
      let scope = random.pick(scopes)
      note("$final", key, in: random.upTo(whole.overlays.count), scope, &whole)
    }
    return key
  }

  /// A final key in an object in an object, and levels that write, stop and replace around it.
  private mutating func innerFinal(_ whole: inout ReferenceWhole) -> PlainKey {
    let outer = [names[0], names[1]]
    let inner = outer + [names[2]]
    put(["a": 1, "b": 2, "c": 3], at: outer, in: 0, [], &whole)
    note("$final", inner, in: 0, random.pick(scopes.filter { $0.count < 2 }), &whole)
    for _ in 0...random.upTo(2) {
      let scope = random.pick(scopes.filter { !$0.isEmpty })
      let tree = random.upTo(whole.overlays.count)
      let key = Array(inner.prefix(1 + random.upTo(2)))
      switch random.upTo(3) {
      case 0: note("$stop", key, in: tree, scope, &whole)
      case 1: put(scalar(), at: key, in: tree, scope, &whole)
      default: put(scalar(), at: inner, in: tree, scope, &whole)
      }
    }
    return random.chance(50) ? inner : outer
  }

  /// An object, a leaf, an object again and so on, down the longest lineage there is.
  private mutating func changingKinds(_ whole: inout ReferenceWhole) -> PlainKey {
    if random.chance(50) { needOverlays(1, &whole) }
    let key = random.chance(50) ? [names[0]] : [names[0], names[1]]
    var isObject = random.chance(50)
    let longest = scopes.max { $0.count < $1.count } ?? []
    for tree in 0...whole.overlays.count {
      for depth in 0...longest.count where tree == 0 || random.chance(60) {
        let members: PlainValue = random.chance(50) ? ["a": 1, "b": 1] : ["b": 2]
        put(isObject ? members : scalar(), at: key, in: tree, Array(longest.prefix(depth)), &whole)
        isObject.toggle()
      }
    }
    return key
  }

  /// The strategy that replaces, for an object in which a key is final.
  private mutating func replacedAroundFinal(_ whole: inout ReferenceWhole) -> PlainKey {
    let key = random.chance(60) ? [names[0]] : [names[0], names[1]]
    put(["a": 1, "b": ["a": 2, "c": 3]], at: key, in: 0, [], &whole)
    note("$merge", key, in: 0, [], &whole)
    note("$final", key + random.pick([["a"], ["b"], ["b", "c"]]), in: 0, [], &whole)
    let own: [PlainValue] = [["b": 4], ["a": 5, "b": ["d": 6]], ["b": ["c": 7]], [:]]
    for _ in 0...random.upTo(1) {
      put(
        random.pick(own), at: key, in: random.upTo(whole.overlays.count),
        random.pick(scopes.filter { !$0.isEmpty }), &whole)
    }
    return key
  }

  // MARK: Where

  private mutating func needOverlays(_ count: Int, _ whole: inout ReferenceWhole) {
    while whole.overlays.count < count { whole.overlays.append(ReferenceTree([])) }
  }

  /// A scope and one above it; with something below the first where that is wanted.
  private mutating func scopeAndAncestor(
    belowIsWanted: Bool = false
  ) -> (deep: [PlainName], above: [PlainName]) {
    let deep = random.pick(
      scopes.filter { scope in
        !scope.isEmpty
          && (!belowIsWanted
            || scopes.contains { $0.count > scope.count && $0.starts(with: scope) })
      })
    return (deep, Array(deep.prefix(random.upTo(deep.count - 1))))
  }

  /// A key that the root's tree writes near its root, so that there is something to keep or to take.
  private mutating func writtenKey(in whole: inout ReferenceWhole) -> PlainKey {
    let key = random.chance(50) ? [names[0], random.pick(names)] : [random.pick(names)]
    put(scalar(), at: key, in: 0, random.pick(scopes.filter { $0.count < 2 }), &whole)
    return key
  }

  /// The key, or one of an object around it.
  private mutating func around(_ key: PlainKey) -> PlainKey {
    random.chance(70) ? key : Array(key.prefix(1))
  }

  // MARK: Writing

  /// Puts a marker of the key into the top object of a scope's file; of `$merge` that it replaces.
  private mutating func note(
    _ directive: PlainName, _ key: PlainKey, in tree: Int, _ scope: [PlainName],
    _ whole: inout ReferenceWhole
  ) {
    let spelled =
      random.chance(12) && key.count == 1 ? "*" : key.map(\.text).joined(separator: ".")
    whole.edit(tree) {
      $0.edit(scope) { members in
        let index = members.firstIndex { $0.name == directive }
        let before = index.map { members.remove(at: $0).value }
        let argument: PlainValue =
          switch before {
          case _ where directive == "$merge":
            .object(
              (before?.members ?? []).filter { $0.name != PlainName(spelled) } + [
                PlainMember(PlainName(spelled), "replace")
              ])
          case .array(let keys): .array(keys + [.text(spelled)])
          case .bool: true
          default: [.text(spelled)]
          }
        members.append(PlainMember(directive, argument))
      }
    }
  }

  private func put(
    _ value: PlainValue, at key: PlainKey, in tree: Int, _ scope: [PlainName],
    _ whole: inout ReferenceWhole
  ) {
    whole.edit(tree) { $0.edit(scope) { Self.put(value, at: key[...], in: &$0) } }
  }

  private static func put(
    _ value: PlainValue, at key: ArraySlice<PlainName>, in members: inout [PlainMember]
  ) {
    guard let name = key.first else { return }
    let index = members.firstIndex { $0.name == name } ?? members.endIndex
    if index == members.endIndex { members.append(PlainMember(name, 0)) }
    guard key.count > 1 else {
      members[index].value = value
      return
    }
    var inner = members[index].value.members ?? []
    if ReferenceWritten.isComputed(inner) { inner = [] }
    put(value, at: key.dropFirst(), in: &inner)
    members[index].value = .object(inner)
  }
}
