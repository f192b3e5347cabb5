import Cascade

/// Output made of leaves, with the offset of each.
struct LeafOutput {
  private(set) var bytes: [UInt8] = []
  private var starts: [(offset: Int, key: Key)] = []
  /// Whether equal lines differ by the lines around them: the keys of YAML, the headers of TOML.
  private let isNested: Bool

  init(isNested: Bool = false) { self.isNested = isNested }

  mutating func begin(_ key: Key) { starts.append((bytes.count, key)) }

  mutating func append(_ text: some Sequence<UInt8>) { bytes.append(contentsOf: text) }

  mutating func append(_ byte: UInt8) { bytes.append(byte) }

  /// The leaves whose lines an older text does not contain, and whether more lines were removed than added.
  func change(since old: [UInt8]) -> (keys: Set<Key>, losesLines: Bool) {
    let (lines, former) = (lines(of: bytes), lines(of: old).map(\.print))
    var places: [Int: [Int]] = [:]
    for (index, print) in former.enumerated() { places[print, default: []].append(index) }
    var keys: Set<Key> = []
    var next = 0
    for (number, start) in starts.enumerated() {
      let end = number + 1 < starts.count ? starts[number + 1].offset : bytes.count
      let first = next
      while next < lines.count, lines[next].offset < end { next += 1 }
      let run = lines[first..<next].lazy.map(\.print)
      guard let print = run.first else { continue }
      // Bounds the cost of texts with many equal lines.
      let stands = places[print]?.prefix(8).contains { former[$0...].starts(with: run) } ?? false
      if !stands { keys.insert(start.key) }
    }
    let present = Set(lines.map(\.print))
    let (new, gone) = (
      lines.count { places[$0.print] == nil }, former.count { !present.contains($0) }
    )
    return (keys, gone > new)
  }

  private func lines(of text: [UInt8]) -> [(offset: Int, print: Int)] {
    let mark: UInt8 = text.contains(0) ? 0 : 0x0A
    var lines: [(offset: Int, print: Int)] = []
    var around: [(indent: Int, print: Int)] = []
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: mark).map { $0 + 1 } ?? text.count
      let line = text[start..<end]
      // A header of TOML is around all that follows. The dash of an element may be in the column of its key.
      let isHeader = line.first == UInt8(ascii: "[")
      let indent = isHeader ? -1 : line.prefix { $0 == UInt8(ascii: " ") }.count
      while let last = around.last, last.indent >= indent { around.removeLast() }
      var hasher = Hasher()
      if isNested { hasher.combine(around.last?.print) }
      for byte in line { hasher.combine(byte) }
      let print = hasher.finalize()
      around.append((indent, print))
      lines.append((start, print))
      start = end
    }
    return lines
  }
}
