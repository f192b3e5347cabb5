extension Range<Int> {
  /// The first number for which `holds` returns true, or the upper bound; `holds` must be monotone.
  package func bisected(_ holds: (Int) -> Bool) -> Int {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
