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

    var isAlias: Bool { if case .alias = self { true } else { false } }
  }

  private(set) var pieces: [Piece] = []

  /// The text if it has no interpolations but literal ones.
  var plain: [UInt8]? {
    if pieces.isEmpty { return [] }
    if case .text(let text) = pieces[0], pieces.count == 1 { return text }
    return nil
  }

  var hasInterpolations: Bool {
    pieces.contains { if case .text = $0 { false } else { true } }
  }

  init(_ text: [UInt8]) {
    var rest = text[...]
    while let sign = rest.indices.first(where: { rest[$0...].starts(with: "%{".utf8) }),
      let end = rest[sign...].firstIndex(of: UInt8(ascii: "}"))
    {
      add(rest[..<sign])
      add(interpolation: rest[(sign + 2)..<end])
      rest = rest[(end + 1)...]
    }
    add(rest)
  }

  private mutating func add(_ text: ArraySlice<UInt8>) {
    if text.isEmpty { return }
    if case .text(let before)? = pieces.last {
      pieces[pieces.count - 1] = .text(before + text)
    } else {
      pieces.append(.text(Array(text)))
    }
  }

  private mutating func add(interpolation text: ArraySlice<UInt8>) {
    let inside = text.trimmed
    guard inside.last == UInt8(ascii: ")"), let open = inside.firstIndex(of: UInt8(ascii: "("))
    else {
      // `%{}` is an empty text.
      if inside.isEmpty { return }
      let isPlain = inside.allSatisfy { $0.isWordCharacter || ":.-'\"".utf8.contains($0) }
      pieces.append(isPlain ? .variable(Array(inside)) : .unknown)
      return
    }
    let argument = inside[(open + 1)...].dropLast().trimmed
    guard argument.count >= 2, argument.first == argument.last,
      let quote = argument.first, "'\"".utf8.contains(quote), !argument.starts(with: "'%{".utf8)
    else { return pieces.append(.unknown) }
    let word = argument.dropFirst().dropLast()
    switch String(decoding: inside[..<open], as: UTF8.self) {
    case "lookup", "hiera": pieces.append(.lookup(Array(word)))
    case "alias": pieces.append(.alias(Array(word)))
    case "literal": add(word)
    case "scope": pieces.append(.variable(Array(word)))
    default: pieces.append(.unknown)
    }
  }

  /// The names of a key or variable: separated by dots, with quotes around a name that contains dots.
  static func names(_ key: [UInt8]) -> [[UInt8]] {
    var (names, quote): ([[UInt8]], UInt8?) = ([[]], nil)
    for byte in key {
      if byte == quote {
        quote = nil
      } else if quote == nil, "'\"".utf8.contains(byte) {
        quote = byte
      } else if quote == nil, byte == UInt8(ascii: ".") {
        names.append([])
      } else {
        names[names.count - 1].append(byte)
      }
    }
    return names
  }
}

extension ArraySlice<UInt8> {
  fileprivate var trimmed: ArraySlice<UInt8> {
    let start = drop { $0 <= 0x20 }
    return start.dropLast(start.reversed().prefix { $0 <= 0x20 }.count)
  }
}
