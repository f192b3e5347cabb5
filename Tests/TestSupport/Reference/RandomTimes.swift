/// Makes edited trees: statements, files and directories are added, removed and changed, or only the layout.
package enum RandomTimes {
  /// The kind of the edited tree.
  package enum Kind: CaseIterable, Sendable {
    /// Stops and exclusions only, names of every kind.
    case plain
    /// Every rule, overlays.
    case whole
    /// Every rule, fragments and texts.
    case parts
  }

  /// The same times for the same seed, always.
  package static func make(_ kind: Kind, seed: UInt64) -> ReferenceTimes {
    var editor = Editor(kind, seed: seed)
    return editor.edited()
  }

  /// A tree whose files only say the same in another order and layout.
  package static func rearranged(_ kind: Kind, seed: UInt64) -> ReferenceTimes {
    var editor = Editor(kind, seed: seed)
    return editor.rearranged()
  }

  /// A tree with fragments and texts in it.
  package static func parts(seed: UInt64) -> ReferenceTree {
    Editor(.parts, seed: seed).times.before
  }
}

private struct Editor {
  private var random: SplitMix64
  private(set) var times: ReferenceTimes
  /// Another tree of the same kind, from which statements are taken.
  private let donor: ReferenceTree

  init(_ kind: RandomTimes.Kind, seed: UInt64) {
    random = SplitMix64(seed: seed &* 7919 &+ 13)
    switch kind {
    case .plain:
      let tree = RandomTree.make(seed: seed)
      times = ReferenceTimes(before: tree, after: tree)
      donor = RandomTree.make(seed: seed &+ 10_007)
    case .whole, .parts:
      let whole = RandomTree.makeWhole(seed: seed)
      times = ReferenceTimes(before: whole.tree, after: whole.tree, overlays: whole.overlays)
      donor = RandomTree.makeWhole(seed: seed &+ 10_007).tree
      if kind == .parts { addParts() }
    }
  }

  mutating func edited() -> ReferenceTimes {
    for _ in 0...random.upTo(3) {
      let before = times.after
      edit()
      // Whatever a scope inherits from stays, and no cycle comes about.
      if !times.isSound { times.after = before }
    }
    if times.before.hasFurtherParents, random.chance(60) {
      for _ in 0...random.upTo(1) {
        RandomParents.edit(&times.after, below: times.overlays, &random)
      }
    }
    times.layout = random.chance(50) ? random.next() : 0
    return times
  }

  mutating func rearranged() -> ReferenceTimes {
    forEachFile { random, file in file.content = Self.shuffled(file.content, &random) }
    times.layout = random.next()
    return times
  }

  // MARK: Fragments and texts

  private mutating func addParts() {
    times.hasParts = true
    let parts = [
      ReferenceTree.File("_f.json", donorObject()), ReferenceTree.File("_g.json", donorObject()),
      ReferenceTree.File("t.txt", .text("one")),
    ]
    var tree = times.before
    if !tree.scopes.contains(where: { $0.path.isEmpty }) { tree.scopes.append(.init([])) }
    for index in tree.scopes.indices {
      let scope = tree.scopes[index]
      let up = String(repeating: "../", count: scope.path.count)
      for file in scope.files.indices where random.chance(60) {
        guard var members = scope.files[file].content.members else { continue }
        if random.chance(80) {
          let names = random.chance(70) ? ["_f.json"] : ["_g.json", "_f.json"]
          let paths = PlainValue.array(names.map { .text(up + $0) })
          include(paths, in: &members)
        }
        if random.chance(50) {
          let name = random.pick(["a", "b", "t"] as [PlainName])
          members.removeAll { $0.name == name }
          members.append(PlainMember(name, ["$file": .text(up + "t.txt"), "default": 0]))
        }
        tree.scopes[index].files[file].content = .object(members)
      }
      if scope.path.isEmpty { tree.scopes[index].files += parts }
    }
    (times.before, times.after) = (tree, tree)
  }

  /// At the top, or in an object below it.
  private mutating func include(_ paths: PlainValue, in members: inout [PlainMember]) {
    let objects = members.indices.filter { Self.isPlainObject(members[$0]) }
    guard !objects.isEmpty, random.chance(40) else {
      members.insert(PlainMember("$include", paths), at: random.upTo(members.count))
      return
    }
    let index = random.pick(objects)
    let inner = members[index].value.members ?? []
    members[index].value = .object([PlainMember("$include", paths)] + inner)
  }

  // MARK: Edits

  private mutating func edit() {
    switch random.upTo(19) {
    case 0: addFile()
    case 1: removeFile()
    case 2: removeScope()
    case 3: addScope()
    case 4: renameFile()
    case 5: forEachFile { random, file in file.content = Self.shuffled(file.content, &random) }
    case 6...11: graft()
    default: editMember()
    }
  }

  private mutating func forEachFile(
    _ body: (inout SplitMix64, inout ReferenceTree.File) -> Void
  ) {
    for scope in times.after.scopes.indices {
      for file in times.after.scopes[scope].files.indices {
        body(&random, &times.after.scopes[scope].files[file])
      }
    }
  }

  private mutating func pickFile() -> (scope: Int, file: Int)? {
    let all = times.after.scopes.indices.flatMap { scope in
      times.after.scopes[scope].files.indices.map { (scope, $0) }
    }
    return all.isEmpty ? nil : random.pick(all)
  }

  private mutating func donorObject() -> PlainValue {
    let files = donor.scopes.flatMap(\.files)
    if files.isEmpty { return ["a": 1] }
    var file = random.pick(files)
    file.parents = []
    return file.content
  }

