/// The members and elements removed from a document, including those emptied by it.
struct RemovedItems {
  private let document: Document
  private var containers: [Int: Int] = [:]
  /// The number of items a container keeps; `$comment` does not count.
  private var kept: [Int: Int] = [:]

  init(_ items: Set<Int>, from document: Document) {
    self.document = document
    // The containers around a node, each with the index after it.
    var around: [(index: Int, end: Int)] = []
    for index in 0..<document.nodeCount {
      while let inner = around.last, inner.end <= index { around.removeLast() }
      if items.contains(index) { insert(index, in: around.map(\.index)) }
      if document.nodes[index].isContainer { around.append((index, document.indexAfter(index))) }
    }
  }

  /// Removes an item from the last container of the trail, and each container that becomes empty.
  private mutating func insert(_ item: Int, in trail: [Int]) {
    var item = item
    for container in trail.reversed() {
      guard containers.updateValue(container, forKey: item) == nil else { return }
      if document.isComment(item) { return }
      let count = kept[container] ?? document.items(container).count { !document.isComment($0) }
      kept[container] = count - 1
      guard count == 1, isRemovedWhenEmpty(container) else { return }
      item = container - 1
    }
  }

  /// An empty array is a value, and elements count whatever they contain.
  private func isRemovedWhenEmpty(_ container: Int) -> Bool {
    guard container > 0 else { return false }
    return switch document.kind(container - 1) {
    case .directive: true
    case .name: document.kind(container) == .object
    default: false
    }
  }

  var outermost: [(item: Int, end: Int, container: Int)] {
    var found: [(item: Int, end: Int, container: Int)] = []
    for item in containers.keys.sorted() where item >= found.last?.end ?? 0 {
      guard let container = containers[item] else { continue }
      let end = document.indexAfter(document.kind(container) == .object ? item + 1 : item)
      found.append((item, end, container))
    }
    return found
  }

  func splices() -> [Splice] {
    Dictionary(grouping: outermost, by: \.container)
      .flatMap { Container(document, $0.key).without($0.value.map(\.item)) }
      .sorted { $0.start < $1.start }.map { Splice($0, []) }
  }

  /// The items whose removal also removes a container that has comments or a `$comment`.
  func emptying(_ items: Set<Int>) -> Set<Int> {
    let commented = document.commentedItems
    var found: Set<Int> = []
    for (item, end, _) in outermost where !items.contains(item) {
      if commented.contains(item) || (item..<end).contains(where: document.isComment) {
        found.formUnion(items.filter { (item..<end).contains($0) })
      }
    }
    return found
  }
}

extension Container {
  /// The ranges to delete with these items; `removed` must be in order.
  func without(_ removed: [Int]) -> [ByteRange] {
    if !isStrict { return cuts(Set(removed)) }
    guard removed.count < items.count else {
      // If the items are on lines of their own, no line remains.
      return [isOneLine ? ByteRange(inside.start, end(of: removed[removed.count - 1])) : inside]
    }
    let removed = Set(removed)
    var ranges: [ByteRange] = []
    var first: Int?
    for position in 0...items.count {
      if position < items.count, removed.contains(items[position]) {
        first = first ?? position
      } else if let start = first {
        ranges.append(range(start..<position))
        first = nil
      }
    }
    return ranges
  }

  private func range(_ run: Range<Int>) -> ByteRange {
    let isLast = run.upperBound == items.count
    if run.lowerBound > 0,
      isLast
        || separator(before: run.upperBound).lineBreaks
          > separator(before: run.lowerBound).lineBreaks
    {
      return ByteRange(end(of: items[run.lowerBound - 1]), end(of: items[run.upperBound - 1]))
    }
    // The separator before the run stays for the next item, with its blank lines.
    return ByteRange(start(of: items[run.lowerBound]), start(of: items[run.upperBound]))
  }
}
