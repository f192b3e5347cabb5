import Cascade
import Legible

/// Some of the scopes of a walk, in few words.
struct ScopeSetText {
  private let scopeIndex: ScopeIndex
  private let path: ([UInt8]) -> String
  /// How many groups are named before the rest is only counted.
  private static var most: Int { 6 }

  /// `path` makes a path safe to show where the words stand.
  init(_ scopeIndex: ScopeIndex, path: @escaping ([UInt8]) -> String = { Printable.string($0) }) {
    (self.scopeIndex, self.path) = (scopeIndex, path)
  }

  /// `14 scopes (/prod/eu/* 9, /prod/us/* 5)`; `2 scopes (/prod, /staging)`.
  func words(_ set: ScopeSet) -> String {
    if set.isEmpty { return "no scope" }
    let count = Printable.count(set.count, "scope")
    return set.count == scopeIndex.count && scopeIndex.count > 1
      ? "all \(count)" : "\(count) (\(names(set)))"
  }

  /// `/prod/eu/* 9, /prod/us/* 5`: below each `*`, so many scopes.
  private func names(_ set: ScopeSet) -> String {
    // One group more would take as many words as its name.
    var groups = groups(set, atMost: Self.most + 2)
    var words: [String] = []
    if groups.count > Self.most + 1 {
      groups = Array(groups.prefix(Self.most))
      words = ["and \(set.count - groups.reduce(0) { $0 + $1.count }) more"]
    }
    return (groups.map(text) + words).joined(separator: ", ")
  }

  private struct Group {
    /// The scope itself, or what the scopes of the group stand at or below.
    let scope: Scope
    var count: Int
    let first: Scope
  }

  private func text(_ group: Group) -> String {
    if group.count == 1 { return path(group.first.path) }
    let start = group.scope.depth == 0 ? [] : group.scope.path
    return "\(path(start + Array("/*".utf8))) \(group.count)"
  }

  /// The first groups of scopes by what they have in common, one name deeper than what all of them do.
  ///
  /// Scopes at and below one are a run of numbers, so that a group costs what it has of runs.
  private func groups(_ set: ScopeSet, atMost limit: Int) -> [Group] {
    guard let first = set.runs.first?.lowerBound, let behind = set.runs.last?.upperBound else {
      return []
    }
    let common = scopeIndex.common(first, behind - 1)
    var groups: [Group] = []
    var end = 0
    for run in set.runs {
      var next = run.lowerBound
      while next < run.upperBound {
        if next < end {
          let shared = min(end, run.upperBound)
          groups[groups.count - 1].count += shared - next
          next = shared
          continue
        }
        if groups.count == limit { return groups }
        let top = next == common ? next : scopeIndex.child(of: common, leadingTo: next)
        end = next == common ? next + 1 : scopeIndex.end(of: top)
        groups.append(
          Group(scope: scopeIndex.scopes[top], count: 0, first: scopeIndex.scopes[next]))
      }
    }
    return groups
  }
}
