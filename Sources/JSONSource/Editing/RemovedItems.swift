/// Members and elements that are taken out of a document, and those that go with them.
struct RemovedItems {
  private let document: Document
  /// The container of each item that goes.
  private var containers: [Int: Int] = [:]
  /// How many items a container keeps.
  private var kept: [Int: Int] = [:]

  init(_ document: Document) {
    self.document = document
  }

  /// Takes an item out of the last of these containers, each of which the one before holds; and a
  /// container that is empty then out of its own.
  mutating func insert(_ item: Int, in trail: [Int]) {
    var item = item
    for container in trail.reversed() {
      guard containers.updateValue(container, forKey: item) == nil else { return }
      let left = (kept[container] ?? Container(document, container).items.count) - 1
      kept[container] = left
      guard left == 0, container > 0 else { return }
      item = container - 1
    }
  }

  /// In the order of the source; no two touch the same bytes.
  func splices() -> [Splice] {
    var outermost: [Int: [Int]] = [:]
    var behind = 0
    for item in containers.keys.sorted() where item >= behind {
      guard let container = containers[item] else { continue }
      behind = document.behind(document.kind(container) == .object ? item + 1 : item)
      outermost[container, default: []].append(item)
    }
    return outermost.flatMap { Container(document, $0.key).without($0.value) }
      .sorted { $0.start < $1.start }.map { Splice($0, []) }
  }
}

extension Container {
  /// The ranges that go with some of its items, which are in order.
  fileprivate func without(_ removed: [Int]) -> [ByteRange] {
    if !isStrict { return cuts(Set(removed)) }
    guard removed.count < items.count else {
      // What stood on lines of its own leaves no line behind.
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

  /// A run of items with one of the separators beside it.
  private func range(_ run: Range<Int>) -> ByteRange {
    let isLast = run.upperBound == items.count
    if run.lowerBound > 0,
      isLast
        || separator(before: run.upperBound).lineBreaks
          > separator(before: run.lowerBound).lineBreaks
    {
      return ByteRange(end(of: items[run.lowerBound - 1]), end(of: items[run.upperBound - 1]))
    }
    // The separator before the run stays for the next item, with the blank lines that it may hold.
    return ByteRange(start(of: items[run.lowerBound]), start(of: items[run.upperBound]))
  }
}
