import Cascade

extension Difference {
  /// Compares what stands under every key that a pattern names in either scope.
  package init(
    from: Evaluation, to: Evaluation, under patterns: [KeyPattern],
    skipping equals: [EqualNodes] = []
  ) throws(Unresolved) {
    var changes: [ValueChange] = []
    var compared: Set<Key> = []
    var told: Set<Key> = []
    for pattern in patterns {
      for key in try from.keys(of: pattern) + to.keys(of: pattern)
      where compared.insert(key).inserted {
        let difference = try Difference(from: from, to: to, under: key, skipping: equals)
        // One of the keys may lie below another.
        changes += difference.changes.filter { told.insert($0.key).inserted }
      }
    }
    self.init(changes)
  }
}

extension Evaluation {
  /// The keys that a pattern names: `*` stands for the members that there are, all else for itself.
  fileprivate func keys(of pattern: KeyPattern) throws(Unresolved) -> [Key] {
    var keys = [Key()]
    for part in pattern.parts {
      var longer: [Key] = []
      for key in keys {
        switch part {
        case .name(let name): longer.append(key.appending(name))
        case .any:
          guard let value = try value(key), value.isObject else { continue }
          longer += value.liveMembers.map { key.appending($0.name) }
        }
      }
      keys = longer
    }
    return keys
  }
}
