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
