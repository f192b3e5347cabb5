import JSONSource

/// What the levels before a step have declared for all that follow, at one key: finals and strategies.
///
/// They are carried down along the keys that a step looks at; where nothing is declared there are none.
final class Laws {
  /// What is said of the key and below it.
  let finals: [Statements]
  let merges: [Statements]
  /// The final that is named where several hold the key: the widest, then the nearest level's.
  private(set) var seal: Marker?
  /// The farthest level whose final holds the key or something around it.
  private var since: Rank?

  init(finals: [Statements], merges: [Statements], under outer: Laws? = nil) {
    self.finals = finals
    self.merges = merges
    (seal, since) = (outer?.seal, outer?.since)
    noteSeals()
  }

  /// Whether nothing is final here or below.
  var isOpen: Bool { finals.isEmpty && seal == nil }

  /// What holds for a member; nil where nothing does.
  func descending(_ name: Name) -> Laws? {
    let finals = Self.descend(finals, name, .final)
    let merges = Self.descend(merges, name, .merge)
    if finals.isEmpty && merges.isEmpty && seal == nil { return nil }
    return Laws(finals: finals, merges: merges, under: self)
  }

  private static func descend(
    _ all: [Statements], _ name: Name, _ concern: Statements.Concerns
  ) -> [Statements] {
    var result: [Statements] = []
    for statements in all {
      for next in [statements.members[name], statements.any] {
        if let next, next.concerns.contains(concern) { result.append(next) }
      }
    }
    return result
  }

  private func noteSeals() {
    let isNamed = seal != nil
    for statements in finals {
      for marker in statements.markers(.final) {
        since = min(since ?? marker.file.rank, marker.file.rank)
        if isNamed { continue }
        if let seal {
          let (mine, others) = (marker.file.rank, seal.file.rank)
          if mine == others ? seal.isRead(before: marker) : mine < others { continue }
        }
        seal = marker
      }
    }
  }

  /// Whether a final of a level before a marker's holds the key against it.
  func holds(against marker: Marker) -> Bool { since.map { $0 < marker.file.rank } ?? false }

  /// The strategy for this key among those that suit: the nearest level's; there the pattern with the
  /// fewest `*`, then the one that is exact earlier, then the one read last (I8).
  func strategy(_ suits: (Strategy) -> Bool) -> Strategy? {
    if merges.isEmpty { return nil }
    var best: (marker: Marker, strategy: Strategy)?
    for statements in merges {
      for marker in statements.markers(.merge) {
        guard case .strategy(let strategy) = marker.detail, suits(strategy) else { continue }
        if let best, !marker.prevails(over: best.marker) { continue }
        best = (marker, strategy)
      }
    }
    return best?.strategy
  }
}

extension Marker {
  /// Whether this declaration counts rather than another one that fits the same key (I8).
  func prevails(over other: Marker) -> Bool {
    if file.rank != other.file.rank { return file.rank > other.file.rank }
    let mine = pattern.parts.map { $0 == .any }
    let others = other.pattern.parts.map { $0 == .any }
    let (count, otherCount) = (mine.count { $0 }, others.count { $0 })
    if count != otherCount { return count < otherCount }
    for (any, otherAny) in zip(mine, others) where any != otherAny { return otherAny }
    return other.isRead(before: self)
  }
}
