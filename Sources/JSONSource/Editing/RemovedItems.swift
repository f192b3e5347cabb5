/// Members and elements that are taken out of a document, and those that go with them.
struct RemovedItems {
  private let document: Document
  /// The container of each item that goes.
  private var containers: [Int: Int] = [:]
  /// How many items a container keeps, those aside that say nothing.
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
      if isComment(item) { return }
      let left = (kept[container] ?? speakingCount(of: container)) - 1
      kept[container] = left
      guard left == 0, isTakenOutEmpty(container) else { return }
      item = container - 1
    }
  }

  /// An empty array is a value as any other, and an element is counted whatever it holds.
  private func isTakenOutEmpty(_ container: Int) -> Bool {
    guard container > 0 else { return false }
    return switch document.kind(container - 1) {
    case .directive: true
    case .name: document.kind(container) == .object
    default: false
    }
  }

  private func isComment(_ item: Int) -> Bool {
    document.kind(item) == .directive
      && document.names.bytes(of: document.name(item)).elementsEqual("$comment".utf8)
  }

  private func speakingCount(of container: Int) -> Int {
    Container(document, container).items.count { !isComment($0) }
  }

  /// Those that go by themselves, in the order of the source, each with the index behind it.
  var outermost: [(item: Int, end: Int, container: Int)] {
    var found: [(item: Int, end: Int, container: Int)] = []
    for item in containers.keys.sorted() where item >= found.last?.end ?? 0 {
      guard let container = containers[item] else { continue }
      let end = document.behind(document.kind(container) == .object ? item + 1 : item)
      found.append((item, end, container))
    }
    return found
  }

  /// In the order of the source; no two touch the same bytes.
  func splices() -> [Splice] {
    Dictionary(grouping: outermost, by: \.container)
      .flatMap { Container(document, $0.key).without($0.value.map(\.item)) }
      .sorted { $0.start < $1.start }.map { Splice($0, []) }
  }

  /// Those of some items with which something goes that holds them, and has comments of one kind or another.
  func emptying(_ items: Set<Int>) -> Set<Int> {
    let commented = document.commentedItems
    var found: Set<Int> = []
    for (item, end, _) in outermost where !items.contains(item) {
      if commented.contains(item) || (item..<end).contains(where: isComment) {
        found.formUnion(items.filter { (item..<end).contains($0) })
      }
    }
    return found
  }
}

extension Container {
  /// The ranges that go with some of its items, which are in order.
  func without(_ removed: [Int]) -> [ByteRange] {
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
