extension Range<Int> {
  /// The first number from which on something holds of all, or the end where it holds of none; it is asked
  /// of few.
  package func bisected(_ holds: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
