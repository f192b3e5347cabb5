import SafeText

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
  private var baseBeforeQuote: [UInt8] = []
  /// The word before `$'`; text in an open `$'` is not completed.
  private var wordBeforeDollar: [UInt8] = []

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
    words.append(quote == .dollar ? wordBeforeDollar : word)
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
      (quote, wordBeforeDollar) = (.dollar, word)
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

  /// Decodes the escapes that the answers contain: octal numbers, quotes and backslashes.
  private mutating func readDollar(_ byte: UInt8, _ rest: inout ArraySlice<UInt8>) {
    if byte == UInt8(ascii: "'") {
      quote = .none
      return
    }
    guard byte == UInt8(ascii: "\\"), let next = rest.first else { return word.append(byte) }
    let digits = rest.prefix(3).prefix { 0x30...0x37 ~= $0 }
    rest.removeFirst(max(1, digits.count))
    if !digits.isEmpty {
      word.append(digits.reduce(0) { $0 &* 8 &+ ($1 - 0x30) })
    } else {
      word += "\\'\"?".utf8.contains(next) ? [next] : [byte, next]
    }
  }

  /// The rest of a word, quoted for the line; nil if the open quote cannot contain it.
  func quoted(_ text: ArraySlice<UInt8>) -> [UInt8]? {
    let isPlain = Self.isPrintable(text)
    switch quote {
    case .none where !isPlain: return Self.dollarQuoted(text)
    case .none:
      // An unquoted `~/` expands to the home directory.
      let isHome = base.isEmpty && text.starts(with: "~/".utf8)
      return (isHome ? Array("~/".utf8) : []) + Self.escaped(text.dropFirst(isHome ? 2 : 0))
    case .single:
      if !isPlain { return nil }
      return text.flatMap { $0 == UInt8(ascii: "'") ? Array("'\\''".utf8) : [$0] }
    case .double:
      // Double quotes do not quote history expansion.
      if !isPlain || text.contains(UInt8(ascii: "!")) { return nil }
      return text.flatMap {
        "\\\"$`".utf8.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0]
      }
    case .dollar: return nil
    }
  }

  private static func isPrintable(_ text: ArraySlice<UInt8>) -> Bool {
    guard let text = String(validating: text, as: UTF8.self) else { return false }
    return !text.unicodeScalars.contains(where: Printable.isUnsafe)
  }

  private static func escaped(_ text: ArraySlice<UInt8>) -> [UInt8] {
    text.flatMap { byte in
      let isPlain = byte.isLetterOrDigit || byte >= 0x80 || "/.,-_:=@%+".utf8.contains(byte)
      return isPlain ? [byte] : [UInt8(ascii: "\\"), byte]
    }
  }

  private static func dollarQuoted(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var result = Array("$'".utf8)
    for byte in text {
      switch byte {
      case 0x00..<0x20, 0x7F...:
        result.append(UInt8(ascii: "\\"))
        result += [byte >> 6, byte >> 3 & 7, byte & 7].map { $0 + 0x30 }
      case UInt8(ascii: "'"), UInt8(ascii: "\\"): result += [UInt8(ascii: "\\"), byte]
      default: result.append(byte)
      }
    }
    return result + [UInt8(ascii: "'")]
  }
}
