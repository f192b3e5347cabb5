/// Items of an old list, such as lines, and the items of the new list that replace them.
struct LineChange: Equatable {
  let old: Range<Int>
  let new: Range<Int>

  /// The fewest changes, in order. If the search exceeds its bound, all between the equal ends is a single change.
  static func between<Item: Hashable>(_ old: [Item], _ new: [Item]) -> [LineChange] {
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old[start...].reversed(), new[start...].reversed()).prefix { $0 == $1 }.count
    let rest = LineChange(old: start..<(old.count - end), new: start..<(new.count - end))
    if rest.old.isEmpty && rest.new.isEmpty { return [] }
    if rest.old.isEmpty || rest.new.isEmpty { return [rest] }
    var numbers: [Item: Int] = [:]
    func number(_ item: Item) -> Int {
      if let number = numbers[item] { return number }
      numbers[item] = numbers.count
      return numbers.count - 1
    }
    var search = ShortestEdit(old[rest.old].map(number), new[rest.new].map(number))
    return search.changes()?.map { $0.moved(by: start) } ?? [rest]
  }

  /// This change in lists that have `count` more items before it.
  private func moved(by count: Int) -> LineChange {
    LineChange(
      old: (old.lowerBound + count)..<(old.upperBound + count),
      new: (new.lowerBound + count)..<(new.upperBound + count))
  }
}

/// Maps the lines of a text to those of an older version.
package struct OldLineMap {
  private let changes: [LineChange]

  package init(_ old: [UInt8], of new: [UInt8]) {
    changes = LineChange.between(textLines(old), textLines(new))
  }

  /// The line's number in the older text, both from 1; nil if the line is new.
  package func former(_ line: Int) -> Int? {
    guard let last = changes.last(where: { $0.new.lowerBound < line }) else { return line }
    return last.new.contains(line - 1) ? nil : line + last.old.upperBound - last.new.upperBound
  }
}

/// The lines of a text, each with its line feed; the last line may lack it.
func textLines(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
  var lines: [ArraySlice<UInt8>] = []
  var start = 0
  for (index, byte) in bytes.enumerated() where byte == 0x0A {
    lines.append(bytes[start...index])
    start = index + 1
  }
  return start < bytes.count ? lines + [bytes[start...]] : lines
}
