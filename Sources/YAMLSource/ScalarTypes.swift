import JSONSource

// The types of unquoted text in YAML 1.1: PyYAML's resolver.py and constructor.py, Psych's scalar_scanner.rb.

/// The type of an unquoted text.
enum ScalarType {
  case null
  case boolean(Bool)
  /// The spelling of an integer in JSON.
  case integer([UInt8])
  case float([UInt8])
  case text
  case symbol([UInt8])
  case timestamp
  case infinityOrNaN
  case wrongNumber
  case longNumber
}

extension YAMLParser {
  static let longestNumber = 4096

  mutating func resolve(
    _ text: [UInt8], isPlain: Bool, _ tag: Tag?, _ start: Int
  ) throws(YAMLError) -> YAMLNode.Content {
    guard tag?.kind != .str, isPlain || tag != nil else { return .text(text) }
    var type = dialect.type(of: text)
    switch (tag?.kind, type) {
    case (nil, _), (.plain, _), (.null, .null): break
    case (.int, .integer): break
    case (.float, _):
      type = dialect.float(text, type)
      if case .text = type { fallthrough }
    case (.bool, _):
      // PyYAML ignores the case of a word with this tag.
      if tag?.kind == .bool { type = YAMLDocument.Dialect.ruby.type(of: text) }
      if case .boolean = type { break }
      fallthrough
    case (.merge, .text) where text.elementsEqual("<<".utf8): break
    default: if let tag { throw mismatch(tag) }
    }
    let range = ByteRange(start, at)
    switch type {
    case .null: return .null
    case .boolean(let value): return .boolean(value)
    case .integer(let spelling), .float(let spelling): return .number(spelling)
    case .text: return .text(text)
    case .symbol(let name):
      notes.append(.init(kind: .symbol, start: start))
      return .text(name)
    case .timestamp:
      notes.append(.init(kind: .timestamp, start: start))
      return .text(text)
    case .infinityOrNaN: throw YAMLError(.notFinite, range)
    case .wrongNumber: throw YAMLError(.wrongNumber, range)
    case .longNumber: throw YAMLError(.longNumber(limit: Self.longestNumber), range)
    }
  }
}

extension YAMLDocument.Dialect {
  /// The text of a scalar as a key, as the JSON library of the language prints it.
  func name(of content: YAMLNode.Content) -> [UInt8]? {
    switch content {
    case .null: Array((self == .ruby ? "" : "null").utf8)
    case .boolean(let value): Array("\(value)".utf8)
    case .text(let text): text
    case .number(let spelling):
      spelling.contains { !$0.isDigit && $0 != UInt8(ascii: "-") } ? floatName(spelling) : spelling
    case .sequence, .mapping: nil
    }
  }

  private func floatName(_ spelling: [UInt8]) -> [UInt8] {
    let name = "\(Double(String(decoding: spelling, as: UTF8.self)) ?? 0)"
    // Ruby prints '1.0e+16', and Python, like Swift, '1e+16'.
    guard self == .ruby, !name.utf8.contains(UInt8(ascii: ".")) else { return Array(name.utf8) }
    return name.utf8.flatMap { $0 == UInt8(ascii: "e") ? Array(".0e".utf8) : [$0] }
  }

  func type(of text: [UInt8]) -> ScalarType {
    guard let first = text.first else { return .null }
    switch first {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      return text.contains(0x0A) ? .text : number(text)
    case UInt8(ascii: ":") where self == .ruby && text.count > 1 && !text.contains(0x0A):
      return .symbol(symbol(text.dropFirst()))
    default: return text.count <= 5 ? word(text) : .text
    }
  }

  private func word(_ text: [UInt8]) -> ScalarType {
    let lower = text.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    // Psych ignores case; PyYAML knows 'yes', 'Yes' and 'YES'.
    let tail = text.dropFirst()
    let isUsual =
      self == .ruby || tail.elementsEqual(lower.dropFirst())
      || text.allSatisfy { (0x41...0x5A).contains($0) }
    guard isUsual else { return .text }
    switch String(decoding: lower, as: UTF8.self) {
    case "~", "null": return .null
    case "yes", "true", "on": return .boolean(true)
    case "no", "false", "off": return .boolean(false)
    default: return .text
    }
  }

  /// The name of a Psych symbol: `:a`, `:"a"` or `:'a'`.
  private func symbol(_ text: ArraySlice<UInt8>) -> [UInt8] {
    var name = text
    if let quote = text.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
      let end = text.lastIndex(of: quote), end > text.startIndex
    {
      name = text[(text.startIndex + 1)..<end]
      if name.first == UInt8(ascii: ":") { name.removeFirst() }
    }
    return Array(name)
  }

