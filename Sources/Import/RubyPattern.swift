/// A regular expression of Ruby or Python without look-around, back references and counts.
struct RubyPattern {
  /// What takes one character, or leads on without one. Steps that follow are at offsets.
  private enum Step {
    /// Characters that are not ASCII are 0xFF.
    case character((UInt8) -> Bool)
    case start
    case end
    case choice([Int])
  }

  private let steps: [Step]
  private let size: Int
  private let isAnchored: Bool
  /// Whether the case does not count or there are kinds of characters, so that only ASCII is known.
  private let isASCII: Bool
  private let isPython: Bool
  /// The same pattern with `*` for any text without line breaks; nil if it has other signs.
  let stars: [UInt8]?
  /// What each match begins with in a text of one line.
  let prefix: [UInt8]

  /// nil for signs that this type does not know.
  init?(_ text: [UInt8], isPython: Bool = false) {
    var parser = Parser(rest: text[...])
    guard let steps = parser.choice(), parser.rest.isEmpty else { return nil }
    (self.steps, size, self.isPython) = (steps, text.count, isPython)
    isASCII = parser.isASCII
    isAnchored = if case .start = steps.first { true } else { false }
    stars = Self.stars(text)
    let start = text.dropFirst().prefix { $0.isWordCharacter || $0 == UInt8(ascii: ":") }
    prefix = Array(start).droppingOptional(in: text)
  }

  /// Whether Python refuses an expression; false also if that is not known.
  static func isRefusedByPython(_ text: [UInt8]) -> Bool {
    var parser = Parser(rest: text[...])
    if parser.choice() != nil, parser.rest.isEmpty { return parser.isRefusedByPython }
    // A comment may have brackets.
    return parser.isRefusedByPython || text.isInvalidPattern && !text.contains(UInt8(ascii: "#"))
  }

