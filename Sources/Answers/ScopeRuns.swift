import Cascade
import JSONSource

/// Something that is told with the scopes in which it holds.
package class Spread {
  package internal(set) final var scopes = ScopeSet()

  final var firstNumber: Int { scopes.firstNumber }
}

/// What holds of keys in each scope of a walk: as in the scope above, until something else is said, which
/// is taken back when the walk leaves the scope. It can be told as the runs of scopes in which it stays the
/// same: a scope costs what differs in it from the scope above.
package final class ScopeRuns<Record> {
  private struct Entry {
    var record: Record?
    /// From which scope on it holds.
    var start: Int
  }

  private typealias Place = KeyTree<Entry>

  private let top = Place()
  private var changes: [(place: Place, before: Record?)] = []
  // How many changes there are, and there were before each scope on the way; in most scopes nothing changes, and
  // to ask the list what it holds costs more.
  private var changeCount = 0
  private var marks: [Int] = []
  private var number = 0
  private let tell: (Record, Range<Int>) -> Void

  /// `tell` is called with each run; those of one key come in the order of the scopes.
  package init(_ tell: @escaping (Record, Range<Int>) -> Void = { _, _ in }) {
    self.tell = tell
  }

  /// Tells what holds of each run.
  convenience init() where Record: Spread { self.init { $0.scopes.append($1) } }

  /// The same where it is several things.
  convenience init() where Record == [Spread] {
    self.init { all, run in for one in all { one.scopes.append(run) } }
  }

  /// The same of all that holds of a key.
  convenience init() where Record == Standing { self.init { $0.note($1) } }

  /// Begins the scope of this number, in which everything is as in the scope above until something else is
  /// said.
  package func begin(_ number: Int) {
    self.number = number
    marks.append(changeCount)
  }

  /// Leaves the scope begun last; `next` is the number of the scope after all below it.
  package func end(before next: Int) {
    number = next
    let mark = marks.popLast() ?? 0
    if changeCount > mark { takeBack(to: mark) }
  }

  // Apart, since its types have to be put together first.
  @inline(never)
  private func takeBack(to mark: Int) {
    while changeCount > mark {
      changeCount -= 1
      let (place, before) = changes.removeLast()
      put(before, place)
    }
  }

  /// What holds of a key in the scope begun last, which stays so below.
  package subscript(key: Key) -> Record? {
    get { top.known(key)?.content?.record }
    set {
      if newValue == nil && top.known(key) == nil { return }
      set(newValue, top.place(of: key))
    }
  }

  /// Whether nothing holds of any key.
  package var isUnchanged: Bool { changeCount == 0 }

  /// The same, with what takes the place of nothing.
  package subscript(key: Key, default record: Record) -> Record {
    get { self[key] ?? record }
    set { self[key] = newValue }
  }

  /// Says that nothing holds of a key any more, nor of any in it.
  package func clear(atAndBelow key: Key = Key()) {
    if changeCount > 0, let place = top.known(key) { clear(place) }
  }

  private func clear(_ place: Place) {
    set(nil, place)
    for member in place.members.values { clear(member) }
  }

  /// Calls `body` with all that holds; if a difference is given, with what may hold otherwise by it.
  package func visit(in delta: Delta? = nil, _ body: (Key, Record) -> Void) {
    if changeCount == 0 { return }
    top.forEach(in: delta) { key, entry in if let record = entry.record { body(key, record) } }
  }

  private func set(_ record: Record?, _ place: Place) {
    let before = place.content?.record
    if before == nil && record == nil { return }
    changes.append((place, before))
    changeCount += 1
    put(record, place)
  }

  private func put(_ record: Record?, _ place: Place) {
    if let old = place.content, let record = old.record, old.start < number {
      tell(record, old.start..<number)
    }
    place.content = Entry(record: record, start: number)
  }
}
