/// A regular expression of Ruby without look-around, back references and counts.
struct RubyPattern {
  private indirect enum Node {
    case byte((UInt8) -> Bool)
    case start
    case end
    case sequence([Node])
    case choice([Node])
    case repeated(Node, atLeast: Int, isOnce: Bool)
  }

  private let root: Node
  private let size: Int
  /// The same pattern with `*` for any text; nil if it has other signs.
  let stars: [UInt8]?
  /// What each match begins with.
  let prefix: [UInt8]

  /// nil for signs that this type does not know.
  init?(_ text: [UInt8]) {
    var parser = Parser(rest: text[...])
    guard let root = parser.choice(), parser.rest.isEmpty else { return nil }
    (self.root, size) = (root, text.count)
    stars = Self.stars(text)
    let start = text.dropFirst().prefix { $0.isWordCharacter || $0 == UInt8(ascii: ":") }
    prefix = Array(start).droppingOptional(in: text)
  }

  /// Whether a part of the text matches; nil if it would take too long to know.
  func matches(_ text: [UInt8]) -> Bool? {
    if size * text.count > 1 << 16 { return nil }
    return !Self.ends(of: root, in: text, from: Set(0...text.count)).isEmpty
  }

  /// Where matches end that begin at some places; so the time is no power of the text's length.
  private static func ends(of node: Node, in text: [UInt8], from starts: Set<Int>) -> Set<Int> {
    switch node {
    case .byte(let takes):
      return Set(starts.filter { $0 < text.count && takes(text[$0]) }.map { $0 + 1 })
    case .start: return starts.filter { $0 == 0 || text[$0 - 1] == 0x0A }
    case .end: return starts.filter { $0 == text.count || text[$0] == 0x0A }
    case .sequence(let nodes): return nodes.reduce(starts) { ends(of: $1, in: text, from: $0) }
    case .choice(let nodes):
      return nodes.reduce(into: []) { $0.formUnion(ends(of: $1, in: text, from: starts)) }
    case .repeated(let node, let least, let isOnce):
      var (all, new) = (least == 0 ? starts : [], starts)
      repeat {
        new = ends(of: node, in: text, from: new).subtracting(all)
        all.formUnion(new)
      } while !isOnce && !new.isEmpty
      return all
    }
  }

  /// `*` for `.*` and `(.*)`; text without an end continues with any text.
  private static func stars(_ key: [UInt8]) -> [UInt8]? {
    guard key.first == UInt8(ascii: "^") else { return nil }
    var (text, rest) = ([UInt8](), key.dropFirst())
    let isWhole = rest.last == UInt8(ascii: "$")
    if isWhole { rest.removeLast() }
    while let byte = rest.first {
      if let any = ["(.*)", ".*"].first(where: { rest.starts(with: $0.utf8) }) {
        rest = rest.dropFirst(any.utf8.count)
        if "?*+{".utf8.contains(where: { rest.first == $0 }) { return nil }
        text.append(UInt8(ascii: "*"))
      } else if byte == UInt8(ascii: "\\") {
        guard let next = rest.dropFirst().first, !next.isWordCharacter else { return nil }
        text.append(next)
        rest = rest.dropFirst(2)
      } else if ".[](){}*+?|^$".utf8.contains(byte) {
        return nil
      } else {
        text.append(byte)
        rest = rest.dropFirst()
      }
    }
    return text + (isWhole || text.last == UInt8(ascii: "*") ? [] : [UInt8(ascii: "*")])
  }

  private struct Parser {
    var rest: ArraySlice<UInt8>
    private var depth = 0
    private var ignoresCase = false

    init(rest: ArraySlice<UInt8>) { self.rest = rest }

    mutating func choice() -> Node? {
      depth += 1
      defer { depth -= 1 }
      var choices: [Node] = []
      repeat {
        var nodes: [Node] = []
        while let byte = rest.first, byte != UInt8(ascii: "|"), byte != UInt8(ascii: ")") {
          guard depth < 50, let node = item() else { return nil }
          nodes.append(node)
        }
        choices.append(.sequence(nodes))
      } while take("|")
      return choices.count == 1 ? choices[0] : .choice(choices)
    }

    private mutating func take(_ sign: String) -> Bool {
      guard rest.starts(with: sign.utf8) else { return false }
      rest = rest.dropFirst(sign.utf8.count)
      return true
    }

    private mutating func item() -> Node? {
      guard var node = atom() else { return nil }
      if take("*") {
        node = .repeated(node, atLeast: 0, isOnce: false)
      } else if take("+") {
        node = .repeated(node, atLeast: 1, isOnce: false)
      } else if take("?") {
        node = .repeated(node, atLeast: 0, isOnce: true)
      } else {
        return node
      }
      // A lazy repetition matches the same texts; a possessive one does not.
      _ = take("?")
      return "*+?".utf8.contains { rest.first == $0 } ? nil : node
    }

