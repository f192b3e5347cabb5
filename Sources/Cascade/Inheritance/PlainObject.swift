import JSONSource

/// An object that one level or several write plainly: no directive stands in what they write, and none tells how
/// it meets. What it comes to is read off their files, without a node for any key in it.
package struct PlainObject {
  package enum Value {
    /// As one file writes it.
    case written(Definition)
    case object(PlainObject)
  }

  /// What the levels write, the nearest first.
  private let writings: [Definition]
  /// How many of them count: what is no object came between those and the rest, of which only the order in which
  /// names are mentioned is left (F4).
  private let liveCount: Int

  /// `writings` are objects, the nearest first.
  init(_ writings: [Definition]) { self.init(writings, liveCount: writings.count) }

  private init(_ writings: [Definition], liveCount: Int) {
    self.writings = writings
    self.liveCount = liveCount
  }

  /// Whether all that levels write counts.
  var isWhole: Bool { liveCount == writings.count }

  /// The same with what a nearer level writes laid over it.
  func laying(_ own: Definition) -> PlainObject {
    PlainObject([own] + writings, liveCount: liveCount + 1)
  }

  var nearest: Definition { writings[0] }

  /// Whether the same values of the same files make it.
  func isSame(as other: PlainObject) -> Bool {
    liveCount == other.liveCount && writings.count == other.writings.count
      && zip(writings, other.writings).allSatisfy { $0.isSame(as: $1) }
  }

  /// The object, where one file alone writes it.
  package var only: Definition? { writings.count == 1 ? writings[0] : nil }

  /// A value of a member in one of the writings, and the next nearest one of the same member.
  private struct Entry {
    let writing: Int32
    let node: Int32
    let next: Int32
  }

  /// The members, in the order of first mention from the root.
  package var members: [(name: Name, value: Value)] {
    var entries: [Entry] = []
    var nearest = NameMap<Int32>()
    for index in writings.indices.reversed() {
      let document = writings[index].document
      document.forEachMember(writings[index].node) { name, node in
        let next = nearest.update(Int32(truncatingIfNeeded: entries.count), of: name) ?? -1
        entries.append(
          Entry(
            writing: Int32(truncatingIfNeeded: index), node: Int32(truncatingIfNeeded: node),
            next: next))
      }
    }
    var members: [(name: Name, value: Value)] = []
    members.reserveCapacity(nearest.names.count)
    for (name, place) in zip(nearest.names, nearest.values) {
      if let value = value(entries, place) { members.append((name, value)) }
    }
    return members
  }

  /// What comes of a member's values, the nearest of which is the one at a place; nil where none counts.
  private func value(_ entries: [Entry], _ place: Int32) -> Value? {
    var entry = entries[Int(place)]
    guard entry.writing < liveCount else { return nil }
    let own = definition(entry)
    guard own.isPlainObject, entry.next >= 0 else { return .written(own) }
    var inner = [own]
    var innerLiveCount: Int?
    while entry.next >= 0 {
      entry = entries[Int(entry.next)]
      let farther = definition(entry)
      let isObject = farther.isPlainObject
      if entry.writing >= liveCount || !isObject { innerLiveCount = innerLiveCount ?? inner.count }
      if isObject { inner.append(farther) }
    }
    return .object(PlainObject(inner, liveCount: innerLiveCount ?? inner.count))
  }

  private func definition(_ entry: Entry) -> Definition {
    writings[Int(entry.writing)].at(Int(entry.node))
  }
}

extension ViewNode {
  /// The object, where levels write it plainly and nothing else is said of it or of its inside.
  package var plainObject: PlainObject? {
    guard let nearest = plainWritten else { return nil }
    var writings = [nearest]
    // What was mentioned before keeps its place in the order, also where it is gone.
    var isOver = inForce != nil || !onlyAddsValues
    for node in chain.dropFirst() {
      if !isOver, let written = node.plainWritten {
        writings.append(written)
      } else if node.mentionsMembers {
        return nil
      }
      isOver = isOver || !node.onlyAddsValues
    }
    return PlainObject(writings)
  }
}
