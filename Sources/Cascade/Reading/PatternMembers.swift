import JSONSource

/// The statements of a level about members of an object that patterns match (K4).
final class PatternMembers {
  private(set) var any: StatementTree?
  /// `**` matches the object itself and everything below.
  private(set) var deep: StatementTree?
  private var likes = NameMap<(pattern: NamePattern, tree: StatementTree)>()
  // Caches the patterns that match each name if there are many.
  private var known = NameMap<[StatementTree]>()
  private static var few: Int { 4 }

  var all: [StatementTree] { [any, deep].compactMap { $0 } + likes.values.map(\.tree) }

  func likes(concerning concerns: StatementKinds) -> [NamePattern] {
    likes.values.filter { !$0.tree.concerns.isDisjoint(with: concerns) }.map(\.pattern)
  }

  func place(of part: KeyPattern.Part) -> StatementTree? {
    switch part {
    case .name: return nil
    case .any:
      let place = any ?? StatementTree()
      any = place
      return place
    case .deep:
      let place = deep ?? StatementTree(isDeep: true)
      deep = place
      return place
    case .like(let pattern):
      if let like = likes[pattern.name] { return like.tree }
      let place = StatementTree()
      likes[pattern.name] = (pattern, place)
      known = NameMap()
      return place
    }
  }

  func fitting(_ name: Name) -> [StatementTree] {
    let all = any.map { [$0] } ?? []
    guard let first = likes.values.first else { return all }
    if let known = known[name] { return all + known }
    let bytes = first.pattern.bytes(of: name)
    let found = likes.values.filter { $0.pattern.pattern.matches(bytes) }.map(\.tree)
    if likes.values.count > Self.few { known[name] = found }
    return all + found
  }
}
