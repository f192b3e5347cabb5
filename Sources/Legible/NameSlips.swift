/// Tells how many slips lead from the words of one path of names to those of another, or of its end.
struct NameSlips {
  private let words: [[UInt8]]
  /// So many letters have to be right where a word is too short for a slip of its own.
  private static let anchor = 3

  /// Takes the words of the names that were asked for, without case.
  init(_ words: [[UInt8]]) { self.words = words }

  /// What the slips cost; nil where something else is meant. `starts` tells where names begin.
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
    // A short word that is wrong leaves little of it, so that the others have to be right.
    if isShortWrong && (sum > NearMiss.edit || right < Self.anchor) { return nil }
    return (start == 0, sum)
  }
}
