/// Counts the typos between a path of names and another path or its end.
struct NameSlips {
  private let words: [[UInt8]]
  /// The number of correct letters required if a word is too short for a typo in it.
  private static let anchor = 3

  init(_ words: [[UInt8]]) { self.words = words }

  /// The cost of the typos; nil if the paths are too different. `starts` are the indexes at which names begin.
  func cost(of other: [[UInt8]], _ starts: [Int]) -> (isWhole: Bool, cost: Int)? {
    let start = other.count - words.count
    guard !words.isEmpty, start >= 0, start == 0 || starts.contains(start) else { return nil }
    var sum = 0
    var right = 0
    var isShortWrong = false
    for (word, other) in zip(words, other[start...]).reversed() {
      if word == other {
        right += word.count
        continue
      }
      let longer = max(word.count, other.count)
      let budget = NearMiss.budget(for: longer)
      let limit = longer > 1 ? max(budget, NearMiss.edit) : budget
      guard abs(word.count - other.count) * NearMiss.edit <= limit,
        let cost = NearMiss.cost(word, other, limit: limit)
      else { return nil }
      if cost > budget {
        if isShortWrong { return nil }
        isShortWrong = true
      }
      sum += cost
      if sum > NearMiss.budget(for: .max) { return nil }
    }
    // A short word with a typo has few letters left, so the other words must match.
    if isShortWrong && (sum > NearMiss.edit || right < Self.anchor) { return nil }
    return (start == 0, sum)
  }
}
