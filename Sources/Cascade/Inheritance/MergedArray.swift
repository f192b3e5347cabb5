import JSONSource

/// An array merged from several levels, or an array with removed elements (I8, I9).
/// Elements are computed on demand. Caching all would use memory proportional to levels times elements.
package final class MergedArray {
  enum Change {
    case merged(Definition, Strategy)
    case removed([Marker], Strategy?)
  }

  private let previous: MergedArray?
  private let change: Change
  private var kept: [Element]?
  private var knownCount: Int?

  package var elements: [Element] {
    if let kept { return kept }
    let changed = chain.prefix { $0.kept == nil }
    var merging = ArrayMerger(changed.last?.previous?.kept ?? [])
    for array in changed.reversed() {
      merging.apply(array.change)
      array.knownCount = merging.elements.count
      // Sibling scopes merge onto the same array.
      if array === previous { array.kept = merging.elements }
    }
    keep(merging.elements)
    return merging.elements
  }

  package var count: Int { knownCount ?? elements.count }

  private(set) lazy var isComputing =
    arrays.contains(where: \.isComputing) && elements.contains(where: \.isComputing)

  convenience init(_ written: Definition) { self.init(.merged(written, .replace), previous: nil) }

  private init(_ change: Change, previous: MergedArray?) {
    (self.change, self.previous) = (change, previous)
  }

  func merging(_ own: Definition, _ strategy: Strategy) -> MergedArray {
    MergedArray(.merged(own, strategy), previous: self)
  }

  /// Also returns the markers that removed elements; nil if none did.
  func removing(
    _ markers: [Marker], _ strategy: Strategy?
  ) -> (left: MergedArray, by: [Marker])? {
    var merging = ArrayMerger(elements)
    let acting = markers.filter { merging.remove($0, strategy) }
    if acting.isEmpty { return nil }
    let left = MergedArray(.removed(acting, strategy), previous: self)
    left.keep(merging.elements)
    return (left, acting)
  }

  package var arrays: [Definition] {
    let arrays = chain.compactMap { array in
      if case .merged(let written, _) = array.change { written } else { nil as Definition? }
    }
    return arrays.reversed()
  }

  private var chain: UnfoldFirstSequence<MergedArray> { sequence(first: self) { $0.previous } }

  /// The total number of elements cached by earlier arrays.
  private static let mostKeptBehind = 100_000

  private func keep(_ elements: [Element]) {
    (kept, knownCount) = (elements, elements.count)
    var room = Self.mostKeptBehind
    for array in chain.dropFirst() {
      room -= array.kept?.count ?? 0
      if room < 0 { array.kept = nil }
    }
  }
}
