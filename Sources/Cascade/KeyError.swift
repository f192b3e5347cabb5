import SafeText

/// Why a text is not a valid key. The offset counts bytes of the text.
package struct KeyError: Error, Equatable, Sendable {
  package enum Problem: Equatable, Sendable {
    case empty, emptyName
    case unquoted(UInt8)
    case badQuotes, wildcard, doubleStar, badPointerEscape, notUTF8, reserved
    case tooDeep
  }

  package let problem: Problem
  package let offset: Int

  package func directive(in text: [UInt8]) -> Directive? {
    guard problem == .reserved else { return nil }
    return Directive.named(text[offset...].prefix { $0 != UInt8(ascii: ".") })
  }

  /// The whole character at the offset, which may have several bytes.
  private func character(_ byte: UInt8, of text: [UInt8]) -> String {
    if byte < 0x80 { return Printable.string([byte]) }
    let following = text.dropFirst(offset + 1).prefix { $0 & 0xC0 == 0x80 }
    return Printable.string([byte] + following)
  }

  package func words(for text: [UInt8]) -> String {
    let key = "'\(Printable.string(text))'"
    return switch problem {
    case .tooDeep:
      "key \(Printable.quoted(text)) has more than \(KeySyntax.deepest) names"
    case .empty: "the key is empty; write '\"\"' for the empty name"
    case .emptyName where text.first == UInt8(ascii: "/"):
      "empty name in the pointer \(key); write a dotted key for it, such as 'a.\"\"'"
    case .emptyName: "empty name in the key \(key); write '\"\"' for the empty name"
    case .unquoted(let byte):
      "'\(character(byte, of: text))' in the key \(key) must be quoted, as in 'a.\"b.c\".d'"
    case .badQuotes: "the quotes in the key \(key) do not enclose a JSON string"
    case .wildcard:
      "\(key) is a pattern, but a key is needed; quote a name that contains '*', as in '\"*\"'"
    case .doubleStar:
      "'**' in \(key) must be alone between dots; use '*' for a part of a name"
    case .badPointerEscape:
      "invalid '~' in the pointer \(key); write '~0' for '~' and '~1' for '/'"
    case .notUTF8: "the key \(key) is not UTF-8"
    case .reserved:
      "a name that begins with '$' must be quoted in the key \(key), as in '\"$name\"'"
    }
  }
}
