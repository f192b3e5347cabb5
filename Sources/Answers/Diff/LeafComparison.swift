import Cascade
import JSONSource

/// Compares a key of two scopes leaf by leaf, in the order of the first scope, then of the second.
/// A failing leaf does not end the comparison; shared subtrees without computed values are skipped.
struct LeafComparison {
  let withMoves: Bool
  let onChange: (ValueChange) -> Void
  /// Gets a leaf that fails on at least one side, and whether both sides have it.
  let onFailure: (Key, BeforeAfter<EvaluationError?>, _ isInBoth: Bool) -> Void
  private var sums = BeforeAfter(from: ValueSize.nothing, to: .nothing)

  init(
    withMoves: Bool = false, onChange: @escaping (ValueChange) -> Void,
    onFailure: @escaping (Key, BeforeAfter<EvaluationError?>, _ isInBoth: Bool) -> Void
  ) {
    (self.withMoves, self.onChange, self.onFailure) = (withMoves, onChange, onFailure)
  }

  mutating func compare(_ left: ValueCursor?, _ right: ValueCursor?) {
    guard let left, let right else {
      left?.forEachLeaf { note(.removed, $0, nil, $1, in: left?.key) }
      right?.forEachLeaf { note(.added, nil, $0, $1, in: right?.key) }
      return
    }
    if left.isSame(as: right) { return }
    let (one, failure) = evaluated(left, &sums.from)
    let (other, otherFailure) = evaluated(right, &sums.to)
    if failure != nil || otherFailure != nil {
      onFailure(left.key, BeforeAfter(from: failure, to: otherFailure), true)
    } else if one.isObject && other.isObject {
      // A part is not compared as a whole again: values nest.
      if left.value == nil && right.value == nil && isUnchanged(one, other) { return }
      for (_, pair) in one.pairs(with: other) { compare(pair.from, pair.to) }
    } else if one.isObject != other.isObject {
      note(.changed, one, other)
    } else if let before = try? one.whole(), let after = try? other.whole() {
      if !before.isEqual(after) {
        note(.changed, one, other)
      } else if withMoves && hasMoved(one, other) {
        note(.moved, one, other)
      }
    }
  }

  /// Whether two computed objects are equal, which takes less than to compare their leaves: short references can have
  /// thousands.
  private func isUnchanged(_ one: ValueCursor, _ other: ValueCursor) -> Bool {
    guard let before = one.value, let after = other.value, before.isEqual(after) else {
      return false
    }
    return !withMoves || !hasMoved(one, other)
  }

  private func hasMoved(_ one: ValueCursor, _ other: ValueCursor) -> Bool {
    !one.places.elementsEqual(other.places) { $0.isSameAcrossTimes(as: $1) }
  }

  private func evaluated(
    _ value: ValueCursor, _ sum: inout ValueSize
  ) -> (ValueCursor, EvaluationError?) {
    do throws(EvaluationError) { return (try value.evaluated(&sum), nil) } catch {
      return (value, error)
    }
  }

  /// `failure` is of the only side that has the leaf.
  private func note(
    _ kind: ValueChange.Kind, _ left: ValueCursor?, _ right: ValueCursor?,
    _ failure: EvaluationError? = nil, in object: Key? = nil
  ) {
    guard let key = (left ?? right)?.key else { return }
    if let failure {
      let isOld = left != nil
      onFailure(key, BeforeAfter(from: isOld ? failure : nil, to: isOld ? nil : failure), false)
    } else {
      let around = object == key ? nil : object
      onChange(ValueChange(key: key, kind: kind, from: left, to: right, object: around))
    }
  }
}

extension ValueCursor {
  func pairs(
    with other: ValueCursor
  ) -> [(Name, (from: ValueCursor?, to: ValueCursor?))] {
    let (own, others) = (liveMembers, other.liveMembers)
    // Most objects keep their names, and impact takes a twentieth longer with a map.
    if own.elementsEqual(others, by: { $0.name == $1.name }) {
      return zip(own, others).map { ($0.name, ($0.value, $1.value)) }
    }
    var pairs = NameMap<(from: ValueCursor?, to: ValueCursor?)>()
    for (name, value) in own { pairs[name] = (value, nil) }
    for (name, value) in others { pairs[name] = (pairs[name]?.from, value) }
    return Array(zip(pairs.names, pairs.values))
  }
}

extension SourceRange {
  /// Whether both are the same place. In different snapshots the file decides, because lines shift.
  fileprivate func isSameAcrossTimes(as other: SourceRange) -> Bool {
    if file === other.file { return range.start == other.range.start }
    return file.home.present == other.file.home.present && file.path == other.file.path
      && file.scope == other.file.scope
  }
}

extension SourceFile.TextOrigin {
  fileprivate var present: SourceFile.TextOrigin { self == .former ? .tree(0) : self }
}
