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

/// Maps the lines of a text to those of an older version.
package struct OldLineMap {
  private let changes: [LineChange]

  package init(_ old: [UInt8], of new: [UInt8]) {
    changes = LineChange.between(TextLines(old), TextLines(new))
  }

  /// The line's number in the older text, both from 1; nil if the line is new.
  package func former(_ line: Int) -> Int? {
    let index = line - 1
    var shift = 0
    for change in changes {
      if index < change.new.lowerBound { break }
      if change.new.contains(index) { return nil }
      shift = change.old.upperBound - change.new.upperBound
    }
    return line + shift
  }
}

/// The lines of a text, each with its line feed; the last line may lack it.
struct TextLines {
  private let bytes: [UInt8]
  private let ends: [Int]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var ends: [Int] = []
    for (index, byte) in bytes.enumerated() where byte == 0x0A { ends.append(index + 1) }
    if let last = bytes.last, last != 0x0A { ends.append(bytes.count) }
    self.ends = ends
  }

  var count: Int { ends.count }

  subscript(line: Int) -> ArraySlice<UInt8> {
    bytes[(line == 0 ? 0 : ends[line - 1])..<ends[line]]
  }

  func append(_ lines: Range<Int>, marked mark: Unicode.Scalar, to output: inout [UInt8]) {
    for line in lines {
      output.append(UInt8(ascii: mark))
      output += self[line]
      if self[line].last != 0x0A { output += Array("\n\\ No newline at end of file\n".utf8) }
    }
  }
}
