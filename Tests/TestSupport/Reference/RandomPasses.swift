/// Adds `$pass` lists to trees: at the top and in objects, of written and unwritten keys, in several files.
package struct RandomPasses {
  private var random: SplitMix64
  private var trees: [ReferenceTree]
  /// Every key that some file writes, by the object around it.
  private var written: [PlainKey]

  /// The trees with a few lists in some of them: most samples have none.
  package static func add(to trees: [ReferenceTree], seed: UInt64) -> [ReferenceTree] {
    var random = SplitMix64(seed: seed ^ 0x9A55)
    guard random.chance(30) else { return trees }
    var maker = RandomPasses(random: random, trees: trees, written: [])
    let contents = trees.flatMap(\.scopes).flatMap(\.files).map(\.content)
    for content in contents { maker.note(content, at: []) }
    for tree in trees.indices {
      for _ in 0..<(tree == 0 ? 1 + maker.random.upTo(2) : maker.random.upTo(1)) {
        maker.list(in: tree)
      }
    }
    return maker.trees
  }

  private static func isComputed(_ value: PlainValue) -> Bool {
    value.members.map(ReferenceWritten.isComputed) ?? false
  }

  private mutating func note(_ value: PlainValue, at key: PlainKey) {
    guard let members = value.members, !Self.isComputed(value) else { return }
    for member in members {
      guard case .ordinary(let name) = ReferenceMemberKind(member.name, isTop: key.isEmpty) else {
        continue
      }
      if !written.contains(key + [name]) { written.append(key + [name]) }
      note(member.value, at: key + [name])
    }
  }

  /// One list in one file, mostly of a scope that has others below it.
  private mutating func list(in tree: Int) {
    let all = trees[tree].scopes.indices.filter { !trees[tree].scopes[$0].files.isEmpty }
    let shallow = all.filter { trees[tree].scopes[$0].path.count < 2 }
    if all.isEmpty { return }
    let scope = random.pick(random.chance(70) && !shallow.isEmpty ? shallow : all)
    let file = random.upTo(trees[tree].scopes[scope].files.count - 1)
    var content = trees[tree].scopes[scope].files[file].content
    insert(into: &content, at: [])
    trees[tree].scopes[scope].files[file].content = content
  }

  /// Puts a list into the object, or into one in it.
  private mutating func insert(into value: inout PlainValue, at key: PlainKey) {
    guard var members = value.members else { return }
    let objects = members.indices.filter {
      guard case .ordinary = ReferenceMemberKind(members[$0].name, isTop: key.isEmpty) else {
        return false
      }
      return members[$0].value.members != nil && !Self.isComputed(members[$0].value)
    }
    if !objects.isEmpty, random.chance(40) {
      let index = random.pick(objects)
      guard case .ordinary(let name) = ReferenceMemberKind(members[index].name, isTop: key.isEmpty)
      else { return }
      insert(into: &members[index].value, at: key + [name])
    } else if !members.contains(where: { $0.name == "$pass" }) {
      members.insert(PlainMember("$pass", keys(in: key)), at: random.upTo(members.count))
    }
    value = .object(members)
  }

  private mutating func keys(in holder: PlainKey) -> PlainValue {
    if random.chance(5) { return true }
    let below = written.filter { $0.count > holder.count && $0.starts(with: holder) }
    let count = random.chance(10) || below.isEmpty ? 0 : 1 + random.upTo(2)
    return .array(
      (0..<count).map { _ in
        let path = random.pick(below).dropFirst(holder.count)
        let names = path.map { name in
          random.chance(20) ? random.stars(for: name) : ReferencePattern.spelled([name])
        }
        return .text(names.joined(separator: "."))
      })
  }
}
