/// Something to take out of a document.
package enum Removal: Hashable, Sendable {
  /// The member or element at a path; the document itself, at an empty one, stays.
  case member([MemberName])
  /// Names in the list of a directive, by their unescaped bytes.
  case elements([[UInt8]], list: [UInt8], inObjectAt: [MemberName])
}

extension DocumentEditor {
  /// Takes out what there is of `removals`, each with its comma and white space, and what that empties: a
  /// directive's list, and objects up to but without the top one, or one in an array. Nothing to do is no splice.
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

  /// Takes out members (by the indexes of their names) and elements, each with its comma and white space, and
  /// what that empties, as above.
  package func removing(items: Set<Int>) -> [Splice] { removed(items).splices() }

  /// Those of some members and elements with which an object or a list would go that has comments of its own
  /// or in it, or holds a `$comment`.
  package func removingComments(items: Set<Int>) -> Set<Int> { removed(items).emptying(items) }

  private func removed(_ items: Set<Int>) -> RemovedItems {
    var removed = RemovedItems(document)
    guard var last = items.max() else { return removed }
    last = min(last, document.nodes.count - 1)
    // The objects and arrays around a node, each with the index behind it.
    var around: [(index: Int, end: Int)] = []
    for index in 0...max(0, last) {
      while let inner = around.last, inner.end <= index { around.removeLast() }
      if items.contains(index) { removed.insert(index, in: around.map(\.index)) }
      switch document.kind(index) {
      case .object, .array: around.append((index, document.behind(index)))
      default: break
      }
    }
    return removed
  }

  /// Puts another value in the place of one; nothing where it is spelled alike.
  package func replacing(_ index: Int, by value: Document) throws(EditError) -> [Splice] {
    if document.isSpelled(index, like: value, 0) { return [] }
    return try checked([Splice(document.range(index), Array(value.spelling(0)))])
  }
}
