/// Turns an array into another by changing only the items that differ.
/// Equal items keep their bytes and comments. Objects are edited by member if that yields the new order.
struct Rewriting {
  let value: Document
  let surroundings: EditContext

  private var document: Document { surroundings.document }

  func whole(_ old: Int, _ new: Int) -> Splice {
    let range = document.range(old)
    let indentation = document.source.indentation(ofLineAt: range.start)
    return Splice(range, surroundings.reindented(value.spelling(new), indentation))
  }

  func splices(_ old: Int, _ new: Int) -> [Splice] {
    if document.isSpelled(old, like: value, new) { return [] }
    let itemwise: [Splice]? =
      switch (document.kind(old), value.kind(new)) {
      case (.array, .array): elementwise(old, new)
      case (.object, .object): memberwise(old, new)
      default: nil
      }
    return itemwise ?? [whole(old, new)]
  }

  /// Nil if an array without comments is or becomes empty.
  private func elementwise(_ old: Int, _ new: Int) -> [Splice]? {
    let container = Container(document, old)
    let elements = Array(value.elements(new))
    if container.items.isEmpty || elements.isEmpty, container.isStrict { return nil }
    let items = container.items
    let ignoresComments = !value.hasDirectives
    let changes = LineChange.between(
      items.map { document.spellingIdentity($0, ignoresComments: ignoresComments) },
      elements.map { value.spellingIdentity($0, ignoresComments: ignoresComments) })
    var result: [Splice] = []
    var removed: [Int] = []
    for change in changes {
      let (old, new) = (Array(items[change.old]), Array(elements[change.new]))
      let parts = LineChange.between(
        old.map { document.identityOfBeginning($0) ?? Array("-\($0)".utf8) },
        new.map { value.identityOfBeginning($0) ?? Array("+\($0)".utf8) })
      for (oldIndex, newIndex) in parts.kept(old.count) {
        result += splices(old[oldIndex], new[newIndex])
      }
      for part in parts {
        let count = min(part.old.count, part.new.count)
        for (old, new) in zip(old[part.old], new[part.new]) { result += splices(old, new) }
        result += inserting(
          new[part.new].dropFirst(count).map { value.spelling($0) },
          before: change.old.lowerBound + part.old.upperBound, in: container)
        removed += old[part.old].dropFirst(count)
      }
    }
    return result + removing(removed, from: container)
  }

  /// Nil if members are both added and removed at the same place, or if either object has directives.
  private func memberwise(_ old: Int, _ new: Int) -> [Splice]? {
    let container = Container(document, old)
    let members = Array(value.members(new))
    let places = container.items.indices.filter { document.kind(container.items[$0]) == .name }
    let isOrdinary =
      members.allSatisfy { !$0.isDirective } && !surroundings.isComputed(old)
      && container.items.allSatisfy { document.kind($0) == .name || document.isComment($0) }
    guard isOrdinary, !members.isEmpty, !places.isEmpty else { return nil }
    let changes = LineChange.between(
      places.map { document.spellingIdentity(container.items[$0]) },
      members.map { value.spellingIdentity($0.nameIndex) })
    guard changes.allSatisfy({ $0.old.isEmpty || $0.new.isEmpty }) else { return nil }
    var result: [Splice] = []
    for (old, new) in changes.kept(places.count) {
      result += splices(container.items[places[old]] + 1, members[new].value)
    }
    for change in changes {
      let next = change.old.upperBound
      result += inserting(
        change.new.map { text(of: members[$0]) },
        before: next < places.count ? places[next] : container.items.count, in: container)
    }
    let removed = changes.flatMap { $0.old.map { container.items[places[$0]] } }
    return result + removing(removed, from: container)
  }

  private func text(of member: Member) -> ArraySlice<UInt8> {
    (value.spelling(member.nameIndex) + surroundings.colon + value.spelling(member.value))[...]
  }

  private func inserting(
    _ texts: [ArraySlice<UInt8>], before next: Int, in container: Container
  ) -> [Splice] {
    guard !texts.isEmpty else { return [] }
    let inner = EditContext(
      document: document, isComputed: surroundings.isComputed,
      containers: surroundings.containers + [container.index])
    let slot =
      next > 0 && next < container.items.count
      ? Slot(before: next, in: container)
      : inner.slot(in: container, isFirst: next == 0)
    let indentation = slot.indentation(document.source)
    return [slot.splice(texts.map { inner.reindented($0, indentation) })]
  }

  private func removing(_ items: [Int], from container: Container) -> [Splice] {
    items.isEmpty ? [] : container.without(items).map { Splice($0, []) }
  }
}

extension Document {
  /// The identity of an object's first member if its value is a scalar.
  fileprivate func identityOfBeginning(_ index: Int) -> [UInt8]? {
    guard kind(index) == .object,
      let first = members(index).first(where: { !$0.isDirective }),
      !nodes[first.value].isContainer
    else { return nil }
    return spellingIdentity(first.nameIndex) + spellingIdentity(first.value)
  }
}

/// Bytes that replace a range of a source.
package struct Splice: Equatable, Sendable {
  package let range: ByteRange
  package let bytes: [UInt8]

  package init(_ range: ByteRange, _ bytes: [UInt8]) {
    self.range = range
    self.bytes = bytes
  }
}

extension [Splice] {
  /// The source's bytes after these splices; ranges to delete may overlap.
  package func applied(to source: Source) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(source.count + reduce(0) { $0 + $1.bytes.count })
    var at = 0
    // By offset; splices at the same offset keep their order.
    for (_, splice) in enumerated().sorted(by: {
      ($0.element.range.start, $0.offset) < ($1.element.range.start, $1.offset)
    }) {
      if splice.range.start > at { result += source[ByteRange(at, splice.range.start)] }
      result += splice.bytes
      at = Swift.max(at, splice.range.end)
    }
    return result + source[ByteRange(at, source.count)]
  }
}