  /// Whether a part of the text matches; nil if that is not known, or would take too long to know.
  func matches(_ bytes: [UInt8]) -> Bool? {
    // In Python `^` and `$` have nothing to do with lines, and more controls are white space.
    if size * bytes.count > 1 << 16 || isPython && bytes.contains(where: { $0 < 0x20 }) {
      return nil
    }
    var text = bytes
    if bytes.contains(where: { $0 >= 0x80 }) {
      guard !isASCII, let all = String(validating: bytes, as: UTF8.self) else { return nil }
      text = all.unicodeScalars.map { $0.isASCII ? UInt8($0.value) : 0xFF }
    }
    var (open, next): ([Int], [Int]) = ([], [])
    var seen = [Int](repeating: -1, count: steps.count)
    for place in 0...text.count {
      // A pattern that begins with `^` only begins where a line does.
      open = isAnchored && place > 0 && text[place - 1] != 0x0A ? next : next + [0]
      if open.isEmpty { continue }
      next.removeAll(keepingCapacity: true)
      while let index = open.popLast() {
        if index == steps.count { return true }
        if seen[index] == place { continue }
        seen[index] = place
        switch steps[index] {
        case .character(let takes):
          if place < text.count, takes(text[place]) { next.append(index + 1) }
        case .start: if place == 0 || text[place - 1] == 0x0A { open.append(index + 1) }
        case .end: if place == text.count || text[place] == 0x0A { open.append(index + 1) }
        case .choice(let offsets): open += offsets.map { index + $0 }
        }
      }
    }
    return false
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
    private(set) var isASCII = false
    private(set) var isRefusedByPython = false
    /// Where the options end with which the text begins.
    private var head = 0

    init(rest: ArraySlice<UInt8>) { self.rest = rest }

    mutating func choice() -> [Step]? {
      depth += 1
      defer { depth -= 1 }
      var choices: [[Step]] = []
      repeat {
        var steps: [Step] = []
        while let byte = rest.first, byte != UInt8(ascii: "|"), byte != UInt8(ascii: ")") {
          guard depth < 50, let item = item() else { return nil }
          steps += item
        }
        choices.append(steps)
      } while take("|")
      if choices.count == 1 { return choices[0] }
      let end = 1 + choices.reduce(0) { $0 + $1.count + 1 }
      var (starts, steps): ([Int], [Step]) = ([], [])
      for choice in choices {
        starts.append(1 + steps.count)
        steps += choice
        steps.append(.choice([end - 1 - steps.count]))
      }
      return [.choice(starts)] + steps
    }

    private mutating func take(_ sign: String) -> Bool {
      guard rest.starts(with: sign.utf8) else { return false }
      rest = rest.dropFirst(sign.utf8.count)
      return true
    }

    private mutating func item() -> [Step]? {
      let isAnchor = rest.first == UInt8(ascii: "^") || rest.first == UInt8(ascii: "$")
      guard var steps = atom() else { return nil }
      guard let sign = rest.first, "*+?".utf8.contains(sign) else { return steps }
      rest.removeFirst()
      if isAnchor { isRefusedByPython = true }
      if sign != UInt8(ascii: "?") { steps.append(.choice([-steps.count, 1])) }
      if sign != UInt8(ascii: "+") { steps.insert(.choice([1, steps.count + 1]), at: 0) }
      // A lazy repetition matches the same texts; a possessive one does not.
      _ = take("?")
      return "*+?".utf8.contains { rest.first == $0 } ? nil : steps
    }

    private mutating func atom() -> [Step]? {
      guard let byte = rest.popFirst() else { return nil }
      switch byte {
      case UInt8(ascii: "."): return [.character { $0 != 0x0A }]
      case UInt8(ascii: "^"): return [.start]
      case UInt8(ascii: "$"): return [.end]
      case UInt8(ascii: "("):
        let before = ignoresCase
        defer { ignoresCase = before }
        let isHead = rest.startIndex == head + 1
        let hasOptions = take("?")
        if hasOptions, !takeOptions() { return nil }
        // Options without a colon count for the rest of the group around them, with its choices.
        let isRest = hasOptions && !take(":") && take(")")
        if isRest {
          // Python only allows them at the start.
          if isHead { head = rest.startIndex } else { isRefusedByPython = true }
        }
        guard let inner = choice(), isRest || take(")") else { return nil }
        return inner
      case UInt8(ascii: "["): return set()
      case UInt8(ascii: "\\"):
        guard let next = rest.popFirst() else { return nil }
        if let takes = kind(next) { return [.character(takes)] }
        return next.isWordCharacter ? nil : [.character { $0 == next }]
      case _ where "*+?{".utf8.contains(byte) || byte >= 0x80: return nil
      default: return [.character(folded { $0 == byte })]
      }
    }

    /// Reads the options of a group; false for unknown ones, and for other kinds of groups.
    private mutating func takeOptions() -> Bool {
      let start = rest
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
      // Python wants options after the dash, others than before it, and a colon.
      let halves = start[..<rest.startIndex].split(
        separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      if !isOn,
        rest.first != UInt8(ascii: ":") || halves[1].isEmpty
          || !halves[0].isEmpty && halves[1].contains(UInt8(ascii: "i"))
      {
        isRefusedByPython = true
      }
      return true
    }

    /// The condition, for a letter of either case if the case does not count.
    private mutating func folded(_ takes: @escaping (UInt8) -> Bool) -> (UInt8) -> Bool {
      if !ignoresCase { return takes }
      isASCII = true
      return { takes($0.lowered) || takes($0.isLowercase ? $0 & 0xDF : $0) }
    }

    private mutating func kind(_ letter: UInt8) -> ((UInt8) -> Bool)? {
      // Python knows letters and digits of all alphabets.
      if "wds".utf8.contains(letter) { isASCII = true }
      switch letter {
      case UInt8(ascii: "w"): return { $0.isWordCharacter }
      case UInt8(ascii: "d"): return { $0.isDigit }
      case UInt8(ascii: "s"): return { $0 == 0x20 || (0x09...0x0D).contains($0) }
      default: return nil
      }
    }

    private mutating func set() -> [Step]? {
      let isInverse = take("^")
      var parts: [(UInt8) -> Bool] = []
      while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "]"), !parts.isEmpty {
          let isMember = folded { [parts] tested in parts.contains { $0(tested) } }
          return [.character { isMember($0) != isInverse }]
        }
        if byte == UInt8(ascii: "[") || byte == UInt8(ascii: "&") || byte >= 0x80 { return nil }
        if byte == UInt8(ascii: "\\") {
          guard let next = rest.popFirst() else { return nil }
          // A range from an escaped character, or from none.
          if rest.first == UInt8(ascii: "-"), rest.dropFirst().first != UInt8(ascii: "]") {
            return nil
          }
          if let takes = kind(next) {
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
      case UInt8(ascii: "[") where !isInSet:
        isInSet = true
        if rest.first == UInt8(ascii: "^") { rest.removeFirst() }
        // There it is a sign of the set.
        if rest.first == UInt8(ascii: "]") { rest.removeFirst() }
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
