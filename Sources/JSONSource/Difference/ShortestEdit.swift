/// The shortest edit between two lists of numbers (Myers 1986), within a bound on work.
struct ShortestEdit {
  private static let maxEdits = 1_000
  private static let mostSteps = 20_000_000

  private let old: [Int]
  private let new: [Int]
  /// For each number of edits, the offset in `old` reached on each diagonal from minus to plus that number.
  private var reached: [[Int32]] = []
  private var steps = 0

  init(_ old: [Int], _ new: [Int]) {
    self.old = old
    self.new = new
  }

  mutating func changes() -> [LineChange]? {
    for edits in 0...Self.maxEdits {
      var row: [Int32] = []
      row.reserveCapacity(edits + 1)
      // N edits reach every other diagonal.
      for diagonal in stride(from: -edits, through: edits, by: 2) {
        let end = follow(diagonal, from: start(edits, diagonal))
        row.append(Int32(truncatingIfNeeded: end))
        if end >= old.count && end - diagonal >= new.count {
          reached.append(row)
          return path(edits, diagonal)
        }
      }
      reached.append(row)
      if steps > Self.mostSteps { return nil }
    }
    return nil
  }

  private func reach(_ edits: Int, _ diagonal: Int) -> Int {
    Int(reached[edits][(diagonal + edits) / 2])
  }

  /// Whether the last of these edits inserts an item of `new`; otherwise it removes an item of `old`.
  private func isInsertion(_ edits: Int, _ diagonal: Int) -> Bool {
    if diagonal == -edits { return true }
    if diagonal == edits { return false }
    return reach(edits - 1, diagonal - 1) < reach(edits - 1, diagonal + 1)
  }

  /// The offset in `old` directly after the last of these edits.
  private func start(_ edits: Int, _ diagonal: Int) -> Int {
    guard edits > 0 else { return 0 }
    return isInsertion(edits, diagonal)
      ? reach(edits - 1, diagonal + 1) : reach(edits - 1, diagonal - 1) + 1
  }

  private mutating func follow(_ diagonal: Int, from start: Int) -> Int {
    var at = start
    while at < old.count, at - diagonal < new.count, at - diagonal >= 0,
      old[at] == new[at - diagonal]
    {
      at += 1
    }
    steps += at - start + 1
    return at
  }

  private func path(_ edits: Int, _ diagonal: Int) -> [LineChange] {
    var changes: [LineChange] = []
    var diagonal = diagonal
    for edits in stride(from: edits, to: 0, by: -1) {
      let isInsertion = isInsertion(edits, diagonal)
      let (oldEnd, newEnd) = (start(edits, diagonal), start(edits, diagonal) - diagonal)
      let oldStart = isInsertion ? oldEnd : oldEnd - 1
      let newStart = isInsertion ? newEnd - 1 : newEnd
      diagonal = oldStart - newStart
      if let next = changes.last, next.old.lowerBound == oldEnd, next.new.lowerBound == newEnd {
        changes[changes.count - 1] = LineChange(
          old: oldStart..<next.old.upperBound, new: newStart..<next.new.upperBound)
      } else {
        changes.append(LineChange(old: oldStart..<oldEnd, new: newStart..<newEnd))
      }
    }
    return changes.reversed()
  }
}

extension [LineChange] {
  /// The unchanged items of a list of `count` items, by their old and new indexes.
  func kept(_ count: Int) -> [(old: Int, new: Int)] {
    var kept: [(old: Int, new: Int)] = []
    var (old, new) = (0, 0)
    for change in self + [LineChange(old: count..<count, new: 0..<0)] {
      kept += zip(old..<change.old.lowerBound, new...).map { ($0, $1) }
      (old, new) = (change.old.upperBound, change.new.upperBound)
    }
    return kept
  }
}
