/// The syntax of `$format`: `${…}` is a reference, `$$` a `$`, and any other `$` is literal (V2).
package enum FormatSyntax {
  package static func pieces<Piece>(
    _ text: [UInt8], plain: ([UInt8]) -> Piece,
    inside: ([UInt8]) throws(Diagnostic.Problem) -> Piece
  ) throws(Diagnostic.Problem) -> [Piece] {
    let dollar = UInt8(ascii: "$")
    var pieces: [Piece] = []
    var own: [UInt8] = []
    var at = 0
    while at < text.count {
      let next = at + 1 < text.count ? text[at + 1] : 0
      if text[at] == dollar, next == UInt8(ascii: "{") {
        guard let end = closingBrace(text, from: at + 2) else { throw .openReference }
        let piece = try inside(Array(text[(at + 2)..<end]))
        if !own.isEmpty { pieces.append(plain(own)) }
        own = []
        pieces.append(piece)
        at = end + 1
      } else {
        own.append(text[at])
        at += text[at] == dollar && next == dollar ? 2 : 1
      }
    }
    if !own.isEmpty { pieces.append(plain(own)) }
    return pieces
  }

  private static func closingBrace(_ text: [UInt8], from start: Int) -> Int? {
    var at = start
    var isQuoted = false
    while at < text.count {
      switch text[at] {
      case UInt8(ascii: "\\") where isQuoted: at += 1
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: "}") where !isQuoted: return at
      default: break
      }
      at += 1
    }
    return nil
  }
}
