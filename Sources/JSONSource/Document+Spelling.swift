extension Document {
  /// Whether two values are written alike, but for white space and the escapes of strings.
  package func isSpelled(_ index: Int, like other: Document, _ otherIndex: Int) -> Bool {
    let count = behind(index) - index
    guard other.behind(otherIndex) - otherIndex == count else { return false }
    return (0..<count).allSatisfy { offset in
      let (here, there) = (index + offset, otherIndex + offset)
      guard kind(here) == other.kind(there) else { return false }
      switch kind(here) {
      case .string, .name, .directive: return text(here) == other.text(there)
      case .object, .array: return behind(here) - here == other.behind(there) - there
      default: return spelling(here) == other.spelling(there)
      }
    }
  }
}
