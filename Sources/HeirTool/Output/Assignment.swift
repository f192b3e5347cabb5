import Cascade
import JSONSource
import Legible

/// What a variable gets: text, or nothing, which unsets it.
struct Assignment {
  let name: VariableName
  let text: [UInt8]?

  /// A line for `eval` in any POSIX shell: everything stands in single quotes.
  func shellLine(isExported: Bool) -> [UInt8] {
    guard let text else { return Array("unset ".utf8) + name.bytes + [0x0A] }
    let start = isExported ? Array("export ".utf8) : []
    return start + name.bytes + [UInt8(ascii: "=")] + Self.quoted(text) + [0x0A]
  }

  /// `set -- 'a' 'b'`.
  static func arguments(_ texts: [[UInt8]]) -> [UInt8] {
    Array("set --".utf8) + texts.flatMap { [UInt8(ascii: " ")] + quoted($0) } + [0x0A]
  }

  /// Single quotes, in which a shell reads every byte but `'` as itself.
  static func quoted(_ text: [UInt8]) -> [UInt8] {
    let quote = UInt8(ascii: "'")
    return [quote] + text.flatMap { $0 == quote ? Array("'\\''".utf8) : [$0] } + [quote]
  }

  /// A line of a `.env` file, nil where no quoting carries the value through its readers.
  func dotenvLine() -> [UInt8]? {
    guard let text else { return [] }
    let start = name.bytes + [UInt8(ascii: "=")]
    func has(_ bytes: String) -> Bool { text.contains { bytes.utf8.contains($0) } }
    if text.allSatisfy(Self.isBare) { return start + text + [0x0A] }
    // Readers fold line ends, fill in `${…}` in any quotes, and undo `\\` in single ones, where a
    // `\` at the end may hide the quote.
    let slash = UInt8(ascii: "\\")
    let isUndone = zip(text, text.dropFirst()).contains { $0 == slash && $1 == slash }
    if text.contains(0x0D) || isUndone || text.last == slash || Self.isFilledIn(text) { return nil }
    if !has("'") { return start + [UInt8(ascii: "'")] + text + [UInt8(ascii: "'"), 0x0A] }
    if !has("\"\\$`") { return start + [UInt8(ascii: "\"")] + text + [UInt8(ascii: "\""), 0x0A] }
    return nil
  }

  /// Whether the text holds `${NAME}` or `${NAME:-DEFAULT}`, whatever the name is made of.
  private static func isFilledIn(_ text: [UInt8]) -> Bool {
    let close = UInt8(ascii: "}")
    let colon = UInt8(ascii: ":")
    for start in text.indices where text[start...].starts(with: "${".utf8) {
      guard let end = text[(start + 2)...].firstIndex(where: { $0 == close || $0 == colon }) else {
        // Neither is there farther on.
        return false
      }
      if text[end] == close { return true }
      if text[end...].starts(with: ":-".utf8) && text[end...].contains(close) { return true }
    }
    return false
  }

  private static func isBare(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: "_./:@%+,-".utf8.contains(byte)
    }
  }
}

extension Value {
  /// The value as raw text: strings as they are, everything else as compact JSON.
  func rawText(_ names: NameTable) -> [UInt8] {
    if let text { return text }
    var writer = JSONWriter(.compact)
    writer.value(self, names)
    return writer.output
  }

  /// The value as a variable has it: `null` is none; an error for a NUL, which no variable holds.
  func variableText(_ key: Key, _ names: NameTable) throws(Failure) -> [UInt8]? {
    if kind == .null { return nil }
    let text = rawText(names)
    try Self.refuseNUL(in: text, key, names)
    return text
  }

  static func refuseNUL(in text: [UInt8], _ key: Key, _ names: NameTable) throws(Failure) {
    if text.contains(0) {
      throw .message("\(names.text(key)) holds a NUL, which no shell and no variable can carry")
    }
  }
}
