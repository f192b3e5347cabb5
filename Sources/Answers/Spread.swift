import Cascade
import JSONSource

/// What holds of keys in each scope of a walk, told as the runs of scopes in which it stays the same: a
/// scope costs what differs in it from the scope above.
package final class Spread<Record: AnyObject> {
  private struct Entry {
    var record: Record?
    /// From which scope on it holds.
    var start: Int
  }

  private typealias Place = KeyTree<Entry>

  private let top = Place()
  private var changes: [[(place: Place, before: Record?)]] = []
  private let tell: (Record, Range<Int>) -> Void

  /// `tell` is called with each run; those of one key come in the order of the scopes.
  package init(_ tell: @escaping (Record, Range<Int>) -> Void) {
    self.tell = tell
  }

  /// Begins a scope, in which everything is as in the scope above until something else is said.
  package func begin() { changes.append([]) }

  /// Says what holds of a key in the scope of this number, begun last, and below.
  package func set(_ record: Record?, of key: Key, at number: Int) {
    if record == nil && top.known(key) == nil { return }
    set(record, top.place(of: key), at: number)
  }

  /// What holds of a key in the scope begun last.
  package func record(of key: Key) -> Record? { top.known(key)?.content?.record }

  /// Says that nothing holds of a key any more, nor of any in it.
  package func clear(atAndBelow key: Key, at number: Int) {
    if let place = top.known(key) { clear(place, at: number) }
  }

  private func clear(_ place: Place, at number: Int) {
    if place.content?.record != nil { set(nil, place, at: number) }
    for member in place.members.values { clear(member, at: number) }
  }

  private func set(_ record: Record?, _ place: Place, at number: Int) {
    let before = place.content?.record
    if before === record { return }
    changes[changes.count - 1].append((place, before))
    put(record, place, at: number)
  }

  private func put(_ record: Record?, _ place: Place, at number: Int) {
    if let old = place.content, let record = old.record, old.start < number {
      tell(record, old.start..<number)
    }
    place.content = Entry(record: record, start: number)
  }

  /// Leaves the scope begun last; `next` is the number of the scope after all below it.
  package func end(before next: Int) {
    for (place, before) in (changes.popLast() ?? []).reversed() { put(before, place, at: next) }
  }
}
