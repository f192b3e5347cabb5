import Answers
import Cascade
import JSONSource
import Legible

/// The keys that files mention, each with the turn of the scope that did so last: scopes come depth first,
/// so that what was mentioned since a scope's own turn is mentioned at or below it.
///
/// Kept up only as long as somebody may ask which keys there are.
final class MentionedKeys {
  private struct Place {
    var members = NameMap<Int>()
    var lastTurn = 0
  }

  private var places = [Place()]
  // Many markers over many keys are no reason to look at each pair of them.
  let patience = Patience(searches: 10)
  /// The top.
  static let top = 0

  /// Takes note of what the files of a scope write.
  func note(_ levels: some Sequence<Level>, turn: Int) {
    for file in levels.lazy.flatMap(\.files).flatMap(\.withFragments) {
      var place = Self.top
      for name in file.prefix { place = member(name, of: place, turn) }
      note(file, 0, at: place, turn)
    }
  }

  private func note(_ file: PropertyFile, _ object: Int, at place: Int, _ turn: Int) {
    for member in file.document.members(object) where !member.isDirective {
      let inner = self.member(member.name, of: place, turn)
      if file.document.kind(member.value) == .object, file.computed(member.value) == nil {
        note(file, member.value, at: inner, turn)
      }
    }
  }

  private func member(_ name: Name, of place: Int, _ turn: Int) -> Int {
    let member: Int
    if let known = places[place].members[name] {
      member = known
    } else {
      member = places.count
      places.append(Place())
      places[place].members[name] = member
    }
    places[member].lastTurn = turn
    return member
  }

  /// A member that was mentioned since a turn.
  func member(_ name: Name, of place: Int, since turn: Int) -> Int? {
    places[place].members[name].flatMap { places[$0].lastTurn >= turn ? $0 : nil }
  }

  /// The names of all such members.
  func names(of place: Int, since turn: Int) -> [Name] {
    let members = places[place].members
    return zip(members.names, members.values).compactMap {
      places[$1].lastTurn >= turn ? $0 : nil
    }
  }
}