    private mutating func atom() -> Node? {
      guard let byte = rest.popFirst() else { return nil }
      switch byte {
      case UInt8(ascii: "."): return .byte { $0 != 0x0A }
      case UInt8(ascii: "^"): return .start
      case UInt8(ascii: "$"): return .end
      case UInt8(ascii: "("):
        let before = ignoresCase
        defer { ignoresCase = before }
        let hasOptions = take("?")
        if hasOptions, !takeOptions() { return nil }
        // Options without a colon count for the rest of the group around them, with its choices.
        let isRest = hasOptions && !take(":") && take(")")
        guard let inner = choice(), isRest || take(")") else { return nil }
        return inner
      case UInt8(ascii: "["): return set()
      case UInt8(ascii: "\\"):
        guard let next = rest.popFirst() else { return nil }
        if let takes = Self.kind(next) { return .byte(takes) }
        return next.isWordCharacter ? nil : .byte { $0 == next }
      case _ where "*+?{".utf8.contains(byte) || byte >= 0x80: return nil
      default: return .byte(folded { $0 == byte })
      }
    }

    /// Reads the options of a group; false for unknown ones, and for other kinds of groups.
    private mutating func takeOptions() -> Bool {
      var isOn = true
      if rest.first == UInt8(ascii: ")") { return false }
      while let byte = rest.first, byte != UInt8(ascii: ":"), byte != UInt8(ascii: ")") {
        switch rest.removeFirst() {
        case UInt8(ascii: "-") where isOn: isOn = false
        case UInt8(ascii: "i"): ignoresCase = isOn
        case UInt8(ascii: "m") where !isOn, UInt8(ascii: "x") where !isOn: break
        default: return false
        }
      }
      return true
    }

    /// The condition, for a letter of either case if the case does not count.
    private func folded(_ takes: @escaping (UInt8) -> Bool) -> (UInt8) -> Bool {
      if !ignoresCase { return takes }
      return { takes($0.lowered) || takes($0.isLowercase ? $0 & 0xDF : $0) }
    }

    private static func kind(_ letter: UInt8) -> ((UInt8) -> Bool)? {
      switch letter {
      case UInt8(ascii: "w"): return { $0.isWordCharacter }
      case UInt8(ascii: "d"): return { $0.isDigit }
      case UInt8(ascii: "s"): return { $0 == 0x20 || (0x09...0x0D).contains($0) }
      default: return nil
      }
    }

    private mutating func set() -> Node? {
      let isInverse = take("^")
      var parts: [(UInt8) -> Bool] = []
      while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "]"), !parts.isEmpty {
          let isMember = folded { [parts] tested in parts.contains { $0(tested) } }
          return .byte { isMember($0) != isInverse }
        }
        if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "&") || byte >= 0x80 { return nil }
        if byte == UInt8(ascii: "\\") {
          guard let next = rest.popFirst() else { return nil }
          if let takes = Self.kind(next) {
            parts.append(takes)
          } else {
            if next.isWordCharacter { return nil }
            parts.append { $0 == next }
          }
        } else if rest.first == UInt8(ascii: "-"), let last = rest.dropFirst().first,
          last != UInt8(ascii: "]")
        {
          if last == UInt8(ascii: "\\") || last < byte { return nil }
          rest = rest.dropFirst(2)
          parts.append { byte <= $0 && $0 <= last }
        } else {
          parts.append { $0 == byte }
        }
      }
      return nil
    }
  }
}

extension [UInt8] {
  /// A prefix of a pattern without a byte that a sign after it may repeat; empty if there are choices.
  fileprivate func droppingOptional(in pattern: [UInt8]) -> [UInt8] {
    if pattern.first != UInt8(ascii: "^") || pattern.contains(UInt8(ascii: "|")) { return [] }
    let next = pattern.dropFirst(count + 1).first
    return next.map { "*+?{".utf8.contains($0) } == true ? Array(dropLast()) : self
  }
}

extension [UInt8] {
  /// Whether a group or a set is not closed, a bracket closes nothing, or the pattern ends with a backslash.
  var isInvalidPattern: Bool {
    var (groups, isInSet, rest) = (0, false, self[...])
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\\"): if rest.popFirst() == nil { return true }
      case UInt8(ascii: "["): isInSet = true
      case UInt8(ascii: "]"): isInSet = false
      case UInt8(ascii: "(") where !isInSet: groups += 1
      case UInt8(ascii: ")") where !isInSet: groups -= 1
      default: break
      }
      if groups < 0 { return true }
    }
    return groups > 0 || isInSet
  }
}
