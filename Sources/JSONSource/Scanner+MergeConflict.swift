extension Scanner {
  private static let markerLength = 7

  var mergeConflict: SyntaxError? {
    guard isMarker(at) else { return nil }
    var others: [ByteRange] = []
    var line = at
    // A conflict has at most four marker lines and ends with the line of '>'.
    var isOpen = base[at] != UInt8(ascii: ">")
    while isOpen, others.count < 3, let next = lineAfter(line) {
      line = next
      guard isMarker(line) else { continue }
      others.append(ByteRange(line, line + Self.markerLength))
      isOpen = base[line] != UInt8(ascii: ">")
    }
    return SyntaxError(.mergeConflict(others: others), ByteRange(at, at + Self.markerLength))
  }

  private func lineAfter(_ line: Int) -> Int? {
    var end = line
    while end < length, base[end] != 0x0A { end += 1 }
    return end + 1 < length ? end + 1 : nil
  }

  /// Whether a line begins with seven equal signs, followed by white space or its end.
  private func isMarker(_ start: Int) -> Bool {
    let sign = base[start]
    guard sign == 0x3C || sign == 0x3D || sign == 0x3E || sign == 0x7C,
      start == 0 || base[start - 1] == 0x0A,
      start + Self.markerLength <= length
    else { return false }
    for offset in 1..<Self.markerLength where base[start + offset] != sign { return false }
    return base[start + Self.markerLength] <= 0x20
  }
}