  private mutating func addFile() {
    let index = random.upTo(times.after.scopes.count - 1)
    let name = random.pick(["0.json", "b.json", "z.json"] as [PlainName])
    if times.after.scopes[index].files.contains(where: { $0.name == name }) { return }
    times.after.scopes[index].files.append(ReferenceTree.File(name, donorObject()))
  }

  private mutating func removeFile() {
    guard let (scope, file) = pickFile(),
      times.after.scopes[scope].files[file].name.bytes.first != UInt8(ascii: "_")
    else { return }
    times.after.scopes[scope].files.remove(at: file)
  }

  private mutating func renameFile() {
    guard let (scope, file) = pickFile() else { return }
    let old = times.after.scopes[scope].files[file].name
    if old.bytes.first == UInt8(ascii: "_") || old == "t.txt" { return }
    let names = times.after.scopes[scope].files.map(\.name)
    let name: PlainName = names.contains("y.json") ? "x.json" : "y.json"
    if !names.contains(name) { times.after.scopes[scope].files[file].name = name }
  }

  private mutating func removeScope() {
    let paths = times.after.paths.filter { !$0.isEmpty }
    if paths.isEmpty { return }
    let path = random.pick(paths)
    times.after.scopes.removeAll { $0.path.starts(with: path) }
  }

  private mutating func addScope() {
    let parent = random.pick(times.after.paths)
    let path = parent + [random.pick(["p", "q", "a"] as [PlainName])]
    if path.count > 5 || times.after.paths.contains(path) { return }
    let files = random.chance(80) ? [ReferenceTree.File("a.json", donorObject())] : []
    times.after.scopes.append(ReferenceTree.Scope(path, files))
  }

  /// Takes a member over from the other tree, a directive or a value.
  private mutating func graft() {
    guard let (scope, file) = pickFile() else { return }
    let other = donorObject().members ?? []
    guard var members = times.after.scopes[scope].files[file].content.members, !other.isEmpty
    else { return editMember() }
    let isMarker = random.chance(50)
    let wanted = other.filter { ($0.name.bytes.first == UInt8(ascii: "$")) == isMarker }
    let new = random.pick(wanted.isEmpty ? other : wanted)
    if let index = members.firstIndex(where: { $0.name == new.name }) {
      members[index].value = new.value
    } else {
      members.insert(new, at: random.upTo(members.count))
    }
    times.after.scopes[scope].files[file].content = .object(members)
  }

  private mutating func editMember() {
    guard let (scope, file) = pickFile() else { return }
    let content = times.after.scopes[scope].files[file].content
    guard var members = content.members else {
      times.after.scopes[scope].files[file].content = .text("two")
      return
    }
    edit(&members)
    times.after.scopes[scope].files[file].content = .object(members)
  }

  private mutating func edit(_ members: inout [PlainMember]) {
    if members.isEmpty || random.chance(12) {
      let name = random.pick(["a", "b", "c", "d"] as [PlainName])
      if !members.contains(where: { $0.name == name }) {
        members.append(PlainMember(name, scalar()))
      }
      return
    }
    let index = random.upTo(members.count - 1)
    if Self.isPlainObject(members[index]), random.chance(65) {
      var inner = members[index].value.members ?? []
      edit(&inner)
      members[index].value = .object(inner)
      return
    }
    if random.chance(30) {
      members.remove(at: index)
    } else if members[index].name.bytes.first == UInt8(ascii: "$"),
      members[index].name.bytes.dropFirst().first != UInt8(ascii: "$")
    {
      editDirective(&members, index)
    } else {
      members[index].value =
        random.chance(75)
        ? scalar() : random.chance(50) ? [1, scalar()] : ["a": scalar(), "b": 1]
    }
  }

  private mutating func editDirective(_ members: inout [PlainMember], _ index: Int) {
    let isListOfKeys =
      (["$stop", "$exclude", "$pass", "$final", "$secret"] as [PlainName]).contains(
        members[index].name)
    switch members[index].value {
    case .array(var keys) where isListOfKeys:
      if keys.isEmpty || random.chance(50) {
        keys.append(.text(random.pick(["a", "b", "c", "*"])))
      } else {
        keys.remove(at: random.upTo(keys.count - 1))
      }
      members[index].value = .array(keys)
    case .bool where isListOfKeys: members[index].value = ["a", "b"]
    case .object(var arguments) where !arguments.isEmpty:
      arguments.remove(at: random.upTo(arguments.count - 1))
      members[index].value = .object(arguments)
    default: members.remove(at: index)
    }
  }

  private mutating func scalar() -> PlainValue {
    random.pick([1, 2, 3, "x", "y", true, nil, .number("1.0")])
  }

  // MARK: Order

  private static func isPlainObject(_ member: PlainMember) -> Bool {
    let dollar = UInt8(ascii: "$")
    if member.name.bytes.first == dollar, member.name.bytes.dropFirst().first != dollar {
      return false
    }
    return member.value.members.map { !ReferenceWritten.isComputed($0) } ?? false
  }

  /// The same with the members of objects in another order; what stands in arrays, computed values and
  /// directives stays, since its text is what it says.
  private static func shuffled(_ value: PlainValue, _ random: inout SplitMix64) -> PlainValue {
    guard let members = value.members else { return value }
    var changed: [PlainMember] = []
    for member in members.shuffled(using: &random) {
      let inner = isPlainObject(member) ? shuffled(member.value, &random) : member.value
      changed.append(PlainMember(member.name, inner))
    }
    return .object(changed)
  }
}
