import Cascade

extension Difference {
  package init(
    from: Evaluation, to: Evaluation, under patterns: [KeyPattern],
    skipping equals: [EqualNodes] = []
  ) throws(EvaluationError) {
    var changes: [ValueChange] = []
    var compared: Set<Key> = []
    var told: Set<Key> = []
    for pattern in patterns {
      for key in try from.keys(of: pattern) + to.keys(of: pattern)
      where compared.insert(key).inserted {
        let difference = try Difference(from: from, to: to, under: key, skipping: equals)
        // Two patterns may name overlapping keys.
        changes += difference.changes.filter { told.insert($0.key).inserted }
      }
    }
    self.init(changes)
  }
}

extension Evaluation {
  /// The keys that a pattern names, parents first: a star matches existing members, a name always matches.
  fileprivate func keys(of pattern: KeyPattern) throws(EvaluationError) -> [Key] {
    var keys: [Key] = []
    var rest = [(key: Key(), way: PatternState(pattern))]
    while let (key, way) = rest.popLast() {
      if way.isAtEnd {
        keys.append(key)
        continue
      }
      var names = NameMap<Void>()
      for name in way.names { names[name] = () }
      if way.isWide {
        guard let value = try value(key), value.isObject else { continue }
        for member in value.liveMembers { names[member.name] = () }
      }
      for name in names.names.reversed() {
        let inner = way.descending(name)
        if !inner.isEmpty { rest.append((key.appending(name), inner)) }
      }
    }
    return keys
  }
}
