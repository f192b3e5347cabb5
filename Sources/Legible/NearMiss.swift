/// Finds what somebody may have meant.
package enum NearMiss {
  // Longer words are no slips of the pen, and the bound keeps the cost in proportion.
  private static let longest = 256

  /// How many slips are forgiven: none in one byte, then one, two, three with the length.
  package static func tolerance(for length: Int) -> Int {
    switch length {
    case ...1: 0
    case ...4: 1
    case ...8: 2
    default: 3
    }
  }

  /// Up to `count` candidates within the tolerance, nearest first, and as they came where equal.
  package static func nearest(
    to word: [UInt8], in candidates: some Sequence<[UInt8]>, count: Int = 1
  ) -> [[UInt8]] {
    guard count > 0, word.count <= longest else { return [] }
    var found: [(distance: Int, candidate: [UInt8])] = []
    var limit = tolerance(for: word.count)
    for candidate in candidates {
      if limit < 0 { break }
      guard abs(candidate.count - word.count) <= limit else { continue }
      guard let distance = distance(word, candidate, limit: limit), distance < candidate.count
      else { continue }
      let place = found.firstIndex { $0.distance > distance } ?? found.endIndex
      found.insert((distance, candidate), at: place)
      if found.count > count { found.removeLast() }
      // Once there are enough, only a better one is of interest.
      if found.count == count, let worst = found.last { limit = min(limit, worst.distance - 1) }
    }
    return found.map(\.candidate)
  }

  /// The nearest of a table's own names: what the word begins, if that is one, else the least edit.
  package static func nearest(to word: [UInt8], among names: [String]) -> String? {
    if let near = nearest(to: word, in: names.lazy.map { Array($0.utf8) }).first {
      return names.first { $0.utf8.elementsEqual(near) }
    }
    let begun = names.filter { $0.utf8.starts(with: word) }
    let letters = word.drop { $0 == UInt8(ascii: "-") }
    return begun.count == 1 && letters.count > 1 ? begun.first : nil
  }

  /// The optimal string alignment distance (insertion, deletion, substitution, neighbours swapped),
  /// or nil above the limit; only cells within the limit of the diagonal are computed.
  package static func distance(_ a: [UInt8], _ b: [UInt8], limit: Int) -> Int? {
    let prefix = zip(a, b).prefix { $0 == $1 }.count
    let suffix = zip(a.dropFirst(prefix).reversed(), b.dropFirst(prefix).reversed())
      .prefix { $0 == $1 }.count
    let a = Array(a[prefix..<(a.count - suffix)])
    let b = Array(b[prefix..<(b.count - suffix)])
    guard abs(a.count - b.count) <= limit else { return nil }
    if a.isEmpty || b.isEmpty { return max(a.count, b.count) }

    let far = limit + 1
    var beforeLast = [Int](repeating: far, count: b.count + 1)
    var last = (0...b.count).map { min($0, far) }
    var row = beforeLast
    var bestBefore = 0
    for i in 1...a.count {
      let low = max(1, i - limit)
      let high = min(b.count, i + limit)
      guard low <= high else { return nil }
      row[low - 1] = low == 1 ? min(i, far) : far
      var best = row[low - 1]
      for j in low...high {
        var cost = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
        cost = min(cost, last[j] + 1, row[j - 1] + 1)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          cost = min(cost, beforeLast[j - 2] + 1)
        }
        row[j] = min(cost, far)
        best = min(best, row[j])
      }
      if high < b.count { row[high + 1] = far }
      // A swap reaches over one row, so that the row before counts, too.
      if best > limit && bestBefore > limit { return nil }
      bestBefore = best
      (beforeLast, last, row) = (last, row, beforeLast)
    }
    return last[b.count] <= limit ? last[b.count] : nil
  }
}