  private func number(_ text: [UInt8]) -> ScalarType {
    let sign = text.first
    let isNegative = sign == UInt8(ascii: "-")
    let body = isNegative || sign == UInt8(ascii: "+") ? text.dropFirst() : text[...]
    if isTimestamp(text) { return .timestamp }
    if let special = infinityOrNaN(body, isSigned: body.count < text.count) { return special }
    if body.contains(UInt8(ascii: ":")) { return sexagesimal(body, isNegative) }
    if body.contains(UInt8(ascii: ".")) {
      return float(body, isSigned: body.count < text.count, isNegative)
    }
    return integer(body, isNegative)
  }

  private func isTimestamp(_ text: [UInt8]) -> Bool {
    // Four digits, one or two, one or two, and a time that is not looked at closely.
    let date = text.prefix { $0.isDigit || $0 == UInt8(ascii: "-") }
    let parts = date.split(separator: UInt8(ascii: "-"))
    guard parts.map(\.count) == [4, parts.dropFirst().first?.count ?? 0, parts.last?.count ?? 0],
      parts[1].count <= 2, parts[2].count <= 2, text.first?.isDigit == true,
      date.last?.isDigit == true
    else { return false }
    let time = text[date.endIndex...]
    return time.isEmpty
      || "Tt \t".utf8.contains(time[time.startIndex]) && time.contains(UInt8(ascii: ":"))
  }

  private func infinityOrNaN(_ body: ArraySlice<UInt8>, isSigned: Bool) -> ScalarType? {
    guard body.count == 4, body.first == UInt8(ascii: ".") else { return nil }
    let name = String(decoding: body.dropFirst(), as: UTF8.self)
    let lower = name.lowercased()
    let isUsual =
      self == .ruby
      || [lower, name.uppercased(), lower.prefix(1).uppercased() + lower.dropFirst()]
        .contains(name)
        && (lower != "nan" || name != "Nan")
    guard isUsual || self == .python && name == "NaN", lower == "inf" || lower == "nan" && !isSigned
    else { return nil }
    return .infinityOrNaN
  }

  private func integer(_ body: ArraySlice<UInt8>, _ isNegative: Bool) -> ScalarType {
    let isSeparator = { (byte: UInt8) in
      byte == UInt8(ascii: "_") || self == .ruby && byte == UInt8(ascii: ",")
    }
    var (rest, base) = (body, 10)
    if body.starts(with: "0x".utf8) {
      (rest, base) = (body.dropFirst(2), 16)
    } else if body.starts(with: "0b".utf8) {
      (rest, base) = (body.dropFirst(2), 2)
    } else if body.first == UInt8(ascii: "0"), body.count > 1 {
      (rest, base) = (body.dropFirst(), 8)
    } else if self == .ruby {
      // A separator is between two digits.
      let pairs = zip(body, body.dropFirst())
      guard let last = body.last, !isSeparator(last),
        pairs.allSatisfy({ !isSeparator($0) || !isSeparator($1) })
      else { return .text }
    }
    let digits = rest.filter { !isSeparator($0) }.map(\.digitValue)
    guard rest.first.map({ base != 10 || $0.isDigit }) == true,
      digits.allSatisfy({ $0 < base })
    else { return .text }
    if digits.isEmpty, base != 8 { return .wrongNumber }
    if base == 10 { return .integer(spelling(rest.filter(\.isDigit), isNegative)) }
    guard digits.count <= YAMLParser.longestNumber else { return .longNumber }
    return .integer(spelling(decimal(digits, base: base), isNegative))
  }

  private func spelling(_ digits: [UInt8], _ isNegative: Bool) -> [UInt8] {
    let isZero = digits.elementsEqual("0".utf8)
    return (isNegative && !isZero ? [UInt8(ascii: "-")] : []) + digits
  }

  /// The decimal digits of a number in another base.
  private func decimal(_ digits: [Int], base: Int) -> [UInt8] {
    // Parts of nine digits, the lowest first.
    var parts = [0]
    for digit in digits {
      var carry = digit
      for index in parts.indices {
        let value = parts[index] * base + carry
        (parts[index], carry) = (value % 1_000_000_000, value / 1_000_000_000)
      }
      if carry > 0 { parts.append(carry) }
    }
    let texts = parts.reversed().map { Array(String($0).utf8) }
    return texts[0]
      + texts.dropFirst().flatMap { Array(repeating: UInt8(ascii: "0"), count: 9 - $0.count) + $0 }
  }

  private func float(_ body: ArraySlice<UInt8>, isSigned: Bool, _ isNegative: Bool) -> ScalarType {
    let (underscore, comma) = (UInt8(ascii: "_"), UInt8(ascii: ","))
    let whole = body.prefix { $0 != UInt8(ascii: ".") }
    let rest = body[whole.endIndex...].dropFirst()
    let fraction = rest.prefix { $0.isDigit || self == .python && $0 == underscore }
    let exponent = rest[fraction.endIndex...]
    guard whole.allSatisfy({ $0.isDigit || $0 == underscore || self == .ruby && $0 == comma }),
      whole.first?.isDigit ?? true, isExponent(exponent)
    else { return .text }
    if whole.isEmpty {
      // PyYAML takes no sign here.
      if fraction.first?.isDigit != true || self == .python && isSigned { return .text }
    }
    return .float(
      floatSpelling(whole.filter(\.isDigit), fraction.filter(\.isDigit), exponent, isNegative))
  }

