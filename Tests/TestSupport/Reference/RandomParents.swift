/// Adds lists of further parents to trees: absolute and relative, with and without `..`, in several files and trees.
package struct RandomParents {
  private var random: SplitMix64
  private var trees: [ReferenceTree]

  /// Whether the sample of a seed has further parents at all: most have none.
  package static func areWanted(seed: UInt64) -> Bool {
    var random = SplitMix64(seed: seed ^ 0x0BEE)
    return random.chance(35)
  }

  /// The trees, the root's first, with lists in them that make no cycle.
  package static func add(to trees: [ReferenceTree], seed: UInt64) -> [ReferenceTree] {
    var maker = RandomParents(random: SplitMix64(seed: seed ^ 0x0BEEF), trees: trees)
    for tree in trees.indices {
      let count = tree == 0 ? 2 + maker.random.upTo(3) : maker.random.upTo(2)
      for _ in 0..<count { maker.list(in: tree) }
    }
    return maker.trees
  }

  /// One more change to the lists of the first of some trees, after which every scope still has an order.
  package static func edit(
    _ tree: inout ReferenceTree, below overlays: [ReferenceTree], _ random: inout SplitMix64
  ) {
    var maker = RandomParents(
      random: SplitMix64(seed: random.next()), trees: [tree] + overlays)
    let listing = tree.scopes.indices.flatMap { scope in
      tree.scopes[scope].files.indices.filter { file in
        !tree.scopes[scope].files[file].parents.isEmpty
      }.map { (scope, $0) }
    }
    if listing.isEmpty || maker.random.chance(40) {
      maker.list(in: 0)
    } else {
      let (scope, file) = maker.random.pick(listing)
      var parents = tree.scopes[scope].files[file].parents
      if maker.random.chance(60) {
        parents.remove(at: maker.random.upTo(parents.count - 1))
      } else {
        parents.shuffle(using: &maker.random)
      }
      maker.trees[0].scopes[scope].files[file].parents = parents
    }
    if ReferenceOrder(maker.trees).isSound { tree = maker.trees[0] }
  }

  /// One to three entries for a scope, as many of them as make no cycle.
  private mutating func list(in tree: Int) {
    let scopes = trees[tree].scopes.indices.filter { index in
      let scope = trees[tree].scopes[index]
      return !scope.path.isEmpty && scope.files.contains { $0.isProperties }
    }
    if scopes.isEmpty { return }
    let scope = random.pick(scopes)
    let path = trees[tree].scopes[scope].path
    let all = ReferenceOrder(trees).paths.filter { $0 != path && !$0.starts(with: path) }.sorted {
      $0.lexicographicallyPrecedes($1)
    }
    for _ in 0...random.upTo(2) {
      let entry = random.chance(16) ? ".." : spelled(random.pick(all), from: path)
      let slash = entry != "/" && random.chance(8) ? "/" : ""
      let files = trees[tree].scopes[scope].files.indices.filter {
        trees[tree].scopes[scope].files[$0].isProperties
      }
      let before = trees[tree]
      let file = random.pick(files)
      let isFirst = entry == ".." && random.chance(60)
      let place = isFirst ? 0 : random.upTo(trees[tree].scopes[scope].files[file].parents.count)
      trees[tree].scopes[scope].files[file].parents.insert(entry + slash, at: place)
      if !ReferenceOrder(trees).isSound { trees[tree] = before }
    }
  }

  /// A scope as a list may name it, but never the scope above as `..`, which says where that stands.
  private mutating func spelled(_ parent: [PlainName], from scope: [PlainName]) -> String {
    let absolute = ReferenceTree.spelled(parent)
    switch random.upTo(9) {
    case 0 where !parent.isEmpty: return String(absolute.dropFirst())
    case 1...5:
      let shared = zip(parent, scope).prefix { $0 == $1 }.count
      let up = Array(repeating: "..", count: scope.count - shared)
      let spelled = (up + parent.dropFirst(shared).map(\.text)).joined(separator: "/")
      return spelled == ".." ? absolute : random.chance(20) ? "./" + spelled : spelled
    default: return absolute
    }
  }
}

extension ReferenceTree.File {
  /// Whether it is one that says something of its scope, and no fragment or text.
  var isProperties: Bool {
    content.members != nil && name.bytes.first != UInt8(ascii: "_")
  }

  /// What its list of further parents says.
  package var parents: [String] {
    get {
      content.members?.first { $0.name == "$inherit" }?.value.texts.map {
        String(decoding: $0, as: UTF8.self)
      } ?? []
    }
    set {
      var members = content.members ?? []
      let index = members.firstIndex { $0.name == "$inherit" }
      if let index { members.remove(at: index) }
      if !newValue.isEmpty {
        let list = PlainMember("$inherit", .array(newValue.map { .text($0) }))
        members.insert(list, at: index ?? members.count / 2)
      }
      content = .object(members)
    }
  }
}
