extension Document {
  /// Whether two values are equal: numbers by exact value, names and strings by bytes, objects in any order.
  /// Ignores `$comment` unless `namesAreData`.
  package func equal(
    _ index: Int, _ other: Document, _ otherIndex: Int, namesAreData: Bool = false
  ) -> Bool {
    let kind = nodes[index].kind
    guard kind == other.nodes[otherIndex].kind else { return false }
    switch kind {
    case .true, .false, .null: return true
    case .number:
      let left = spelling(index)
      let right = other.spelling(otherIndex)
      if left == right { return true }
      // Except for zero, an integer has a single spelling.
      if left.isPlainInteger && right.isPlainInteger { return left.isZero && right.isZero }
      return ExactNumber(left) == ExactNumber(right)
    case .string, .name, .directive:
      return nodes[index].isEscaped || other.nodes[otherIndex].isEscaped
        ? text(index) == other.text(otherIndex) : spelling(index) == other.spelling(otherIndex)
    case .array:
      var right = other.elements(otherIndex)
      for element in elements(index) {
        guard let match = right.next(), equal(element, other, match, namesAreData: namesAreData)
        else { return false }
      }
      return right.next() == nil
    case .object: return equalObjects(index, other, otherIndex, namesAreData)
    }
  }

  private func equalObjects(
    _ index: Int, _ other: Document, _ otherIndex: Int, _ namesAreData: Bool
  ) -> Bool {
    // All documents of a run share a name table, so names compare as numbers.
    var left = members(index).filter { namesAreData || !isComment($0) }
    var right = other.members(otherIndex).filter { namesAreData || !other.isComment($0) }
    guard left.count == right.count else { return false }
    left.sort { $0.order < $1.order }
    right.sort { $0.order < $1.order }
    return zip(left, right).allSatisfy { a, b in
      a.order == b.order && equal(a.value, other, b.value, namesAreData: namesAreData)
    }
  }
}

extension Member {
  fileprivate var order: UInt64 { UInt64(name.id) << 1 | (isDirective ? 1 : 0) }
}

extension ArraySlice<UInt8> {
  fileprivate var isPlainInteger: Bool {
    allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-") }
  }

  fileprivate var isZero: Bool { allSatisfy { $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: "-") } }
}
