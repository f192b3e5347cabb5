/// Lines of an old text and the lines of the new text that replace them.
struct LineChange: Equatable {
  let old: Range<Int>
  let new: Range<Int>

  /// The fewest changes, in order. If the search exceeds its bound, all between the equal ends is a single change.
  static func between(_ old: TextLines, _ new: TextLines) -> [LineChange] {
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter, old[start] == new[start] { start += 1 }
    var end = 0
    while end < shorter - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    let (oldMiddle, newMiddle) = (start..<(old.count - end), start..<(new.count - end))
    if oldMiddle.isEmpty && newMiddle.isEmpty { return [] }
    let whole = [LineChange(old: oldMiddle, new: newMiddle)]
    if oldMiddle.isEmpty || newMiddle.isEmpty { return whole }
    var numbers: [ArraySlice<UInt8>: Int] = [:]
    func number(_ line: ArraySlice<UInt8>) -> Int {
      let next = numbers.count
      return { (number: inout Int?) in
        let found = number ?? next
        number = found
        return found
      }(&numbers[line])
    }
    let left = oldMiddle.map { number(old[$0]) }
    let right = newMiddle.map { number(new[$0]) }
    var search = ShortestEdit(left, right)
    return search.changes()?.map { $0.moved(by: start) } ?? whole
  }

  /// This change in texts that have `count` more lines before it.
  func moved(by count: Int) -> LineChange {
    LineChange(
      old: (old.lowerBound + count)..<(old.upperBound + count),
      new: (new.lowerBound + count)..<(new.upperBound + count))
  }
}
