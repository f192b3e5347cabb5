import SafeText

extension CompletionAnswer {
  /// The kind of answer, then the quoted words, each on a line.
  func bashText(at line: BashLine) -> [UInt8] {
    guard case .words(let candidates) = offer else {
      if case .program(_, isName: true) = offer { return Array("program\n".utf8) }
      return []
    }
    let words = candidates.compactMap { candidate in
      let word = before + candidate.word
      return word.starts(with: line.base)
        ? line.quoted(word.dropFirst(line.base.count)) : nil
    }
    let isOpen = candidates.allSatisfy(\.isOpen)
    return Array((isOpen ? "open\n" : "words\n").utf8) + words.flatMap { $0 + [0x0A] }
  }
}

extension BashLine {
  /// The rest of a word, quoted for the line; nil if the open quote cannot contain it.
  fileprivate func quoted(_ text: ArraySlice<UInt8>) -> [UInt8]? {
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
    var result: [UInt8] = []
    for byte in text {
      let isPlain = byte.isLetterOrDigit || byte >= 0x80 || "/.,-_:=@%+".utf8.contains(byte)
      if !isPlain { result.append(UInt8(ascii: "\\")) }
      result.append(byte)
    }
    return result
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
