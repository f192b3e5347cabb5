extension Unicode.Scalar {
  /// The number of terminal cells: 0 for a mark on the character before, 2 for a wide character (UAX #11).
  package var cells: Int {
    switch value {
    case 0..<0x300: return 1
    // Vowels and finals of a Hangul syllable; skin tones (UTS #51).
    case 0x1160...0x11FF, 0xD7B0...0xD7FF, 0x1F3FB...0x1F3FF: return 0
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3,
      0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6,
      0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x20000...0x3FFFD:
      return isMark ? 0 : 2
    // Two of these are one flag.
    case 0x1F1E6...0x1F1FF: return 1
    case 0x1F200...0x1F2FF: return 2
    default: return isMark ? 0 : properties.isEmojiPresentation ? 2 : 1
    }
  }

  private var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark: true
    default: false
    }
  }
}

extension Sequence<Unicode.Scalar> {
  package var cells: Int { reduce(0) { $0 + $1.cells } }
}

extension Collection<Unicode.Scalar> {
  /// The longest prefix of at most `limit` cells.
  package func prefix(cells limit: Int) -> SubSequence {
    var left = limit
    return prefix {
      left -= $0.cells
      return left >= 0
    }
  }
}

extension String {
  package var cells: Int { unicodeScalars.cells }
}
