import JSONSource

/// An array that several levels put together, or one from which elements were taken (I8, I9).
///
/// Each knows only what its own level did to the one behind it. The elements are put together from the
/// farthest level on when somebody looks, and along a lineage those behind the last that was looked at keep
/// theirs as long as they are few: else memory would go with levels times elements.
package final class MergedArray {
  enum Change {
    case laid(Definition, Strategy)
    case removed([Marker], Strategy?)
  }

  private let behind: MergedArray?
  private let change: Change
  private var kept: [Element]?
  private var knownCount: Int?

  /// The elements.
  package var elements: [Element] {
    if let kept { return kept }
    var changed = [self]
    var start: [Element]?
    while start == nil, let farther = changed.last?.behind {
      start = farther.kept
      if start == nil { changed.append(farther) }
    }
    var merging = Merging(start ?? [])
    start = nil
    for array in changed.reversed() {
      merging.apply(array.change)
      array.knownCount = merging.elements.count
      // Scopes beside each other lay theirs on the same.
      if array === behind { array.kept = merging.elements }
    }
    keep(merging.elements)
    return merging.elements
  }

  /// How many elements there are.
  package var count: Int { knownCount ?? elements.count }

  /// Whether something in it is worked out in the asked scope.
  private(set) lazy var isComputing =
    arrays.contains(where: \.isComputing) && elements.contains(where: \.isComputing)

  /// The array of one file.
  convenience init(_ written: Definition) {
    self.init(.laid(written, .replace), behind: nil)
  }

  private init(_ change: Change, behind: MergedArray?) {
    (self.change, self.behind) = (change, behind)
  }

  /// The array that a level's own makes of this one.
  func laying(_ own: Definition, _ strategy: Strategy) -> MergedArray {
    MergedArray(.laid(own, strategy), behind: self)
  }

  /// What is left when the markers took their values, and those of them that found any; nil if none did.
  func removing(
    _ markers: [Marker], _ strategy: Strategy?
  ) -> (left: MergedArray, by: [Marker])? {
    var merging = Merging(elements)
    let acting = markers.filter { merging.remove($0, strategy) }
    if acting.isEmpty { return nil }
    let left = MergedArray(.removed(acting, strategy), behind: self)
    left.keep(merging.elements)
    return (left, acting)
  }

  /// The arrays that took part, the farthest first.
  package var arrays: [Definition] {
    var arrays: [Definition] = []
    var current: MergedArray? = self
    while let array = current {
      if case .laid(let written, _) = array.change { arrays.append(written) }
      current = array.behind
    }
    return arrays.reversed()
  }

  /// How many elements the arrays behind one that keeps its own may keep together.
  private static let mostKeptBehind = 100_000

  private func keep(_ elements: [Element]) {
    (kept, knownCount) = (elements, elements.count)
    var room = Self.mostKeptBehind
    var current = behind
    while let array = current {
      room -= array.kept?.count ?? 0
      if room < 0 { array.kept = nil }
      current = array.behind
    }
  }
}
