import JSONSource
import SafeText

/// A source line for an error: names and punctuation; values and comments are `…`, because they may be secret.
package struct Excerpt {
  private typealias Token = (start: Int, text: String)

  package let text: String
  /// In terminal cells.
  package let caret: Int

  private static let widest = 100
  /// Bytes read on each side of the caret, because a line may be as long as its file.
  package static let reach = 512

  package init(
    _ source: Source, line: ByteRange, offset: Int, reach: Int = reach, insides: LexicalMap
  ) {
    let start = max(line.start, offset - reach)
    let window = ByteRange(start, max(start, min(line.end, offset + reach)))
    var tokens = Self.tokens(source, window, insides.mark(at: start))
    let hit = tokens.lastIndex { $0.start <= offset } ?? 0
    var from = hit
    var width = 0
    while from > 0, width + tokens[from - 1].text.count < Self.widest / 2 {
      from -= 1
      width += tokens[from].text.count
    }
    let isCut = from > 0 || window.start > line.start
    tokens = Array(tokens[min(from, tokens.count)...].prefix(Self.widest))
    var text = isCut ? "… " : ""
    var caret = text.cells
    for token in tokens {
      if token.start <= offset {
        // In a token that is shown literally, the caret follows the bytes.
        let inside = token.text == "…" ? 0 : min(offset - token.start, token.text.cells)
        caret = text.cells + inside
      }
      if text.count > Self.widest { break }
      text += token.text
    }
    self.text = text
    self.caret = caret
  }

  /// The line unmasked, for `--reveal`.
  package init(revealing source: Source, line: ByteRange, offset: Int) {
    let before = ByteRange(max(line.start, offset - Self.widest / 2), max(line.start, offset))
    let start = before.start > line.start ? "… " : ""
    let left = start + Printable.string(source[before])
    let end = min(line.end, before.end + Self.widest / 2)
    text = left + Printable.string(source[ByteRange(min(before.end, end), end)])
    caret = left.cells
  }

  /// Tokens that begin or end outside the window are hidden.
  private static func tokens(
    _ source: Source, _ window: ByteRange, _ start: LexicalMap.Mark
  ) -> [Token] {
    let bytes = source[window]
    var (at, mark) = (bytes.startIndex, start)
    // Whether the next byte may continue a hidden token.
    var isHiding = mark.inside != .nothing
    var tokens = isHiding ? [Token(start: at, text: "…")] : []
    while at < bytes.endIndex {
      let (start, before) = (at, mark)
      mark.pass(bytes[at])
      at += 1
      let isOutside = [.nothing, .slash].contains(before.inside)
      switch bytes[start] {
      case 0x20 where isOutside, 0x09 where isOutside:
        tokens.append(Token(start: start, text: " "))
      case let byte where isOutside && "{}[]:,".utf8.contains(byte):
        tokens.append(Token(start: start, text: String(UnicodeScalar(byte))))
      case _ where isOutside && mark.inside == .string:
        while at < bytes.endIndex, mark.inside != .nothing {
          mark.pass(bytes[at])
          at += 1
        }
        // Names in a table of translations are values to translate, which may be secret (A1).
        let isName =
          before.beginsMember && before.tableDepth == 0 && isFollowedByColon(bytes, at)
        tokens.append(
          Token(start: start, text: isName ? Printable.string(bytes[start..<at]) : "…"))
      default:
        if !isHiding { tokens.append(Token(start: start, text: "…")) }
        // The end of a string or a comment ends its token.
        isHiding = isOutside || mark.inside != .nothing
        continue
      }
      isHiding = false
    }
    // The target of a caret after the end of the line.
    return tokens + [Token(start: bytes.endIndex, text: "")]
  }

  private static func isFollowedByColon(_ bytes: ArraySlice<UInt8>, _ end: Int) -> Bool {
    bytes[min(end, bytes.endIndex)...].first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: ":")
  }
}
