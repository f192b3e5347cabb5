import JSONSource

/// An object merged from plain values, without nodes for its members.
package struct PlainObject {
  package enum Value {
    case written(Definition)
    case object(PlainObject)
  }

  /// Nearest first.
  private let writings: [Definition]
  /// The number of writings that count; a leaf replaced the others, which affect only the order (F4).
  private let liveCount: Int

  init(_ writings: [Definition]) { self.init(writings, liveCount: writings.count) }

  private init(_ writings: [Definition], liveCount: Int) {
    self.writings = writings
    self.liveCount = liveCount
  }

  var isWhole: Bool { liveCount == writings.count }

  func laying(_ own: Definition) -> PlainObject {
    PlainObject([own] + writings, liveCount: liveCount + 1)
  }

  var nearest: Definition { writings[0] }

  func isSame(as other: PlainObject) -> Bool {
    liveCount == other.liveCount && writings.count == other.writings.count
      && zip(writings, other.writings).allSatisfy { $0.isSame(as: $1) }
  }

  package var only: Definition? { writings.count == 1 ? writings[0] : nil }

  /// A value of a member, linked to the next nearest.
  private struct Entry {
    let writing: Int32
    let node: Int32
    let next: Int32
  }

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

  /// The value of a member; nil if a leaf replaced it.
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
  package var plainObject: PlainObject? {
    guard let nearest = plainWritten else { return nil }
    var writings = [nearest]
    // A replaced mention keeps its position in the order (F4).
    var isOver = activeDeclarations != nil || !onlyAddsValues
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
