import Cascade
import SafeText

/// Describes a set of scopes in few words.
final class ScopeSetFormatter {
  private let scopeIndex: ScopeIndex
  private let path: ([UInt8]) -> String
  private lazy var paths = scopeIndex.scopes.map { Array(path($0.path).utf8) }
  private lazy var trees = scopeIndex.scopes.map { Array(path($0.tree).utf8) }
  private static var most: Int { 6 }
  /// The last sets that needed groups: the elements of an array have the same.
  private var recent: [(runs: ScopeSet.Runs, text: [UInt8])] = []
  private var next = 0

  init(_ scopeIndex: ScopeIndex, path: @escaping ([UInt8]) -> String = Scope.text) {
    (self.scopeIndex, self.path) = (scopeIndex, path)
  }

  func words(_ set: ScopeSet) -> String { Printable.text { append(set, to: &$0) } }

  /// For example `14 scopes (/prod/eu/** 9, /prod/us/** 5 of 6)` or `2 scopes (/prod, /staging)`.
  func append(_ set: ScopeSet, to text: inout [UInt8]) {
    if set.isEmpty {
      text += "no scope".utf8
      return
    }
    let isAll = set.count == scopeIndex.count && scopeIndex.count > 1
    if isAll { text += "all ".utf8 }
    Printable.append(set.count, "scope", to: &text)
    if isAll { return }
    if let known = recent.first(where: { $0.runs == set.runs }) {
      text += known.text
      return
    }
    let start = text.count
    appendGroups(of: set, to: &text)
    let made = (set.runs, Array(text[start...]))
    if recent.count < Self.most { recent.append(made) } else { recent[next % Self.most] = made }
    next += 1
  }

  private func appendGroups(of set: ScopeSet, to text: inout [UInt8]) {
    let groups = groups(set, atMost: Self.most + 2)
    // Naming a single further group takes no more space than counting it.
    let shownCount = groups.count > Self.most + 1 ? Self.most : groups.count
    var rest = set.count
    for (index, group) in groups.prefix(shownCount).enumerated() {
      text += (index == 0 ? " (" : ", ").utf8
      append(group, to: &text)
      rest -= group.count
    }
    if rest > 0 { text += ", and \(rest) more".utf8 }
    text.append(UInt8(ascii: ")"))
  }

  /// Scopes of the set below the same scope, by number.
  private struct Group {
    let first: Int
    var last: Int
    var count: Int
  }

  /// `/prod/eu/** 9` is a scope with all descendants, nine in sum; `/prod/eu/** 9 of 12` is nine of them.
  private func append(_ group: Group, to text: inout [UInt8]) {
    if group.count == 1 {
      text += paths[group.first]
      return
    }
    let top = scopeIndex.common(group.first, group.last)
    let size = scopeIndex.end(of: top) - top
    text += trees[top]
    text.append(0x20)
    Printable.append(group.count, to: &text)
    if group.count == size { return }
    text += " of ".utf8
    Printable.append(size, to: &text)
  }

  /// The whole set if it is a scope with all descendants; otherwise by the name after the common path.
  ///
  /// Scopes at and below a scope have consecutive numbers, so that a group costs its number of runs.
  private func groups(_ set: ScopeSet, atMost limit: Int) -> [Group] {
    guard let first = set.runs.first?.lowerBound, let end = set.runs.last?.upperBound else {
      return []
    }
    let common = scopeIndex.common(first, end - 1)
    if set.count == scopeIndex.end(of: common) - common {
      return [Group(first: first, last: end - 1, count: set.count)]
    }
    var groups: [Group] = []
    groups.reserveCapacity(min(limit, set.count))
    var groupEnd = 0
    for run in set.runs {
      var next = run.lowerBound
      while next < run.upperBound {
        if next >= groupEnd {
          if groups.count == limit { return groups }
          let top = next == common ? next : scopeIndex.child(of: common, leadingTo: next)
          groupEnd = next == common ? next + 1 : scopeIndex.end(of: top)
          groups.append(Group(first: next, last: next, count: 0))
        }
        let shared = min(groupEnd, run.upperBound)
        groups[groups.count - 1].count += shared - next
        groups[groups.count - 1].last = shared - 1
        next = shared
      }
    }
    return groups
  }
}
