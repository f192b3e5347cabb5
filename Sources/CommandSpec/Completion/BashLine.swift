/// A command line up to the cursor, split as bash does.
struct BashLine {
  private(set) var words: [[UInt8]] = []
  /// The part of the last word before the place where readline inserts the answer.
  private(set) var base: [UInt8] = []
  private(set) var quote = Quote.none

  enum Quote { case none, single, double, dollar }

  private let breaks: [UInt8]
  private var word: [UInt8] = []
  private var isWord = false
  private var escaped: [UInt8] = []
  private var baseBeforeQuote: [UInt8] = []

  init(_ line: [UInt8], breaks: [UInt8]) {
    self.breaks = breaks
    var rest = line[...]
    while let byte = rest.popFirst() {
      switch quote {
      case .none: readBare(byte, &rest)
      case .single:
        if byte == UInt8(ascii: "'") { endQuote() } else { word.append(byte) }
      case .double:
        if byte == UInt8(ascii: "\"") {
          endQuote()
        } else if byte == UInt8(ascii: "\\"), let next = rest.first,
          "$`\"\\".utf8.contains(next)
        {
          word.append(next)
          rest.removeFirst()
        } else {
          word.append(byte)
        }
      case .dollar: readDollar(byte, &rest)
      }
    }
    words.append(word)
  }

  private mutating func readBare(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) {
    switch byte {
    case 0x20, 0x09...0x0D:
      if isWord { words.append(word) }
      (word, base, isWord) = ([], [], false)
      return
    case UInt8(ascii: "'"): beginQuote(.single)
    case UInt8(ascii: "\""): beginQuote(.double)
    case UInt8(ascii: "\\"): if let next = rest.popFirst() { word.append(next) }
    case UInt8(ascii: "$") where rest.first == UInt8(ascii: "'"):
      rest.removeFirst()
      (quote, escaped) = (.dollar, [])
    default:
      word.append(byte)
      if breaks.contains(byte) { base = word }
    }
    isWord = true
  }

  private mutating func beginQuote(_ quote: Quote) {
    (self.quote, baseBeforeQuote, base) = (quote, base, word)
  }

  private mutating func endQuote() { (quote, base) = (.none, baseBeforeQuote) }

  private mutating func readDollar(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) {
    if byte == UInt8(ascii: "'") {
      word += Self.unescaped(escaped)
      quote = .none
      return
    }
    escaped.append(byte)
    if byte == UInt8(ascii: "\\"), let next = rest.popFirst() { escaped.append(next) }
  }

  /// Decodes the escapes that the answers contain: octal numbers, quotes and backslashes.
  private static func unescaped(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let next = rest.first else {
        result.append(byte)
        continue
      }
      let digits = rest.prefix(3).prefix { 0x30...0x37 ~= $0 }
      if digits.isEmpty {
        rest.removeFirst()
        result += "\\'\"?".utf8.contains(next) ? [next] : [byte, next]
      } else {
        rest.removeFirst(digits.count)
        result.append(digits.reduce(0) { $0 &* 8 &+ ($1 - 0x30) })
      }
    }
    return result
  }
}
