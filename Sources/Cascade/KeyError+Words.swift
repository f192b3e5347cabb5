import Legible

extension KeyError {
  /// The character at the offset, whole, also where it is several bytes.
  private func character(_ byte: UInt8, of text: [UInt8]) -> String {
    if byte < 0x80 { return Printable.string([byte]) }
    let following = text.dropFirst(offset + 1).prefix { $0 & 0xC0 == 0x80 }
    return Printable.string([byte] + following)
  }

  /// What is wrong with the key `text`, in words.
  package func words(for text: [UInt8]) -> String {
    let key = "'\(Printable.string(text))'"
    switch problem {
    case .tooDeep:
      return "\(Printable.quoted(text)) has more than \(KeySyntax.deepest) names, and no key has"
    case .empty: return "a key may not be empty; the empty name is written '\"\"'"
    case .emptyName where text.first == UInt8(ascii: "/"):
      return
        "empty component in the pointer \(key); the empty name is written in a dotted key, as in 'a.\"\"'"
    case .emptyName: return "empty name in the key \(key); the empty name is written '\"\"'"
    case .unquoted(let byte):
      return
        "'\(character(byte, of: text))' in the key \(key) must stand in quotes, as in 'a.\"b.c\".d'"
    case .badQuotes: return "the quotes in the key \(key) do not hold a JSON string"
    case .wildcard:
      return
        "a key names one value, and '*' in \(key) makes it a pattern; a name with '*' stands in quotes, as '\"*\"' does"
    case .doubleStar:
      return
        "'**' in \(key) stands alone between dots, for any number of names; part of a name is '*'"
    case .badPointerEscape: return "'~' in the pointer \(key) is written '~0', and '/' '~1'"
    case .notUTF8: return "the key \(key) is not UTF-8"
    case .reserved:
      return
        "in the key \(key), the name that begins with '$' must stand in quotes, as in '\"$name\"'"
    }
  }
}
