/// Lines of one text in whose place others stand in a second one.
struct LineChange: Equatable {
  let old: Range<Int>
  let new: Range<Int>

  /// The changes that lead from one text to the other, in order, as few lines as can be told in bounded
  /// time: of texts that have little in common, all that is between their equal ends is one change.
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
    // Equal lines get equal numbers.
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

  /// The same in two texts that begin with so many more lines.
  func moved(by count: Int) -> LineChange {
    LineChange(
      old: (old.lowerBound + count)..<(old.upperBound + count),
      new: (new.lowerBound + count)..<(new.upperBound + count))
  }
}
