import JSONSource

/// What one level says of the members of an object by patterns, each of which may stand for many names (K4).
final class PatternMembers {
  /// What is said with `*` of every member.
  private(set) var any: StatementTree?
  /// What is said behind `**` of the object itself and of all that is in it.
  private(set) var deep: StatementTree?
  private var likes = NameMap<(pattern: NamePattern, tree: StatementTree)>()
  // Each name is held against many of them once.
  private var known = NameMap<[StatementTree]>()
  private static var few: Int { 4 }

  /// What is said by any of them; with `*` in a part of a name in the order in which it was read.
  var all: [StatementTree] { [any, deep].compactMap { $0 } + likes.values.map(\.tree) }

  /// Those with `*` in a part of a name that say something of certain concerns.
  func likes(concerning concerns: Concerns) -> [NamePattern] {
    likes.values.filter { !$0.tree.concerns.isDisjoint(with: concerns) }.map(\.pattern)
  }

  /// The place to which a part of a pattern leads, made where there is none.
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

  /// What is said of a member by what stands for its name, and for one name alone.
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
