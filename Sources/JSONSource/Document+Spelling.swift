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

  /// Whether one of two bytes stands in an ordinary name anywhere, as it is spelled.
  package func hasName(holding byte: UInt8, or other: UInt8) -> Bool {
    source.bytes.withUnsafeBytes { bytes in
      for index in 0..<nodes.count where nodes[index].isName {
        var at = nodes[index].range.start
        let end = nodes[index].end
        while at < end {
          if end - at < 8 && at + 8 > bytes.count {
            if bytes[at] == byte || bytes[at] == other { return true }
            at += 1
            continue
          }
          // Of a word that ends behind the name only what is in the name counts.
          let word = bytes.word(at: at)
          let hits = word.firsts(of: byte) | word.firsts(of: other)
          if hits != 0 && hits.trailingZeroBitCount / 8 < end - at { return true }
          at += 8
        }
      }
      return false
    }
  }
}
