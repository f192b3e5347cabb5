import JSONSource

/// What holds of keys in each scope of a walk, told as the runs of scopes in which it stays the same: a
/// scope costs what differs in it from the scope above.
final class Spread<Record: AnyObject> {
  private final class Node {
    var members = NameMap<Node>()
    var record: Record?
    /// From which scope on the record holds.
    var start = 0
  }

  private let top = Node()
  private var changes: [[(node: Node, before: Record?)]] = []
  private let tell: (Record, Range<Int>) -> Void

  /// `tell` is called with each run, in the order of the scopes.
  init(_ tell: @escaping (Record, Range<Int>) -> Void) {
    self.tell = tell
  }

  /// Begins a scope, in which everything is as in the scope above until something else is said.
  func begin() { changes.append([]) }

  /// Says what holds of a key in the scope of this number, begun last, and below.
  func set(_ record: Record?, of key: Key, at number: Int) {
    var node = top
    for name in key.names {
      if let member = node.members[name] {
        node = member
      } else {
        if record == nil { return }
        let member = Node()
        member.start = number
        node.members[name] = member
        node = member
      }
    }
    set(record, node, at: number)
  }

  /// What holds of a key in the scope begun last.
  subscript(key: Key) -> Record? {
    var node = top
    for name in key.names {
      guard let member = node.members[name] else { return nil }
      node = member
    }
    return node.record
  }

  /// Says that nothing holds of a key any more, nor of any in it.
  func clear(atAndBelow key: Key, at number: Int) {
    var node = top
    for name in key.names {
      guard let member = node.members[name] else { return }
      node = member
    }
    clear(node, at: number)
  }

  private func clear(_ node: Node, at number: Int) {
    set(nil, node, at: number)
    for member in node.members.values { clear(member, at: number) }
  }

  private func set(_ record: Record?, _ node: Node, at number: Int) {
    if node.record === record { return }
    changes[changes.count - 1].append((node, node.record))
    put(record, node, at: number)
  }

  private func put(_ record: Record?, _ node: Node, at number: Int) {
    if let old = node.record, node.start < number { tell(old, node.start..<number) }
    node.record = record
    node.start = number
  }

  /// Leaves the scope begun last; `next` is the number of the scope after all below it.
  func end(before next: Int) {
    for (node, before) in (changes.popLast() ?? []).reversed() { put(before, node, at: next) }
  }
}
