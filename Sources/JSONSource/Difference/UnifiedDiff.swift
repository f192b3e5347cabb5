/// The difference of two texts in the format of `diff -u`, which `patch -p1` applies.
package struct UnifiedDiff {
  /// The number of unchanged lines around a change.
  package var context = 3
  private let path: [UInt8]
  private let isNew: Bool
  private let old: [ArraySlice<UInt8>]
  private let new: [ArraySlice<UInt8>]
  private let changes: [LineChange]

  /// `path` is relative to the directory where the patch is applied; `old` is nil for a new file.
  package init(path: [UInt8], from old: [UInt8]?, to new: [UInt8]) {
    self.path = path
    isNew = old == nil
    self.old = textLines(old ?? [])
    self.new = textLines(new)
    changes = LineChange.between(self.old, self.new)
  }

  package var bytes: [UInt8] {
    guard !changes.isEmpty else { return [] }
    var output = isNew ? Array("--- /dev/null\n".utf8) : Array("--- ".utf8) + named("a/")
    output += Array("+++ ".utf8) + named("b/")
    for hunk in hunks { append(hunk, to: &output) }
    return output
  }

  /// The file's name in the header, to the end of the line.
  private func named(_ prefix: String) -> [UInt8] {
    func isPlain(_ byte: UInt8) -> Bool {
      (0x20..<0x7F).contains(byte) && byte != 0x22 && byte != 0x5C
    }
    let name = Array(prefix.utf8) + path
    // A tab ends a name that contains spaces.
    if name.allSatisfy(isPlain) { return name + (name.contains(0x20) ? [0x09, 0x0A] : [0x0A]) }
    // Git's quoting, which `patch` reads: a name can neither break the line nor control a terminal.
    var quoted: [UInt8] = [0x22]
    for byte in name {
      if isPlain(byte) {
        quoted.append(byte)
      } else {
        quoted += [0x5C, 0x30 + byte >> 6, 0x30 + byte >> 3 & 7, 0x30 + byte & 7]
      }
    }
    return quoted + [0x22, 0x0A]
  }

  /// The old and the new lines that the patch shows, from 0.
  package var shownLines: (old: [Range<Int>], new: [Range<Int>]) {
    (hunks.map(\.old), hunks.map(\.new))
  }

  /// Changes that share lines around them, and the lines that are shown.
  private typealias Hunk = (changes: ArraySlice<LineChange>, old: Range<Int>, new: Range<Int>)

  private var hunks: [Hunk] {
    var hunks: [Hunk] = []
    var start = 0
    for (index, last) in changes.enumerated() {
      let next = index + 1
      let isApart =
        next == changes.count
        || changes[next].old.lowerBound - last.old.upperBound > 2 * context
      guard isApart else { continue }
      let first = changes[start]
      let before = min(context, first.old.lowerBound)
      let behind = min(context, old.count - last.old.upperBound)
      hunks.append(
        (
          changes[start..<next],
          (first.old.lowerBound - before)..<(last.old.upperBound + behind),
          (first.new.lowerBound - before)..<(last.new.upperBound + behind)
        ))
      start = next
    }
    return hunks
  }

  private func append(_ hunk: Hunk, to output: inout [UInt8]) {
    output += Array("@@ -\(Self.numbers(hunk.old)) +\(Self.numbers(hunk.new)) @@\n".utf8)
    var at = hunk.old.lowerBound
    for change in hunk.changes {
      append(old[at..<change.old.lowerBound], marked: " ", to: &output)
      append(old[change.old], marked: "-", to: &output)
      append(new[change.new], marked: "+", to: &output)
      at = change.old.upperBound
    }
    append(old[at..<hunk.old.upperBound], marked: " ", to: &output)
  }

  private func append(
    _ lines: ArraySlice<ArraySlice<UInt8>>, marked mark: Unicode.Scalar, to output: inout [UInt8]
  ) {
    for line in lines {
      output.append(UInt8(ascii: mark))
      output += line
      if line.last != 0x0A { output += Array("\n\\ No newline at end of file\n".utf8) }
    }
  }

  /// The first line from 1 and the count; for zero lines, the line before them.
  private static func numbers(_ lines: Range<Int>) -> String {
    switch lines.count {
    case 0: "\(lines.lowerBound),0"
    case 1: "\(lines.lowerBound + 1)"
    default: "\(lines.lowerBound + 1),\(lines.count)"
    }
  }
}
