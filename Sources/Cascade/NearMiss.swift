/// Which of some words a misspelt one was probably meant to be.
package enum NearMiss {
  /// The index of the nearest word by edits (transpositions count one), if it is near enough.
  ///
  /// Cost: the product of the lengths for each word whose length can be near enough.
  package static func nearest(_ word: [UInt8], among words: [[UInt8]]) -> Int? {
    let limit = word.count < 3 ? 1 : word.count < 6 ? 2 : 3
    var best: (index: Int, distance: Int)?
    for (index, candidate) in words.enumerated() {
      guard abs(candidate.count - word.count) <= limit, candidate.count <= 200 else { continue }
      let distance = distance(word, candidate)
      // What shares no letter is no misspelling.
      guard distance <= limit, distance < max(word.count, candidate.count) else { continue }
      if distance < best?.distance ?? Int.max { best = (index, distance) }
    }
    return best?.index
  }

  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in 0..<a.count {
      var row = [i + 1]
      for j in 0..<b.count {
        var cost = min(last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
          cost = min(cost, beforeLast[j - 1] + 1)
        }
        row.append(cost)
      }
      (beforeLast, last) = (last, row)
    }
    return last[b.count]
  }
}
