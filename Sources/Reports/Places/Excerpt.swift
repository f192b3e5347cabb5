import Cascade
import JSONSource
import Legible

/// A line of a source as errors show it: names and punctuation; values, which may be secret, as `…`.
struct Excerpt {
  private struct Token {
    let start: Int
    let text: String
  }

  package let text: String
  /// How many characters stand before the one that the caret points to.
  let caret: Int

  private static let widest = 100
  /// How many bytes are read before and behind the caret: a line may be as long as a file.
  static let reach = 512

  /// The line around `offset`; `strings` is asked for where the beginning of the line is out of reach.
  init(
    _ source: Source, line: ByteRange, offset: Int, reach: Int = reach,
    strings: @autoclosure () -> LineStrings
  ) {
    let isFar = offset - line.start > reach
    let start = isFar ? strings().mark(before: offset - reach) : (line.start, .nothing)
    let window = ByteRange(start.0, max(start.0, min(line.end, offset + reach)))
    var tokens = Self.tokens(source, window, start.1)
    let hit = tokens.lastIndex { $0.start <= offset } ?? 0
    // A long line is cut to the tokens around the caret.
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
        // Within a token that is shown as it stands the caret goes on with the bytes.
        let inside = token.text == "…" ? 0 : min(offset - token.start, token.text.count)
        caret = text.count + inside
      }
      if text.count > Self.widest { break }
      text += token.text
    }
    self.text = text
    self.caret = caret
  }

  /// The line as it stands, for those who may see what is in it.
  init(revealing source: Source, line: ByteRange, offset: Int) {
    let before = ByteRange(max(line.start, offset - Self.widest / 2), max(line.start, offset))
    let start = before.start > line.start ? "… " : ""
    let left = start + Printable.string(source[before])
    let end = min(line.end, before.end + Self.widest / 2)
    text = left + Printable.string(source[ByteRange(min(before.end, end), end)])
    caret = left.count
  }

  /// The tokens of a part of a line; of one that begins or ends outside it nothing is shown.
  private static func tokens(
    _ source: Source, _ window: ByteRange, _ inside: LineStrings.Inside
  ) -> [Token] {
    var tokens: [Token] = []
    let bytes = source[window]
    var at = bytes.startIndex
    var canBeName = beginsMember(source, before: window.start)
    if inside != .nothing {
      at = stringEnd(bytes, from: inside == .escape ? at + 1 : at)
      tokens.append(Token(start: bytes.startIndex, text: "…"))
      canBeName = true
    }
    while at < bytes.endIndex {
      let start = at
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
        at = stringEnd(bytes, from: at + 1)
        let isName = canBeName && isFollowedByColon(bytes, at)
        tokens.append(
          Token(start: start, text: isName ? Printable.string(bytes[start..<at]) : "…"))
      default:
        at =
          bytes[at...].firstIndex { isPunctuation($0) || " \t\"".utf8.contains($0) }
          ?? bytes.endIndex
        tokens.append(Token(start: start, text: "…"))
      }
      // A comma may be what is missing, so behind a value a name may come, too.
      canBeName = true
    }
    // What a caret behind the end of the line points to.
    tokens.append(Token(start: bytes.endIndex, text: ""))
    return tokens
  }

  /// Whether a name may come next; where that is out of reach, none may.
  private static func beginsMember(_ source: Source, before start: Int) -> Bool {
    let first = max(source.textStart, start - reach - 1)
    let last = source[ByteRange(first, max(first, start))].last { !" \t\n\r".utf8.contains($0) }
    return last.map { !":[".utf8.contains($0) } ?? (first == source.textStart)
  }

  /// The index behind the quote that closes a string, whose rest begins at `start`.
  private static func stringEnd(_ bytes: ArraySlice<UInt8>, from start: Int) -> Int {
    var at = start
    while at < bytes.endIndex {
      switch bytes[at] {
      case UInt8(ascii: "\\"): at += 2
      case UInt8(ascii: "\""): return at + 1
      default: at += 1
      }
    }
    return bytes.endIndex
  }

  private static func isFollowedByColon(_ bytes: ArraySlice<UInt8>, _ end: Int) -> Bool {
    bytes[min(end, bytes.endIndex)...].first { $0 != 0x20 && $0 != 0x09 } == UInt8(ascii: ":")
  }

  private static func isPunctuation(_ byte: UInt8) -> Bool {
    "{}[]:,".utf8.contains(byte)
  }
}
