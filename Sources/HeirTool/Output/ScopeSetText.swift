import Cascade
import Legible

/// Some of the scopes of a walk, in few words.
struct ScopeSetText {
  private let roll: ScopeRoll
  private let path: ([UInt8]) -> String
  /// How many groups are named before the rest is only counted.
  private static var most: Int { 6 }

  /// `path` makes a path safe to show where the words stand.
  init(_ roll: ScopeRoll, path: @escaping ([UInt8]) -> String = { Printable.string($0) }) {
    (self.roll, self.path) = (roll, path)
  }

  /// `1 scope`, `14 scopes`.
  static func count(_ count: Int) -> String { "\(count) scope\(count == 1 ? "" : "s")" }

  /// `14 scopes (/prod/eu/* 9, /prod/us/* 5)`; `2 scopes (/prod, /staging)`.
  func words(_ set: ScopeSet) -> String {
    if set.isEmpty { return "no scope" }
    if set.count == roll.count && roll.count > 1 { return "all \(Self.count(set.count))" }
    return "\(Self.count(set.count)) (\(names(set)))"
  }

  /// `/prod/eu/* 9, /prod/us/* 5`: below each `*`, so many scopes.
  private func names(_ set: ScopeSet) -> String {
    var groups = groups(set)
    var words: [String] = []
    let rest = groups.dropFirst(Self.most)
    if rest.count > 1 {
      groups = Array(groups.prefix(Self.most))
      words = ["and \(rest.reduce(0) { $0 + $1.count }) more"]
    }
    return (groups.map(text) + words).joined(separator: ", ")
  }

  private struct Group {
    /// The scope itself, or what the scopes of the group stand at or below.
    var scope: Scope
    var count: Int
    var first: Scope
  }

  private func text(_ group: Group) -> String {
    if group.count == 1 { return path(group.first.path) }
    let start = group.scope.depth == 0 ? [] : group.scope.path
    return "\(path(start + Array("/*".utf8))) \(group.count)"
  }

  /// The scopes by what they have in common, one name deeper than what all of them do.
  private func groups(_ set: ScopeSet) -> [Group] {
    let all = set.numbers.lazy.map { self.roll.scopes[$0] }
    guard var common = all.first?.names else { return [] }
    for scope in all {
      let shared = zip(common, scope.names).prefix { $0 == $1 }.count
      if shared < common.count { common.removeSubrange(shared...) }
    }
    var groups: [Group] = []
    for scope in all {
      let top = Scope(Array(scope.names.prefix(common.count + 1)))
      if let last = groups.last, last.scope == top, scope.depth > common.count {
        groups[groups.count - 1].count += 1
      } else {
        groups.append(Group(scope: top, count: 1, first: scope))
      }
    }
    return groups
  }
}
