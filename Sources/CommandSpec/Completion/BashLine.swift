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
        } else if byte == UInt8(ascii: "\\"), let next = rest.first, Self.isSpecial(next) {
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

  /// Whether a backslash in double quotes escapes the byte.
  private static func isSpecial(_ byte: UInt8) -> Bool {
    "$`\"\\".utf8.contains(byte)
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

  private static func unescaped(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\"), let letter = rest.popFirst() else {
        result.append(byte)
        continue
      }
      if let index = Array("abtnvfr".utf8).firstIndex(of: letter) {
        result.append(UInt8(7 + index))
      } else if letter == UInt8(ascii: "e") || letter == UInt8(ascii: "E") {
        result.append(0x1B)
      } else if letter == UInt8(ascii: "x"), let digit = rest.first, digit.hexValue != nil {
        result.append(number(&rest, digits: 2, base: 16, from: 0))
      } else if let value = letter.hexValue, value < 8, letter < 0x3A {
        result.append(number(&rest, digits: 2, base: 8, from: value))
      } else {
        result += "\\'\"?".utf8.contains(letter) ? [letter] : [byte, letter]
      }
    }
    return result
  }

  private static func number(
    _ rest: inout ArraySlice<UInt8>, digits: Int, base: UInt8, from start: UInt8
  ) -> UInt8 {
    var value = start
    for _ in 0..<digits {
      guard let digit = rest.first?.hexValue, digit < base else { break }
      value = value &* base &+ digit
      rest.removeFirst()
    }
    return value
  }
}

extension UInt8 {
  fileprivate var hexValue: UInt8? {
    switch self {
    case 0x30...0x39: self - 0x30
    case 0x41...0x46: self - 0x37
    case 0x61...0x66: self - 0x57
    default: nil
    }
  }
}

/// The request of a completion script: its shell and the command line.
package struct CompletionQuestion {
  package let shell: CompletionShell
  private let words: [[UInt8]]
  private let bashLine: BashLine?

  /// `arguments` are the shell and, for bash, the line up to the cursor and COMP_WORDBREAKS, else unquoted words.
  /// Nil if they have another form.
  package init?(_ arguments: [[UInt8]]) {
    guard let name = arguments.first,
      let shell = CompletionShell(rawValue: String(decoding: name, as: UTF8.self))
    else { return nil }
    self.shell = shell
    let rest = Array(arguments.dropFirst())
    guard shell == .bash else {
      (words, bashLine) = (rest, nil)
      return
    }
    guard rest.count == 2 else { return nil }
    let line = BashLine(rest[0], breaks: rest[1])
    words = Array(line.words.dropFirst())
    bashLine = line
  }

  package func answer(
    _ catalogue: Catalogue, _ ask: (ValueKind, CompletionLine) -> [Candidate]
  ) -> [UInt8] {
    let answer = catalogue.completion(of: words, in: shell, ask)
    return switch shell {
    case .bash: bashLine.map(answer.bashText) ?? []
    case .zsh: answer.zshText
    case .fish: answer.fishText
    }
  }
}
