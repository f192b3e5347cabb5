import Cascade
import JSONSource

/// A result with the scopes in which it holds.
package class ScopedItem {
  package internal(set) final var scopes = ScopeSet()

  final var firstNumber: Int { scopes.firstNumber }
}

/// A record along a walk, which begins and ends with each scope.
package protocol WalkState: AnyObject {
  func begin(_ number: Int)
  func end(before next: Int)
}

/// The records of keys along a walk: inherited from the parent, and restored when the walk leaves a scope.
/// Each run of scopes with an equal record is reported once, so that a scope costs only its differences.
package final class InheritedState<Record>: WalkState {
  private struct Entry {
    var record: Record?
    var start: Int
  }

  private typealias Place = KeyTree<Entry>

  private let top = Place()
  private var changes: [(place: Place, before: Record?)] = []
  // Counted, because in code for any record an array of them takes long to ask.
  private var changeCount = 0
  private var marks: [Int] = []
  private var number = 0
  private let tell: (Record, Range<Int>) -> Void

  /// `tell` is called with each run; the runs of a key are in order of scopes.
  package init(_ tell: @escaping (Record, Range<Int>) -> Void = { _, _ in }) {
    self.tell = tell
  }

  convenience init() where Record: ScopedItem { self.init { $0.scopes.append($1) } }

  convenience init() where Record == [ScopedItem] {
    self.init { all, run in for one in all { one.scopes.append(run) } }
  }

  package func begin(_ number: Int) {
    self.number = number
    marks.append(changeCount)
  }

  package func end(before next: Int) {
    number = next
    let mark = marks.popLast() ?? 0
    if changeCount > mark { undo(to: mark) }
  }

  private func undo(to mark: Int) {
    while changeCount > mark {
      let (place, before) = changes.removeLast()
      changeCount -= 1
      put(before, place)
    }
  }

  /// The record of a key in the current scope, inherited by its descendants.
  package subscript(key: Key) -> Record? {
    get { top.known(key)?.content?.record }
    set {
      if newValue == nil && top.known(key) == nil { return }
      set(newValue, top.place(of: key))
    }
  }

  package func clear(atAndBelow key: Key = Key()) {
    if let place = top.known(key) { clear(place) }
  }

  private func clear(_ place: Place) {
    set(nil, place)
    for member in place.members.values { clear(member) }
  }

  /// Calls `body` with each record; with a delta, only with those that it may affect.
  package func visit(in delta: Delta? = nil, _ body: (Key, Record) -> Void) {
    if changeCount == 0 { return }
    top.visit(in: delta) { path, entry in
      if let record = entry.record { body(Key(path), record) }
    }
  }

  func visit(below key: Key, _ body: (Key, Record) -> Void) {
    if changeCount == 0 { return }
    top.known(key)?.visit { path, entry in
      if !path.isEmpty, let record = entry.record { body(Key(key.names + path), record) }
    }
  }

  /// Clears the records that a delta may affect and whose keys fulfil a condition.
  func clear(in delta: Delta, where hasCeased: (Key) -> Bool) {
    visit(in: delta) { key, _ in if hasCeased(key) { self[key] = nil } }
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
