import Cascade
import JSONSource

/// Compares a key of two scopes leaf by leaf, in the order of the first scope, then of the second.
/// A failing leaf does not end the comparison; shared subtrees without computed values are skipped.
struct LeafComparison {
  private let withMoves: Bool
  private let onChange: (ValueChange) -> Void
  private let onFailure: (Key, BeforeAfter<EvaluationError?>, Bool) -> Void

  /// `onFailure` gets a leaf that fails on at least one side, and whether both sides have it.
  init(
    withMoves: Bool = false, onChange: @escaping (ValueChange) -> Void,
    onFailure: @escaping (Key, BeforeAfter<EvaluationError?>, _ isInBoth: Bool) -> Void
  ) {
    (self.withMoves, self.onChange, self.onFailure) = (withMoves, onChange, onFailure)
  }

  func compare(_ left: ValueCursor?, _ right: ValueCursor?) {
    guard let left, let right else {
      left?.forEachLeaf { note($0, nil, $1, nil, in: left?.key) }
      right?.forEachLeaf { note(nil, $0, nil, $1, in: right?.key) }
      return
    }
    if left.isSame(as: right) { return }
    let (one, failure) = evaluated(left)
    let (other, otherFailure) = evaluated(right)
    if failure != nil || otherFailure != nil {
      note(left, right, failure, otherFailure)
    } else if one.isObject && other.isObject {
      for (_, pair) in one.pairs(with: other) { compare(pair.from, pair.to) }
    } else {
      compareLeaves(one, other)
    }
  }

  private func compareLeaves(_ one: ValueCursor, _ other: ValueCursor) {
    if one.isObject != other.isObject { return note(.changed, one, other) }
    guard let before = try? one.whole(), let after = try? other.whole() else { return }
    if !before.isEqual(after) {
      note(.changed, one, other)
    } else if withMoves,
      !one.places.elementsEqual(other.places, by: { $0.isSameAcrossTimes(as: $1) })
    {
      note(.moved, one, other)
    }
  }

  private func evaluated(_ value: ValueCursor) -> (ValueCursor, EvaluationError?) {
    do throws(EvaluationError) { return (try value.evaluated(), nil) } catch {
      return (value, error)
    }
  }

  private func note(
    _ left: ValueCursor?, _ right: ValueCursor?, _ failure: EvaluationError?,
    _ otherFailure: EvaluationError?, in object: Key? = nil
  ) {
    if failure == nil && otherFailure == nil {
      note(left == nil ? .added : .removed, left, right, in: object)
    } else if let key = (left ?? right)?.key {
      onFailure(
        key, BeforeAfter(from: failure, to: otherFailure), left != nil && right != nil)
    }
  }

  private func note(
    _ kind: ValueChange.Kind, _ left: ValueCursor?, _ right: ValueCursor?, in object: Key? = nil
  ) {
    guard let key = (left ?? right)?.key else { return }
    let around = object == key ? nil : object
    onChange(ValueChange(key: key, kind: kind, from: left, to: right, object: around))
  }
}

extension ValueCursor {
  func pairs(
    with other: ValueCursor
  ) -> [(Name, (from: ValueCursor?, to: ValueCursor?))] {
    let (own, others) = (liveMembers, other.liveMembers)
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
