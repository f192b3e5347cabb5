import Answers
import Cascade
import JSONSource
import Trees

/// The keys in an object that a scope and the scopes that inherit from it set, with the types of their values (D254).
final class KnownKeys {
  private let scope: Scope
  private let object: Key
  private var keys: Set<Key> = []
  private var computedKeys: Set<Key> = []
  private var types: [Key: Set<TypeName>] = [:]
  private var inheriting: Set<Scope> = []
  /// Why keys of a scope that inherits, or may inherit, from this one are unknown.
  private var unread: [Diagnostic] = []

  init(_ scope: Scope, in object: Key, _ treeReader: TreeReader) throws(Failure) {
    (self.scope, self.object) = (scope, object)
    let visitor = EachScope(
      { self.add($0, treeReader) }, missed: { self.unread.append($0) })
    try treeReader.walk(from: .root, visitor)
    // The other keys would be refused once the files can be read.
    if !unread.isEmpty { throw .diagnostics(unread) }
  }

  /// The keys that no attribute of the scope's levels names, with a `$type` for each.
  func undeclared(in view: View) -> [(key: Key, type: [UInt8])] {
    let open = keys.filter { !view.declares($0) }
    // A key that '**' matches leaves the object around it unknown.
    let known = Set(open.flatMap(\.around))
    let around = keys.subtracting(open).map { $0.prefix($0.names.count - 1) }.filter {
      $0.names.count > object.names.count && !view.declares($0) && !known.contains($0)
    }
    let found = open.union(around).map { ($0, view.names.spelling($0)) }
    return found.sorted { $0.1.lexicographicallyPrecedes($1.1) }.map { key, _ in
      let all = types[key] ?? Set(TypeName.allCases)
      let names = TypeName.allCases.filter {
        all.contains($0) && !($0 == .integer && all.contains(.number))
      }.map { "\"\($0.rawValue)\"" }
      let list = names.joined(separator: ", ")
      return (key, Array((names.count == 1 ? list : "[\(list)]").utf8))
    }
  }

  private func add(_ visited: VisitedScope, _ treeReader: TreeReader) {
    let lineage = visited.lineage
    guard let start = lineage.ancestors.firstIndex(where: { $0.scope == scope }) else { return }
    let isBelow = visited.scope.above.map(inheriting.contains) ?? false
    inheriting.insert(visited.scope)
    unread += visited.reading.problems + visited.reading.childProblems
    let positions = isBelow ? visited.addedPositions : Array(lineage.levels.indices)
    for position in positions where position >= start {
      let level = lineage.levels[position]
      unread += level.openInclusions(along: object)
      level.statements.place(of: object)?.forEachLeaf(object) { key, _ in
        if key != object { keys.insert(key) }
      }
    }
    add(Key(), visited.view.root, isBelow ? visited.delta : nil)
    if computedKeys.isEmpty { return }
    let walked = WalkedScope(visited, treeReader, reveals: true, below: nil)
    defer { walked.release() }
    for key in computedKeys {
      guard let node = visited.view.node(key), node.isLive, node.isComputedValue else { continue }
      if let value = try? walked.asked.value(key)?.whole() {
        add(key, value)
      } else {
        types[key] = Set(TypeName.allCases)
      }
    }
  }

  /// Adds the types of written values; with a delta, only those of keys that may differ.
  private func add(_ key: Key, _ node: ViewNode, _ delta: Delta?) {
    let delta = delta.flatMap { $0.isWhole ? nil : $0 }
    switch node.state {
    case .absent: return
    case .array: add(.array, [], at: key)
    case .leaf(let written):
      if written.isComputed {
        computedKeys.insert(key)
      } else {
        add(written.kind, written.document.spelling(written.node), at: key)
      }
    case .object:
      add(.object, [], at: key)
      for name in delta?.names ?? node.liveMembers().map(\.name) {
        if let member = node.member(name) {
          add(key.appending(name), member, delta?.member(name))
        }
      }
    }
  }

  private func add(_ key: Key, _ value: EffectiveValue) {
    add(value.kind, value.spelling, at: key)
    for (name, member) in value.members { add(key.appending(name), member) }
  }

  private func add(_ kind: Node.Kind, _ spelling: ArraySlice<UInt8>, at key: Key) {
    let isInteger = TypeName.integer.matches(kind, spelling)
    types[key, default: []].insert(isInteger ? .integer : TypeName(kind))
  }
}
