/// The lines of a text, each with its line feed; the last line may lack it.
struct TextLines {
  private let bytes: [UInt8]
  private let ends: [Int]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var ends: [Int] = []
    for (index, byte) in bytes.enumerated() where byte == 0x0A { ends.append(index + 1) }
    if let last = bytes.last, last != 0x0A { ends.append(bytes.count) }
    self.ends = ends
  }

  var count: Int { ends.count }

  subscript(line: Int) -> ArraySlice<UInt8> {
    bytes[(line == 0 ? 0 : ends[line - 1])..<ends[line]]
  }

  func append(_ lines: Range<Int>, marked mark: Unicode.Scalar, to output: inout [UInt8]) {
    for line in lines {
      output.append(UInt8(ascii: mark))
      output += self[line]
      if self[line].last != 0x0A { output += Array("\n\\ No newline at end of file\n".utf8) }
    }
  }
}
