import Cascade
import SafeText

/// The keys that files mention, with the numbers of the scopes in directory order.
/// A scope is recorded only if a marker above it has not matched a key yet.
final class MentionedKeys {
  typealias Tree = KeyTree<ScopeSet>

  let top = Tree()
  // Limits searches, because many markers may meet many keys.
  let searchLimit = SearchLimit(searches: 10)

  func note(_ visited: VisitedScope) {
    for file in visited.levels.lazy.flatMap(\.filesAndFragments) {
      var place = top
      for name in file.prefix {
        place = place.member(name)
        place.note(visited.number)
      }
      note(file, 0, at: place, visited.number)
    }
  }

  private func note(_ file: PropertyFile, _ object: Int, at place: Tree, _ number: Int) {
    for member in file.document.members(object) where !member.isDirective {
      let inner = place.member(member.name)
      inner.note(number)
      if file.document.kind(member.value) == .object, file.computed(member.value) == nil {
        note(file, member.value, at: inner, number)
      }
    }
  }
}

extension MentionedKeys.Tree {
  fileprivate func note(_ number: Int) {
    content = content ?? ScopeSet()
    content?.append(number..<number + 1)
  }

  func isMentioned(in scopes: Range<Int>) -> Bool {
    content?.intersects(scopes) == true
  }

  func mentions(_ way: PatternState, in scopes: Range<Int>) -> Bool {
    (way.isWide ? members.names : way.names).contains { name in
      guard let member = members[name], member.isMentioned(in: scopes) else { return false }
      let way = way.descending(name)
      return way.isAtEnd || !way.isEmpty && member.mentions(way, in: scopes)
    }
  }
}
