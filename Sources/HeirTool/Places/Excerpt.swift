import Cascade
import JSONSource
import SafeText

/// A source line for an error: names and punctuation; values and comments are `…`, because they may be secret.
struct Excerpt {
  private struct Token {
    let start: Int
    let text: String
  }

  package let text: String
  let caret: Int

  private static let widest = 100
  /// Bytes read on each side of the caret, because a line may be as long as its file.
  static let reach = 512

  init(
    _ source: Source, line: ByteRange, offset: Int, reach: Int = reach, insides: LexicalMap
  ) {
    var start = max(line.start, offset - reach)
    var mark = insides.mark(at: start)
    if mark.inside == .slash {
      start -= 1
      mark = insides.mark(at: start)
    }
    let window = ByteRange(start, max(start, min(line.end, offset + reach)))
    var tokens = Self.tokens(source, window, mark)
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
    var caret = text.count
    for token in tokens {
      if token.start <= offset {
        // In a token that is shown literally, the caret follows the bytes.
        let inside = token.text == "…" ? 0 : min(offset - token.start, token.text.count)
        caret = text.count + inside
      }
      if text.count > Self.widest { break }
      text += token.text
    }
    self.text = text
    self.caret = caret
  }

  /// The line unmasked, for `--reveal`.
  init(revealing source: Source, line: ByteRange, offset: Int) {
    let before = ByteRange(max(line.start, offset - Self.widest / 2), max(line.start, offset))
    let start = before.start > line.start ? "… " : ""
    let left = start + Printable.string(source[before])
    let end = min(line.end, before.end + Self.widest / 2)
    text = left + Printable.string(source[ByteRange(min(before.end, end), end)])
    caret = left.count
  }

  /// Tokens that begin or end outside the window are hidden.
  private static func tokens(
    _ source: Source, _ window: ByteRange, _ mark: LexicalMap.Mark
  ) -> [Token] {
    var tokens: [Token] = []
    let bytes = source[window]
    var at = bytes.startIndex
    var canBeName = mark.beginsMember
    var (reached, read) = (mark, bytes.startIndex)
    if mark.inside != .nothing {
      at = end(of: mark.inside, bytes)
      tokens.append(Token(start: bytes.startIndex, text: "…"))
      if mark.inside == .string || mark.inside == .escape { canBeName = true }
    }
    while at < bytes.endIndex {
      let start = at
      if let inside = comment(bytes, at) {
        at = end(of: inside, bytes[(at + 2)...])
        tokens.append(Token(start: start, text: "…"))
        continue
      }
      switch bytes[at] {
      case 0x20, 0x09:
        tokens.append(Token(start: start, text: " "))
        at += 1
        continue
      case let byte where isPunctuation(byte):
        tokens.append(Token(start: start, text: String(UnicodeScalar(bytes[at]))))
        at += 1
        canBeName = bytes[start] != UInt8(ascii: ":") && bytes[start] != UInt8(ascii: "[")
        continue
      case UInt8(ascii: "\""):
        at = end(of: .string, bytes[(at + 1)...])
        for byte in bytes[read..<start] { reached.pass(byte) }
        read = start
        // Names in a table of translations are values to translate, which may be secret (A1).
        let isName = canBeName && reached.tableDepth == 0 && isFollowedByColon(bytes, at)
        tokens.append(
          Token(start: start, text: isName ? Printable.string(bytes[start..<at]) : "…"))
      default:
        repeat {
          at += 1
        } while at < bytes.endIndex && !isPunctuation(bytes[at])
          && !" \t\"".utf8.contains(bytes[at])
          && comment(bytes, at) == nil
        tokens.append(Token(start: start, text: "…"))
      }
      // A comma may be missing, so a name can follow a value.
      canBeName = true
    }
    // The target of a caret after the end of the line.
    tokens.append(Token(start: bytes.endIndex, text: ""))
    return tokens
  }

  private static func comment(_ bytes: ArraySlice<UInt8>, _ at: Int) -> LexicalMap.Mark.Inside? {
    var mark = LexicalMap.Mark()
    for byte in bytes[at...].prefix(2) { mark.pass(byte) }
    return [.lineComment, .blockComment].contains(mark.inside) ? mark.inside : nil
  }

  private static func end(of inside: LexicalMap.Mark.Inside, _ bytes: ArraySlice<UInt8>) -> Int {
    var mark = LexicalMap.Mark(inside: inside)
    let last = bytes.firstIndex { byte in
      mark.pass(byte)
      return mark.inside == .nothing
    }
    return last.map { $0 + 1 } ?? bytes.endIndex
  }

  private static func isFollowedByColon(_ bytes: ArraySlice<UInt8>, _ end: Int) -> Bool {
    bytes[min(end, bytes.endIndex)...].first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: ":")
  }

  private static func isPunctuation(_ byte: UInt8) -> Bool {
    "{}[]:,".utf8.contains(byte)
  }
}
