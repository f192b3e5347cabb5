extension Document {
  /// Whether two values are written alike except for white space and string escapes.
  package func isSpelled(_ index: Int, like other: Document, _ otherIndex: Int) -> Bool {
    let count = indexAfter(index) - index
    guard other.indexAfter(otherIndex) - otherIndex == count else { return false }
    return (0..<count).allSatisfy { offset in
      let (here, there) = (index + offset, otherIndex + offset)
      guard kind(here) == other.kind(there) else { return false }
      switch kind(here) {
      case .string, .name, .directive: return text(here) == other.text(there)
      case .object, .array: return indexAfter(here) - here == other.indexAfter(there) - there
      default: return spelling(here) == other.spelling(there)
      }
    }
  }

  /// Appends bytes that are equal for values that `isSpelled` treats as alike.
  func appendSpelling(_ index: Int, ignoresComments: Bool = false, to output: inout [UInt8]) {
    switch kind(index) {
    case .string, .name, .directive:
      output.append(UInt8(ascii: kind(index) == .string ? "\"" : "'"))
      StringEscapes.append(text(index), to: &output)
    case .array:
      output.append(UInt8(ascii: "["))
      for element in elements(index) {
        appendSpelling(element, ignoresComments: ignoresComments, to: &output)
        output.append(UInt8(ascii: ","))
      }
      output.append(UInt8(ascii: "]"))
    case .object:
      output.append(UInt8(ascii: "{"))
      for member in members(index) where !ignoresComments || !isComment(member) {
        appendSpelling(member.nameIndex, to: &output)
        appendSpelling(member.value, ignoresComments: ignoresComments, to: &output)
        output.append(UInt8(ascii: ","))
      }
      output.append(UInt8(ascii: "}"))
    default: output += spelling(index)
    }
  }

  /// Whether an ordinary name contains either byte as written.
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
          // The word may reach past the name: ignore hits after its end.
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
