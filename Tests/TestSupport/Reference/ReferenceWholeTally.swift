extension ReferenceTally {
  /// Counts the samples in which each feature makes a difference, and what becomes of computed values.
  package mutating func note(_ whole: ReferenceWhole) {
    let resolver = ReferenceResolver(whole)
    let paths = resolver.paths
    note("sample")
    if !whole.overlays.isEmpty { note("overlays") }
    if !whole.set.isEmpty { note("command line") }
    let values = Dictionary(uniqueKeysWithValues: paths.map { ($0, resolver.resolve($0).value) })
    func matters(_ what: String, _ other: ReferenceWhole) {
      let changed = ReferenceResolver(other)
      if paths.contains(where: { changed.resolve($0).value != values[$0] }) { note(what) }
    }
    for directive: PlainName in [
      "$stop", "$exclude", "$pass", "$final", "$merge", "$remove", "$inherit",
    ] {
      matters(directive.text, RandomTree.without(whole) { $0.name == directive })
    }
    for (what, strategy) in Self.strategies {
      matters(
        what,
        RandomTree.without(whole) {
          $0.value == strategy && $0.name.bytes.first != UInt8(ascii: "$")
        })
    }
    noteTakenBack(whole, paths)
    noteParents(whole, resolver)
    for path in paths {
      note("asked scope")
      if resolver.evaluated(path) == nil { note("scope that fails") }
      noteKeys(resolver, path)
    }
  }

  private static let strategies: [(String, PlainValue)] = [
    ("replace", "replace"), ("append", "append"), ("prepend", "prepend"), ("union", "union"),
    ("by", ["by": "name"]),
  ]

  /// What comes up in the lists of further parents.
  private mutating func noteParents(_ whole: ReferenceWhole, _ resolver: ReferenceResolver) {
    var found: Set<String> = []
    if whole.overlays.contains(where: \.hasFurtherParents) { found.insert("parents by an overlay") }
    for path in resolver.paths {
      let listed = ([whole.tree] + whole.overlays).flatMap { $0.listedParents(of: path) }
      let parents = listed.compactMap { ReferenceOrder.parent($0, in: path) }
      if listed.contains(Array("..".utf8)) { found.insert("above placed") }
      if listed.contains(where: { $0.starts(with: "../".utf8) }) {
        found.insert("parent from here")
      }
      let shared = parents.compactMap { resolver.order[$0] }.flatMap { $0.filter { !$0.isEmpty } }
      if Set(shared).count < shared.count { found.insert("diamond") }
      let order = resolver.order[path] ?? []
      let above = path.isEmpty ? [] : resolver.order[Array(path.dropLast())] ?? []
      if !order.reversed().starts(with: above.reversed()) { found.insert("above among others") }
    }
    for what in found { note(what) }
  }

  /// Whether a value of the trees before is there because an exclusion took that of an overlay.
  private mutating func noteTakenBack(_ whole: ReferenceWhole, _ paths: Set<[PlainName]>) {
    let with = ReferenceResolver(whole)
    let without = ReferenceResolver(RandomTree.without(whole) { $0.name == "$exclude" })
    let isTakenBack = paths.contains { path in
      let others = without.resolve(path)
      return with.resolve(path).leaves.contains { leaf in
        guard case .value(_, let leaves) = others.answer(leaf.key) else { return false }
        return leaf.origins[0].overlay == nil && leaves.contains { $0.origins[0].overlay != nil }
      }
    }
    if isTakenBack { note("taken back") }
  }

  private mutating func noteKeys(_ resolver: ReferenceResolver, _ path: [PlainName]) {
    let resolution = resolver.resolve(path)
    for key in resolution.mentioned {
      note("key")
      let answer = resolution.answer(key)
      guard let value = answer.value else {
        note(answer.absence?.reason ?? "")
        continue
      }
      if resolution.elements(key)?.contains(where: { $0.count > 1 }) == true {
        note("overlaid element")
      }
      for members in Self.computed(in: value) where value.members == members || isArray(value) {
        let isFailure = resolver.evaluated(path, key: key) == .failure
        note(isFailure ? "computed that fails" : "computed")
        for member in members where !isFailure { note(member.name.text) }
        let text = PlainValue.object(members).compact
        if text.contains("$inherited"), !isFailure { note("$inherited") }
        if text.contains("\":\".") || text.contains("${."), !isFailure { note("relative") }
      }
    }
  }

  private func isArray(_ value: PlainValue) -> Bool {
    if case .array = value { return true }
    return false
  }

  private static func computed(in value: PlainValue) -> [[PlainMember]] {
    switch value {
    case .array(let elements): elements.flatMap { computed(in: $0) }
    case .object(let members) where ReferenceWritten.isComputed(members): [members]
    case .object(let members): members.flatMap { computed(in: $0.value) }
    default: []
    }
  }
}

extension ReferenceResolver {
  /// The sample that this is the resolver of.
  package var whole: ReferenceWhole { (tree, overlays, set) }

  /// The resolver of a sample.
  package init(_ whole: ReferenceWhole, facts: PlainValue? = nil) {
    self.init(whole.tree, overlays: whole.overlays, set: whole.set, facts: facts)
  }
}

extension RandomTree {
  /// The sample less the members of its files, at every depth, that the predicate names.
  package static func without(
    _ whole: ReferenceWhole, _ predicate: (PlainMember) -> Bool
  ) -> ReferenceWhole {
    func less(_ value: PlainValue) -> PlainValue {
      guard let members = value.members, !ReferenceWritten.isComputed(members) else { return value }
      return .object(
        members.filter { !predicate($0) }.map { PlainMember($0.name, less($0.value)) })
    }
    func less(_ tree: ReferenceTree) -> ReferenceTree {
      ReferenceTree(
        tree.scopes.map { scope in
          .init(scope.path, scope.files.map { .init($0.name, less($0.content)) })
        })
    }
    return (less(whole.tree), whole.overlays.map { less($0) }, whole.set)
  }
}
