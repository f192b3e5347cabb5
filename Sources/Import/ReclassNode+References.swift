/// Which values of a node differ, and for which references reclass refuses it.
extension ReclassNode {
  mutating func compare(_ statements: [ReclassStatement], at path: Path) {
    if statements.count == 1, statements[0].isPlain { return }
    let value = path.isEmpty ? Merged(kind: .dict, parts: levels) : merged(statements, at: path)
    if let difference = value.difference {
      differences[path] = difference
      for statement in value.evaluated { use(statement, at: path, place: path) }
      return
    }
    guard let first = value.parts.first, let last = value.parts.last else { return }
    switch first.content {
    case .dict:
      for (name, statements) in members(of: value.parts, at: path).inOrder {
        compare(statements, at: path + [name])
      }
    case .list:
      if value.parts.dropLast().contains(where: \.containsLeftOut) {
        differences[path] = Difference(Self.mergedWithLost, last)
      }
      for (index, element) in value.parts.flatMap(\.elements).enumerated() where !element.isPlain {
        use(element, at: path, place: path + [Array(String(index).utf8)])
      }
    case .text, .reference, .unwritten, .query: use(last, at: path, place: path)
    case .leftOut: lost.insert(path)
    case .null, .scalar, .unusualScalar: break
    }
  }

  static let twin = "a key with and without '~' or '='"
  static let missing = "a reference to a key without a value"
  static let unknownPath = "a nested reference with a path that is not known"
  static let unknownParameter = "an inventory query with a parameter that is not known"
  static let mergedWithLost = "a value that is merged with one that is not imported"

  /// Notes the references in a value that merges with nothing.
  private mutating func use(_ statement: ReclassStatement, at path: Path, place: Path) {
    func differ(_ why: String) {
      let isRefused = [Self.missing, Self.unknownPath, Self.unknownParameter].contains(why)
      if differences[path].map({ isRefused && !$0.reason.isRefused }) ?? true {
        differences[path] = Difference(why, statement, isRefused: isRefused)
      }
    }
    func differ(unknown target: Path) {
      differ(
        target == Self.shortName
          ? "the first part of the node's name" : "a reference to a value that is not imported")
    }
    switch statement.content {
    case .null, .scalar, .unusualScalar: break
    case .leftOut: lost.insert(path)
    case .list(let elements):
      for (index, element) in elements.enumerated() {
        use(element, at: path, place: place + [Array(String(index).utf8)])
      }
    case .dict(let children):
      // The first place is reported.
      let all = children.flatMap { name, children in children.map { (name: name, child: $0) } }
      for (name, child) in all.sorted(by: { $0.child.start < $1.child.start }) {
        use(child, at: path, place: place + [name])
      }
    case .reference(let target):
      users.append((path, place, target, statement))
      switch self.target(target).kind {
      case .missing: differ(Self.missing)
      case .unknown: differ(unknown: target)
      case .null, .scalar, .unusualScalar, .list, .dict: break
      }
    case .unwritten(let pieces):
      lost.insert(path)
      if let why = problem(in: pieces) { return differ(why) }
      for target in targets(of: pieces) {
        users.append((path, place, target, statement))
        if self.target(target).kind == .missing { differ(Self.missing) }
      }
    case .query(let query):
      lost.insert(path)
      for target in query.parameters {
        users.append((path, place, target, statement))
        switch self.target(target).kind {
        case .missing, .null, .unknown: differ(Self.unknownParameter)
        case .scalar, .unusualScalar, .list, .dict: break
        }
      }
    case .text(let pieces):
      for target in targets(of: pieces) {
        users.append((path, place, target, statement))
        switch self.target(target).kind {
        case .scalar: break
        case .missing: differ(Self.missing)
        case .unknown: differ(unknown: target)
        case .null, .unusualScalar, .list, .dict:
          differ("a reference in a text to a value that Python spells in another way")
        }
      }
    }
  }

  /// Leaves out what depends on what is left out, or on itself.
  mutating func spread() {
    let all = lost.union(differences.keys)
    let lostBelow = Set(all.flatMap { path in path.indices.map { Array(path[..<$0]) } })
    var isLost = users.map { user in
      lostBelow.contains(user.target)
        || user.target.indices.contains { all.contains(Array(user.target[...$0])) }
    }
    // Python's stack is as deep as the chain, with the arrays around each reference.
    let steps = users.map { max(1, $0.place.count - $0.path.count) }
    var depths = steps
    let isDone = ends(users.map(\.path)) { index, other in
      isLost[other] = isLost[other] || isLost[index]
      depths[other] = max(depths[other], depths[index] + steps[other])
    }
    // reclass evaluates the elements of an array one by one, heir the array.
    let isAnswered = isDone.contains(false) ? ends(users.map(\.place)) { _, _ in } : isDone
    for (index, user) in users.enumerated() {
      if differences[user.path]?.reason.isRefused == true { continue }
      if !isDone[index] {
        differences[user.path] = Difference(
          "a reference to itself, or to one that does not end", user.statement,
          isRefused: !isAnswered[index])
      } else if depths[index] > 450 {
        differences[user.path] = Difference(
          "a chain of references that is too long", user.statement, isRefused: true)
      } else if isLost[index], differences[user.path] == nil {
        differences[user.path] = Difference(
          "a reference to a value that is not imported", user.statement)
      }
    }
  }

  /// Whether the evaluation of each reference at a path ends; `note` gets each reference with those that need it.
  private func ends(_ paths: [Path], _ note: (Int, Int) -> Void) -> [Bool] {
    // A reference needs all references in its target, and those on the way to it.
    var below: [Path: [Int]] = [:]
    var exact: [Path: [Int]] = [:]
    for (index, path) in paths.enumerated() {
      exact[path, default: []].append(index)
      for count in path.indices { below[Array(path[..<count]), default: []].append(index) }
    }
    var waiting = [Int](repeating: 0, count: users.count)
    var dependents: [[Int]] = users.map { _ in [] }
    var ready: [Int] = []
    for (index, user) in users.enumerated() {
      let onTheWay = user.target.indices.flatMap { exact[Array(user.target[...$0])] ?? [] }
      let needed = (below[user.target] ?? []) + onTheWay
      waiting[index] = needed.count
      for other in needed { dependents[other].append(index) }
      if needed.isEmpty { ready.append(index) }
    }
    var isDone = users.map { _ in false }
    while let index = ready.popLast() {
      isDone[index] = true
      for other in dependents[index] {
        note(index, other)
        waiting[other] -= 1
        if waiting[other] == 0 { ready.append(other) }
      }
    }
    return isDone
  }
}