  private func isExponent(_ text: ArraySlice<UInt8>) -> Bool {
    text.isEmpty
      || "eE".utf8.contains(text[text.startIndex])
        && text.dropFirst().first.map { "+-".utf8.contains($0) } == true
        && text.dropFirst(2).isDigits
  }

  private func floatSpelling(
    _ whole: [UInt8], _ fraction: [UInt8], _ exponent: ArraySlice<UInt8>, _ isNegative: Bool
  ) -> [UInt8] {
    let zero = [UInt8(ascii: "0")]
    let digits = Array(whole.drop { $0 == UInt8(ascii: "0") })
    return (isNegative ? [UInt8(ascii: "-")] : []) + (digits.isEmpty ? zero : digits)
      + [UInt8(ascii: ".")] + (fraction.isEmpty ? zero : fraction)
      + exponent.map { $0 == UInt8(ascii: "E") ? UInt8(ascii: "e") : $0 }
  }

  /// The value of a text with the tag `!!float`.
  func float(_ text: [UInt8], _ type: ScalarType) -> ScalarType {
    if case .float = type { return type }
    if case .infinityOrNaN = type { return type }
    if self == .ruby, case .integer(let spelling) = type {
      return .float(spelling + Array(".0".utf8))
    }
    // Float() of both languages takes an exponent without sign, and Python's takes zeros before the number.
    let isNegative = text.first == UInt8(ascii: "-")
    let body = isNegative || text.first == UInt8(ascii: "+") ? text.dropFirst() : text[...]
    let mantissa = body.prefix { $0 != UInt8(ascii: "e") && $0 != UInt8(ascii: "E") }
    let power = body[mantissa.endIndex...].dropFirst()
    let parts = mantissa.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let digits = power.dropFirst(power.first.map { "+-".utf8.contains($0) } == true ? 1 : 0)
    guard parts.count <= 2, parts.allSatisfy(\.isDigits),
      mantissa.endIndex == body.endIndex || digits.isDigits
    else { return .text }
    return .float(
      floatSpelling(
        Array(parts[0]), parts.count == 2 ? Array(parts[1]) : [], body[mantissa.endIndex...],
        isNegative))
  }

  /// A number in base 60, such as `1:30`.
  private func sexagesimal(_ body: ArraySlice<UInt8>, _ isNegative: Bool) -> ScalarType {
    let parts = body.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    let last = parts[parts.count - 1]
    let isFloat = last.contains(UInt8(ascii: "."))
    let seconds = last.prefix { $0 != UInt8(ascii: ".") }
    let isDigitOrUnderscore = { (byte: UInt8) in byte.isDigit || byte == UInt8(ascii: "_") }
    guard parts[0].first?.isDigit == true, parts[0].allSatisfy(isDigitOrUnderscore),
      self == .ruby ? parts.count <= 3 : isFloat || parts[0].first != UInt8(ascii: "0"),
      (parts.dropFirst().dropLast() + [seconds]).allSatisfy({
        $0.isDigits && ($0.count == 1 || $0.count == 2 && $0[$0.startIndex] < UInt8(ascii: "6"))
      }), last[seconds.endIndex...].dropFirst().allSatisfy(isDigitOrUnderscore)
    else { return .text }
    let texts = parts.map { String(decoding: $0.filter { $0 != UInt8(ascii: "_") }, as: UTF8.self) }
    // Psych reads hours and minutes if there are two parts, and the sign belongs to the first part alone.
    if isFloat {
      let values = texts.map { Double($0.hasSuffix(".") ? $0 + "0" : $0) ?? 0 }
      var sum = 0.0
      if self == .ruby {
        for (index, value) in values.enumerated() {
          sum += (index == 0 && isNegative ? -value : value) * [3600.0, 60, 1][index]
        }
      } else {
        var base = 1.0
        for value in values.reversed() {
          sum += value * base
          base *= 60
        }
        if isNegative { sum = -sum }
      }
      return .float(Array("\(sum)".utf8))
    }
    guard var sum = Int(texts[0]), texts[0].count < 16, parts.count < 3 + 3 else {
      return .longNumber
    }
    if self == .ruby, isNegative { sum = -sum }
    for text in texts.dropFirst() { sum = sum * 60 + (Int(text) ?? 0) }
    if self == .ruby, parts.count == 2 { sum *= 60 }
    return .integer(Array("\(self == .python && isNegative ? -sum : sum)".utf8))
  }
}

extension UInt8 {
  /// The value of a hexadecimal digit, or 16.
  fileprivate var digitValue: Int {
    Character(Unicode.Scalar(self)).hexDigitValue ?? 16
  }
}
