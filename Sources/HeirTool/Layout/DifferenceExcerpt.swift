/// Cuts texts to a width around their differences. Texts that differ stay different, even if that exceeds the width.
enum DifferenceExcerpt {
  static func cut(_ texts: [String], to width: Int) -> [String] {
    let texts = texts.allSatisfy(\.isASCII) ? texts : apart(texts)
    if width == .max { return texts }
    var width = max(least, width)
    guard texts.contains(where: { $0.unicodeScalars.count > width }) else { return texts }
    var order: [[Unicode.Scalar]] = []
    var known: Set<[Unicode.Scalar]> = []
    let all = texts.map { Array($0.unicodeScalars) }
    for text in all where known.insert(text).inserted { order.append(text) }
    order.sort { $0.lexicographicallyPrecedes($1) }
    let shared = zip(order, order.dropFirst()).map { zip($0, $1).prefix { $0 == $1 }.count }
    let longest = order.map(\.count).max() ?? 0
    while longest > width {
      let shown = order.indices.map { index in
        // The neighbours in sorted order are the most similar texts.
        let nearest = [index - 1, index].compactMap {
          shared.indices.contains($0) ? shared[$0] : nil
        }
        return window(order[index], shared.min() ?? 0, nearest.max() ?? 0, width)
      }
      if Set(shown).count == order.count {
        let cut = Dictionary(uniqueKeysWithValues: zip(order, shown))
        return all.map { text(cut[$0] ?? $0) }
      }
      width *= 2
    }
    return all.map { text($0) }
  }

  private static let least = 12
  private static let gap: Unicode.Scalar = "…"

  /// Escapes accents in texts that look equal but differ in bytes.
  private static func apart(_ texts: [String]) -> [String] {
    var bytes: [String: [UInt8]] = [:]
    var alike: Set<String> = []
    // Strings are equal if they look equal.
    for text in texts {
      let own = Array(text.utf8)
      if let other = bytes[text], other != own { alike.insert(text) }
      bytes[text] = own
    }
    if alike.isEmpty { return texts }
    return texts.map { text in
      guard alike.contains(text) else { return text }
      return text.unicodeScalars.map { $0.isASCII ? String($0) : $0.escaped(asASCII: true) }
        .joined()
    }
  }

  private static func text(_ scalars: [Unicode.Scalar]) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars)
    return String(view)
  }

  private static func window(
    _ text: [Unicode.Scalar], _ first: Int, _ last: Int, _ width: Int
  ) -> [Unicode.Scalar] {
    if text.count <= width { return text }
    let (first, last) = (min(first, text.count - 1), min(last, text.count - 1))
    if last - first < width - 2 { return part(text, around: first...last, width) }
    let start = part(text, around: first...first, width / 2)
    return start.dropLast(start.last == gap ? 1 : 0)
      + part(text, around: last...last, width - start.count)
  }

  /// As much as fits, with twice as much after the places as before them.
  private static func part(
    _ text: [Unicode.Scalar], around places: ClosedRange<Int>, _ width: Int
  ) -> [Unicode.Scalar] {
    let room = max(0, width - 2 - places.count)
    var start = max(0, places.lowerBound - room / 3)
    if text.count - start < width { start = max(0, text.count - width + 1) }
    if start == 1 { start = 0 }
    var end = min(text.count, start + width - (start > 0 ? 1 : 0))
    if end < text.count { end = max(places.upperBound + 1, end - 1) }
    return (start > 0 ? [gap] : []) + text[start..<end] + (end < text.count ? [gap] : [])
  }
}

extension String {
  fileprivate var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
