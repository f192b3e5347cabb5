import JSONSource

/// A text of Hiera: pieces of text and interpolations `%{…}`.
struct HieraText {
  enum Piece: Equatable {
    case text([UInt8])
    /// A fact or another variable.
    case variable([UInt8])
    case lookup([UInt8])
    case alias([UInt8])
    /// An unknown function or a nested interpolation.
    case unknown
  }

  private(set) var pieces: [Piece] = []

  /// The text if it has no interpolations but literal ones.
  var plain: [UInt8]? {
    if pieces.isEmpty { return [] }
    if case .text(let text) = pieces[0], pieces.count == 1 { return text }
    return nil
  }

  init(_ text: [UInt8]) {
    var (rest, plain) = (text[...], [UInt8]())
    while let sign = rest.start(of: "%{".utf8),
      let end = rest[sign...].firstIndex(of: UInt8(ascii: "}"))
    {
      plain += rest[..<sign]
      switch Self.interpolation(rest[(sign + 2)..<end].trimmed) {
      case .text(let text): plain += text
      case let piece:
        flush(&plain)
        pieces.append(piece)
      }
      rest = rest[(end + 1)...]
    }
    plain += rest
    flush(&plain)
  }

  private mutating func flush(_ plain: inout [UInt8]) {
    if !plain.isEmpty { pieces.append(.text(plain)) }
    plain = []
  }

  private static let empty = ["", "::", "\"\"", "''", "\"::\"", "'::'"]

  static func isEmpty(_ inside: some Sequence<UInt8>) -> Bool {
    empty.contains { inside.elementsEqual($0.utf8) }
  }

  private static func interpolation(_ inside: ArraySlice<UInt8>) -> Piece {
    if isEmpty(inside) { return .text([]) }
    guard inside.last == UInt8(ascii: ")"), let open = inside.firstIndex(of: UInt8(ascii: "("))
    else {
      let isPlain = inside.allSatisfy { $0.isWordCharacter || ":.-'\"".utf8.contains($0) }
      return isPlain ? variable(inside) : .unknown
    }
    let argument = inside[(open + 1)...].dropLast()
    guard argument.count > 2, let quote = argument.first, "'\"".utf8.contains(quote),
      argument.dropFirst().firstIndex(of: quote) == argument.endIndex - 1
    else { return .unknown }
    let word = Array(argument.dropFirst().dropLast())
    switch String(decoding: inside[..<open], as: UTF8.self) {
    case "lookup", "hiera": return .lookup(word)
    case "alias": return .alias(word)
    case "literal": return .text(word)
    case "scope": return variable(word)
    default: return .unknown
    }
  }

  private static func variable(_ name: some Sequence<UInt8>) -> Piece {
    segments(Array(name)) == nil ? .unknown : .variable(Array(name))
  }

  /// The names of a key or variable as Puppet splits it: separated by dots, with quotes around a name that contains
  /// dots; nil if that is not possible.
  static func segments(_ key: [UInt8]) -> [[UInt8]]? {
    let (dot, quotes) = (UInt8(ascii: "."), Array("'\"".utf8))
    if !key.contains(where: { $0 == dot || quotes.contains($0) }) { return [key] }
    var (names, rest) = ([[UInt8]](), key[...])
    repeat {
      let start = rest.drop { $0 <= 0x20 }
      if let quote = start.first, quotes.contains(quote) {
        let inside = start.dropFirst().prefix { $0 != quote }
        rest = start.dropFirst(inside.count + 2).drop { $0 <= 0x20 }
        if inside.isEmpty || inside.count + 1 == start.count { return nil }
        names.append(Array(inside))
      } else {
        let inside = rest.prefix { $0 != dot && !quotes.contains($0) }
        rest = rest.dropFirst(inside.count)
        if inside.isEmpty { return nil }
        names.append(Array(inside.trimmed))
      }
      if let next = rest.first, next != dot { return nil }
    } while rest.popFirst() != nil
    return names
  }

  /// The names of a key or variable.
  static func names(_ key: [UInt8]) -> [[UInt8]] { segments(key) ?? [key] }
}

extension [HieraText.Piece] {
  /// Replaces a variable and its members, by the rest of their names.
  mutating func replace(variable name: [UInt8], _ other: ([UInt8]) -> HieraText.Piece) {
    self = map { piece in
      guard case .variable(let variable) = piece,
        variable == name || variable.starts(with: name + [UInt8(ascii: ".")])
      else { return piece }
      return other([UInt8](variable.dropFirst(name.count)))
    }
  }
}

extension ArraySlice<UInt8> {
  /// Where a text first starts.
  func start(of text: some Collection<UInt8>) -> Int? {
    guard let first = text.first else { return startIndex }
    var rest = self
    while let at = rest.firstIndex(of: first) {
      rest = rest[at...]
      if rest.starts(with: text) { return at }
      rest = rest[(at + 1)...]
    }
    return nil
  }

  var trimmed: ArraySlice<UInt8> {
    let start = drop { $0 <= 0x20 }
    return start.dropLast(start.reversed().prefix { $0 <= 0x20 }.count)
  }
}
