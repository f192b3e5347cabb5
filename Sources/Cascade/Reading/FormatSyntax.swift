/// The syntax of `$format`: `${KEY}` or `${KEY|DEFAULT}` is a reference, `$$` a `$`, and any other `$` is literal (V2).
package enum FormatSyntax {
  package static func pieces<Piece>(
    _ text: [UInt8], plain: ([UInt8]) -> Piece,
    reference: (_ key: [UInt8], _ fallback: [UInt8]?) throws(Diagnostic.Problem) -> Piece
  ) throws(Diagnostic.Problem) -> [Piece] {
    let dollar = UInt8(ascii: "$")
    var pieces: [Piece] = []
    var own: [UInt8] = []
    var at = 0
    while true {
      let literal = text[at...].prefix { $0 != dollar }
      own += literal
      at = literal.endIndex
      if at == text.count { break }
      let next = at + 1 < text.count ? text[at + 1] : 0
      if next == UInt8(ascii: "{") {
        guard let (key, fallback) = parts(text[(at + 2)...]) else { throw .openReference }
        let piece = try reference(Array(key), try fallback.map(plainText))
        if !own.isEmpty { pieces.append(plain(own)) }
        own = []
        pieces.append(piece)
        at = (fallback ?? key).endIndex + 1
      } else {
        own.append(dollar)
        at += next == dollar ? 2 : 1
      }
    }
    if !own.isEmpty { pieces.append(plain(own)) }
    return pieces
  }

  /// The key and the default of a reference, up to its brace; nil if the brace is missing.
  private static func parts(
    _ text: ArraySlice<UInt8>
  ) -> (key: ArraySlice<UInt8>, fallback: ArraySlice<UInt8>?)? {
    guard let end = endOfKey(text), end < text.endIndex else { return nil }
    if text[end] == UInt8(ascii: "}") { return (text[..<end], nil) }
    let rest = text[(end + 1)...]
    return rest.firstIndex(of: UInt8(ascii: "}")).map { (text[..<end], rest[..<$0]) }
  }

  /// The first `|` or `}` outside quotes.
  package static func endOfKey(_ text: ArraySlice<UInt8>) -> Int? {
    var at = text.startIndex
    var isQuoted = false
    while at < text.endIndex {
      switch text[at] {
      case UInt8(ascii: "\\") where isQuoted: at += 1
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "|") where !isQuoted, UInt8(ascii: "}") where !isQuoted: return at
      default: break
      }
      at += 1
    }
    return nil
  }

  /// A default, in which a reference is likely a mistake.
  private static func plainText(_ text: ArraySlice<UInt8>) throws(Diagnostic.Problem) -> [UInt8] {
    let pieces = try pieces(Array(text), plain: { $0 }, reference: { _, _ in [] })
    return Array(pieces.joined())
  }
}
