/// A member, element or list entry to remove from a document.
package enum Removal: Hashable, Sendable {
  /// The member or element at a path; the empty path, the whole document, is ignored.
  case member([MemberName])
  case elements([[UInt8]], list: [UInt8], inObjectAt: [MemberName])
}

extension DocumentEditor {
  /// Removes each item with its comma and white space, and directive lists and objects that this empties.
  /// The top value and elements stay; missing items are skipped.
  package func removing(_ removals: [Removal]) throws(EditError) -> [Splice] {
    var removed = RemovedItems(document)
    for removal in removals {
      switch removal {
      case .member(let path):
        let trail = try trail(path)
        guard let value = trail.value, let last = path.last else { continue }
        removed.insert(last.isElement ? value : value - 1, in: trail.containers)
      case .elements(let keys, let directive, let path):
        let trail = try trail(path + [.directive(directive)])
        guard let list = trail.value, try isList(list) else { continue }
        let keys = Set(keys)
        for element in strings(of: list) where keys.contains(document.text(element)) {
          removed.insert(element, in: trail.containers + [list])
        }
      }
    }
    return removed.splices()
  }

  package func removing(items: Set<Int>) -> [Splice] { removed(items).splices() }

  /// The items whose removal also removes an emptied object or list that has comments or a `$comment`.
  package func removingComments(items: Set<Int>) -> Set<Int> { removed(items).emptying(items) }

  private func removed(_ items: Set<Int>) -> RemovedItems {
    var removed = RemovedItems(document)
    guard var last = items.max() else { return removed }
    last = min(last, document.nodes.count - 1)
    // The containers around a node, each with the index after it.
    var around: [(index: Int, end: Int)] = []
    for index in 0...max(0, last) {
      while let inner = around.last, inner.end <= index { around.removeLast() }
      if items.contains(index) { removed.insert(index, in: around.map(\.index)) }
      switch document.kind(index) {
      case .object, .array: around.append((index, document.indexAfter(index)))
      default: break
      }
    }
    return removed
  }

  /// Replaces a value; returns no splice if it is already written that way.
  package func replacing(_ index: Int, by value: Document) throws(EditError) -> [Splice] {
    if document.isSpelled(index, like: value, 0) { return [] }
    return try checked([Splice(document.range(index), Array(value.spelling(0)))])
  }
}
