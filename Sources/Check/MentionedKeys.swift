import Answers
import Cascade
import JSONSource
import Legible

/// The keys that files mention, each with the turn of the scope that did so last: scopes come depth first,
/// so that what was mentioned since a scope's own turn is mentioned at or below it.
///
/// Kept up only as long as somebody may ask which keys there are.
final class MentionedKeys {
  let top = KeyTree<Int>()
  // Many markers over many keys are no reason to look at each pair of them.
  let patience = Patience(searches: 10)

  /// Takes note of what the files of a scope write.
  func note(_ levels: some Sequence<Level>, turn: Int) {
    for file in levels.lazy.flatMap(\.filesAndFragments) {
      var place = top
      for name in file.prefix {
        place = place.member(name)
        place.content = turn
      }
      note(file, 0, at: place, turn)
    }
  }

  /// Whether a key that a pattern names was mentioned since a turn.
  func mentions(_ pattern: KeyPattern, since turn: Int) -> Bool {
    top.mentions(PatternWay(pattern), since: turn)
  }

  private func note(_ file: PropertyFile, _ object: Int, at place: KeyTree<Int>, _ turn: Int) {
    for member in file.document.members(object) where !member.isDirective {
      let inner = place.member(member.name)
      inner.content = turn
      if file.document.kind(member.value) == .object, file.computed(member.value) == nil {
        note(file, member.value, at: inner, turn)
      }
    }
  }
}

extension KeyTree<Int> {
  fileprivate func mentions(_ way: PatternWay, since turn: Int) -> Bool {
    (way.isWide ? members.names : way.names).contains { name in
      guard let member = members[name], let last = member.content, last >= turn else {
        return false
      }
      let way = way.descending(name)
      return way.isAtEnd || !way.isEmpty && member.mentions(way, since: turn)
    }
  }
}
