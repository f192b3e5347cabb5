/// Cuts texts to a width in terminal cells around their differences. Texts that differ stay different, even if that exceeds the width.
package enum DifferenceExcerpt {
  private static let least = 12

  package static func cut(_ texts: [String], to width: Int) -> [String] {
    let isASCII = texts.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } }
    let texts = isASCII ? texts : apart(texts)
    let longest = texts.map(\.cells).max() ?? 0
    if longest <= max(least, width) { return texts }
    let all = texts.map { Array($0.unicodeScalars) }
    let order = Set(all).sorted { $0.lexicographicallyPrecedes($1) }
    let shared =
      [0] + zip(order, order.dropFirst()).map { zip($0, $1).prefix { $0 == $1 }.count } + [0]
    var width = max(least, width)
    while width < longest {
      let cut = order.enumerated().map { index, text in
        // The neighbours in sorted order are the most similar texts.
        part(text, from: max(shared[index], shared[index + 1]) - (width - 3) / 3, width)
      }
      if Set(cut).count == order.count {
        let shown = Dictionary(uniqueKeysWithValues: zip(order, cut))
        return all.map { String(String.UnicodeScalarView(shown[$0] ?? $0)) }
      }
      width *= 2
    }
    return texts
  }

  private static func part(
    _ text: [Unicode.Scalar], from start: Int, _ width: Int
  ) -> [Unicode.Scalar] {
    if text.cells <= width { return text }
    let start = min(start, text.count - text.reversed().prefix(cells: width - 1).count)
    if start <= 1 { return text.prefix(cells: width - 1) + ["…"] }
    let rest = text[start...]
    return ["…"] + (rest.cells < width ? rest : rest.prefix(cells: width - 2) + ["…"])
  }

  /// Escapes accents in texts that look equal but differ in bytes.
  private static func apart(_ texts: [String]) -> [String] {
    // Strings are equal if they look equal.
    let bytes = Dictionary(texts.map { ($0, Set([Array($0.utf8)])) }) { $0.union($1) }
    return texts.map { text in
      guard let spellings = bytes[text], spellings.count > 1 else { return text }
      return text.unicodeScalars.map { $0.isASCII ? String($0) : $0.escaped(asASCII: true) }
        .joined()
    }
  }
}
