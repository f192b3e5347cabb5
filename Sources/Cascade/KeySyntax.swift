import JSONSource
import SafeText

/// The syntax of keys: dotted names, each bare or a JSON string; or a JSON Pointer (RFC 6901).
package enum KeySyntax {
  /// The maximum number of names, counted from the top object: the nesting limit of a file.
  package static let deepest = Document.deepest

  package static func key(_ text: [UInt8], _ names: NameTable) throws(KeyError) -> Key {
    guard let key = try pattern(text, names).key else {
      throw KeyError(problem: .wildcard, offset: 0)
    }
    return key
  }

  /// Parses a key that may contain wildcards (K4).
  package static func pattern(_ text: [UInt8], _ names: NameTable) throws(KeyError) -> KeyPattern {
    guard let first = text.first else { throw KeyError(problem: .empty, offset: 0) }
    guard UTF8Sequence.isValid(text[...]) else { throw KeyError(problem: .notUTF8, offset: 0) }
    return KeyPattern(
      parts: try first == UInt8(ascii: "/") ? pointer(text, names) : dotted(text, names))
  }

  private static func dotted(
    _ text: [UInt8], _ names: NameTable
  ) throws(KeyError) -> [KeyPattern.Part] {
    var parts: [KeyPattern.Part] = []
    var at = 0
    while true {
      let start = at
      if at < text.count, text[at] == UInt8(ascii: "\"") {
        at = try closingQuote(text, from: at)
        guard let document = try? Document(Source(Array(text[start..<at])), names: NameTable())
        else { throw KeyError(problem: .badQuotes, offset: start) }
        try append(.name(names.intern(document.text(0))), to: &parts, from: start)
      } else {
        while at < text.count, text[at] != UInt8(ascii: ".") { at += 1 }
        try append(try bare(text[start..<at], names), to: &parts, from: start)
      }
      if at == text.count { return parts }
      guard text[at] == UInt8(ascii: ".") else {
        throw KeyError(problem: .unquoted(text[at]), offset: at)
      }
      at += 1
    }
  }

  private static func append(
    _ part: KeyPattern.Part, to parts: inout [KeyPattern.Part], from offset: Int
  ) throws(KeyError) {
    // `**.**` matches the same keys as `**`.
    if part == .deep && parts.last == .deep { return }
    if parts.count == deepest { throw KeyError(problem: .tooDeep, offset: offset) }
    parts.append(part)
  }

  private static func closingQuote(_ text: [UInt8], from start: Int) throws(KeyError) -> Int {
    var at = start + 1
    while at < text.count {
      switch text[at] {
      case UInt8(ascii: "\\"): at += 2
      case UInt8(ascii: "\""): return at + 1
      default: at += 1
      }
    }
    throw KeyError(problem: .badQuotes, offset: start)
  }

  private static func bare(
    _ text: ArraySlice<UInt8>, _ names: NameTable
  ) throws(KeyError) -> KeyPattern.Part {
    if text.isEmpty { throw KeyError(problem: .emptyName, offset: text.startIndex) }
    var unfit = firstUnfit(text)
    if unfit == nil { return .name(names.intern(Array(text))) }
    if text.elementsEqual("*".utf8) { return .any }
    if text.elementsEqual("**".utf8) { return .deep }
    let star = UInt8(ascii: "*")
    while let offset = unfit, text[offset] == star {
      if text[text.index(after: offset)...].first == star {
        throw KeyError(problem: .doubleStar, offset: offset)
      }
      unfit = firstUnfit(text[text.index(after: offset)...], isStart: false)
    }
    if let offset = unfit {
      let problem: KeyError.Problem =
        offset == text.startIndex && text[offset] == UInt8(ascii: "$")
        ? .reserved : .unquoted(text[offset])
      throw KeyError(problem: problem, offset: offset)
    }
    return .like(NamePattern(Array(text), names))
  }

  private static func pointer(
    _ text: [UInt8], _ names: NameTable
  ) throws(KeyError) -> [KeyPattern.Part] {
    var parts: [KeyPattern.Part] = []
    var name: [UInt8] = []
    var at = 1
    while at < text.count {
      switch text[at] {
      case UInt8(ascii: "/"):
        if name.isEmpty { throw KeyError(problem: .emptyName, offset: at) }
        try append(.name(names.intern(name)), to: &parts, from: at)
        name = []
      case UInt8(ascii: "~"):
        at += 1
        switch at < text.count ? text[at] : 0 {
        case UInt8(ascii: "0"): name.append(UInt8(ascii: "~"))
        case UInt8(ascii: "1"): name.append(UInt8(ascii: "/"))
        default: throw KeyError(problem: .badPointerEscape, offset: at - 1)
        }
      default: name.append(text[at])
      }
      at += 1
    }
    if name.isEmpty { throw KeyError(problem: .emptyName, offset: at) }
    try append(.name(names.intern(name)), to: &parts, from: at)
    return parts
  }

  static func append(_ name: ArraySlice<UInt8>, to output: inout [UInt8]) {
    if !name.isEmpty && firstUnfit(name) == nil {
      output += name
    } else {
      Printable.append(StringEscapes.quoted(name), to: &output)
    }
  }

  private static func firstUnfit(_ name: ArraySlice<UInt8>, isStart: Bool = true) -> Int? {
    var isASCII = true
    for index in name.indices {
      switch name[index] {
      case UInt8(ascii: "/"), UInt8(ascii: "$"):
        if isStart && index == name.startIndex { return index }
      case 0...0x20, 0x7F, UInt8(ascii: "."), UInt8(ascii: "\""), UInt8(ascii: "*"),
        UInt8(ascii: "="), UInt8(ascii: ","), UInt8(ascii: "\\"), UInt8(ascii: "["),
        UInt8(ascii: "]"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "|"):
        return index
      case 0x80...: isASCII = false
      default: continue
      }
    }
    if isASCII { return nil }
    var offset = name.startIndex
    for scalar in String(decoding: name, as: UTF8.self).unicodeScalars {
      if Printable.isUnsafe(scalar) || scalar.properties.isWhitespace { return offset }
      offset += UTF8.width(scalar)
    }
    return nil
  }
}
