import JSONSource

// The types of unquoted text: resolver.py and constructor.py of PyYAML, scalar_scanner.rb of Psych.

enum ScalarType {
  case null, text, timestamp
  case boolean(Bool)
  /// The spelling of a number in JSON.
  case integer([UInt8])
  case float([UInt8])
  case symbol([UInt8])
  case unusable(YAMLError.Problem)

  /// Whether a value of this type may have the tag.
  func fits(_ tag: Tag.Kind) -> Bool {
    switch (tag, self) {
    case (.plain, _), (.int, .integer), (.int, .unusable(.largeNumber)), (.float, .float),
      (.bool, .boolean), (.null, .null):
      true
    case (.float, .unusable(let problem)): problem != .wrongDate && problem != .otherTime
    default: false
    }
  }
}

extension YAMLDocument.Dialect {
  /// The number of digits in another base that are converted; the time is quadratic.
  private static let longestNumber = 4096

  func type(of text: [UInt8], _ tag: Tag.Kind?) -> ScalarType {
    // PyYAML ignores the case of a Boolean with a tag, as Psych always does.
    let type = tag == .bool ? Self.ruby.type(of: text) : type(of: text)
    guard tag == .float else { return type }
    // Both call Float() of their language, which also takes an exponent without sign.
    switch type {
    case .float, .unusable: return type
    case .integer(let digits) where self == .ruby || text.contains(UInt8(ascii: ":")):
      return .float(digits + Array(".0".utf8))
    default:
      let digits = text.filter { self == .ruby || $0 != "_" }
      guard digits.allSatisfy({ $0.isDigit || "+-.eE".utf8.contains($0) }),
        let value = Double(String(decoding: digits, as: UTF8.self))
      else { return .text }
      return value.isFinite ? .float(Array("\(value)".utf8)) : .unusable(.notFinite)
    }
  }

  /// Whether PyYAML has a value for a text with a tag of a type that JSON does not have.
  func hasPythonValue(_ text: [UInt8], _ type: ScalarType, _ tag: [UInt8]) -> Bool {
    switch (String(decoding: tag, as: UTF8.self), type) {
    case ("!!timestamp", .timestamp), ("!!timestamp", .unusable(.otherTime)): true
    case ("!!binary", _):
      text.count % 4 == 0
        && text.allSatisfy { $0.isDigit || $0.isLetter || "+/=".utf8.contains($0) }
    default: false
    }
  }

  private func type(of text: [UInt8]) -> ScalarType {
    guard let first = text.first else { return .null }
    if self == .go { return typeInGo(of: text) }
    if text.count <= 5, let type = word(String(decoding: text, as: UTF8.self)) { return type }
    let isSigned = first == "+" || first == "-"
    guard isSigned || first.isDigit || first == "." || first == ":",
      !text.contains(0x0A)
    else { return .text }
    if first == ":" {
      return self == .ruby && text.count > 1 ? .symbol(symbol(text.dropFirst())) : .text
    }
    if let type = timestamp(text) { return type }
    let body = text.dropFirst(isSigned ? 1 : 0)
    let sign = first == "-" ? [first] : []
    if body.contains(UInt8(ascii: ":")) { return sexagesimal(body, sign) }
    if body.contains(UInt8(ascii: ".")) { return float(body, sign, isSigned: isSigned) }
    return integer(body, sign)
  }

  /// The rules of resolve.go in go-yaml 2, by which Helm reads: no base 60, and octal numbers as in C.
  private func typeInGo(of text: [UInt8]) -> ScalarType {
    switch String(decoding: text.prefix(6), as: UTF8.self) {
    case "~", "null", "Null", "NULL": return .null
    case "y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON":
      return .boolean(true)
    case "n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF":
      return .boolean(false)
    case ".nan", ".NaN", ".NAN", ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF", "-.inf",
      "-.Inf",
      "-.INF":
      return .unusable(.notFinite)
    default: break
    }
    let isSigned = text[0] == "+" || text[0] == "-"
    guard isSigned || text[0].isDigit || text[0] == "." else { return .text }
    if let type = timestamp(text) { return type }
    let plain = text.filter { text[0] == "." || $0 != "_" }
    let body = plain.dropFirst(isSigned ? 1 : 0)
    let prefixes = [("0x", 16), ("0X", 16), ("0b", 2), ("0B", 2), ("0o", 8), ("0O", 8), ("0", 8)]
    let (prefix, base) =
      prefixes.first { body.starts(with: $0.0.utf8) && body.count > 1 } ?? ("", 10)
    let digits = Array(body.dropFirst(prefix.utf8.count))
    let isNumber =
      !digits.isEmpty && digits.allSatisfy { $0.hexDigit.map { $0 < base } ?? false }
    // A decimal number of more than 64 bits becomes a float below.
    if isNumber, base != 10 || UInt64(String(decoding: digits, as: UTF8.self)) != nil {
      let spelling = decimal(digits.count > 64 ? [] : digits, base: base)
      let text = String(decoding: spelling, as: UTF8.self)
      guard digits.count <= 64, UInt64(text) != nil, plain[0] != "-" || Int64("-" + text) != nil
      else { return .unusable(.largeNumber) }
      return .integer(
        (plain[0] == "-" && spelling != [UInt8(ascii: "0")] ? [plain[0]] : []) + spelling)
    }
    let whole = body.prefix(while: \.isDigit)
    let point = body[whole.endIndex...].prefix { $0 == "." }
    let fraction = body[point.endIndex...].prefix { !point.isEmpty && $0.isDigit }
    let exponent = body[fraction.endIndex...]
    let power = exponent.dropFirst().drop { "+-".utf8.contains($0) }
    let isFloat =
      point.count <= 1 && !(whole.isEmpty && fraction.isEmpty)
      && (exponent.isEmpty
        || (exponent.first == "e" || exponent.first == "E") && power.isDigits
          && exponent.count - power.count <= 2)
    guard isFloat, let value = Double(String(decoding: plain, as: UTF8.self)), value.isFinite
    else { return .text }
    return .float(Array("\(value)".utf8))
  }

  private func word(_ word: String) -> ScalarType? {
    let lower = word.lowercased()
    if [".inf", "+.inf", "-.inf", ".nan"].contains(lower) { return .unusable(.notFinite) }
    // PyYAML knows 'yes', 'Yes' and 'YES'.
    let capitalized = lower.prefix(1).uppercased() + lower.dropFirst()
    guard self == .ruby || [lower, lower.uppercased(), capitalized].contains(word) else {
      return nil
    }
    return switch lower {
    case "~", "null": .null
    case "yes", "true", "on": .boolean(true)
    case "no", "false", "off": .boolean(false)
    default: nil
    }
  }

  /// The name of a Psych symbol: `:a`, `:"a"` or `:'a'`.
  private func symbol(_ text: ArraySlice<UInt8>) -> [UInt8] {
    guard let quote = text.first, quote == "\"" || quote == "'",
      let end = text.lastIndex(of: quote), end > text.startIndex
    else { return Array(text) }
    let name = text[(text.startIndex + 1)..<end]
    return Array(name.dropFirst(name.first == ":" ? 1 : 0))
  }

  /// The type of a day, or of a day with a time; nil for other text.
  private func timestamp(_ text: [UInt8]) -> ScalarType? {
    var rest = text[...]
    func number(_ counts: ClosedRange<Int>) -> Int? {
      let digits = rest.prefix(while: \.isDigit)
      rest = rest.dropFirst(digits.count)
      return counts.contains(digits.count) ? Int(String(decoding: digits, as: UTF8.self)) : nil
    }
    func take(_ signs: String) -> Bool {
      guard let first = rest.first, signs.utf8.contains(first) else { return false }
      rest.removeFirst()
      return true
    }
    func skipBlanks() { while take(" \t") {} }
    guard let year = number(4...4), take("-"), let month = number(1...2), take("-"),
      let day = number(1...2)
    else { return nil }
    var isUsual = text.count == 10
    var exists = isDay(year, month, day)
    if rest.isEmpty {
      // PyYAML reads a day without a time only with two digits each, Psych only one that may exist.
      if self == .python ? !isUsual : self == .ruby && (month > 12 || day > 31) { return nil }
    } else {
      isUsual = text.count == 19 && text[10] == " "
      if !take("Tt") {
        guard take(" \t") else { return nil }
        skipBlanks()
      }
      guard let hour = number(1...2), take(":"), let minute = number(2...2), take(":"),
        let second = number(2...2)
      else { return nil }
      exists = exists && hour < 24 && minute < 60 && second < 60
      if take(".") { rest = rest.drop(while: \.isDigit) }
      skipBlanks()
      if !take("Z"), take("+-") {
        guard let hours = number(1...2) else { return nil }
        let hasMinutes = take(":") || self == .ruby && !rest.isEmpty
        guard let minutes = hasMinutes ? number(2...2) : 0 else { return nil }
        exists = exists && hours * 60 + minutes < 24 * 60
      }
      if !rest.isEmpty { return nil }
    }
    if self != .python { return .timestamp }
    return exists ? isUsual ? .timestamp : .unusable(.otherTime) : .unusable(.wrongDate)
  }

  private func isDay(_ year: Int, _ month: Int, _ day: Int) -> Bool {
    guard year > 0, 1...12 ~= month else { return false }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return 1...days[month - 1] ~= day
  }

  private func isSeparator(_ byte: UInt8) -> Bool {
    byte == "_" || self == .ruby && byte == ","
  }

  private func integer(_ body: ArraySlice<UInt8>, _ sign: [UInt8]) -> ScalarType {
    let prefixes = [("0x", 16), ("0b", 2), ("0", 8)]
    let (prefix, base) =
      prefixes.first { body.starts(with: $0.0.utf8) && body.count > 1 } ?? ("", 10)
    let rest = body.dropFirst(prefix.utf8.count)
    let digits = rest.filter { !isSeparator($0) }
    guard !rest.isEmpty, digits.allSatisfy({ $0.hexDigit.map { $0 < base } ?? false }) else {
      return .text
    }
    if base == 10 {
      // Psych takes a separator between two digits only.
      let groups = rest.split(omittingEmptySubsequences: false, whereSeparator: isSeparator)
      let isUsual = self == .ruby ? groups.allSatisfy(\.isDigits) : rest.first?.isDigit == true
      return isUsual ? .integer((digits == [UInt8(ascii: "0")] ? [] : sign) + digits) : .text
    }
    if digits.isEmpty, base != 8 { return .unusable(.wrongNumber) }
    if digits.count > Self.longestNumber { return .unusable(.largeNumber) }
    let spelling = decimal(digits, base: base)
    return .integer((spelling == [UInt8(ascii: "0")] ? [] : sign) + spelling)
  }

  /// The decimal digits of a number in another base.
  private func decimal(_ digits: [UInt8], base: Int) -> [UInt8] {
    // Nine decimal digits each, the lowest first.
    var groups = [0]
    var rest = digits[...]
    while !rest.isEmpty {
      var (carry, unit) = (0, 1)
      while unit < 1 << 24, let digit = rest.popFirst() {
        carry = carry * base + Int(digit.hexDigit ?? 0)
        unit *= base
      }
      for index in groups.indices {
        carry += groups[index] * unit
        groups[index] = carry % 1_000_000_000
        carry /= 1_000_000_000
      }
      if carry > 0 { groups.append(carry) }
    }
    let texts = groups.reversed().map { Array(String($0).utf8) }
    let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: 9)
    return texts[0] + texts.dropFirst().flatMap { zeros.dropFirst($0.count) + $0 }
  }

  private func float(
    _ body: ArraySlice<UInt8>, _ sign: [UInt8], isSigned: Bool
  ) -> ScalarType {
    let whole = body.prefix { $0.isDigit || isSeparator($0) }
    let rest = body[whole.endIndex...]
    let fraction = rest.dropFirst().prefix { $0.isDigit || self == .python && isSeparator($0) }
    let exponent = rest[fraction.endIndex...]
    let exponentSigns = ["e+", "e-", "E+", "E-"]
    let isExponent =
      exponentSigns.contains { exponent.starts(with: $0.utf8) } && exponent.dropFirst(2).isDigits
    // PyYAML takes no sign before a point.
    guard rest.first == ".", whole.first?.isDigit ?? true,
      exponent.isEmpty || isExponent,
      !whole.isEmpty || fraction.first?.isDigit == true && !(isSigned && self == .python)
    else { return .text }
    // Ruby and Python insert '1.5' for '1.50' into a text.
    let digits = whole.filter(\.isDigit).drop { $0 == "0" }
    var decimals = fraction.filter(\.isDigit)
    while decimals.last == "0" { decimals.removeLast() }
    let zero = [UInt8(ascii: "0")]
    return .float(
      sign + (digits.isEmpty ? zero : Array(digits)) + [UInt8(ascii: ".")]
        + (decimals.isEmpty ? zero : decimals) + exponent)
  }

  /// A number in base 60, such as `1:30`.
  private func sexagesimal(_ body: ArraySlice<UInt8>, _ sign: [UInt8]) -> ScalarType {
    let parts = body.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    let isFloat = body.contains(UInt8(ascii: "."))
    let last = parts[parts.count - 1]
    let seconds = last.prefix { $0 != "." }
    let isDigit = { (byte: UInt8) in byte.isDigit || byte == "_" }
    let isBelow60 = { (part: ArraySlice<UInt8>) in
      part.isDigits && part.count <= 2
        && (part.count == 1 || "012345".utf8.contains(part[part.startIndex]))
    }
    guard parts[0].first?.isDigit == true, parts[0].allSatisfy(isDigit),
      parts.dropFirst().dropLast().allSatisfy(isBelow60), isBelow60(seconds),
      last[seconds.endIndex...].dropFirst().allSatisfy(isDigit),
      self == .ruby ? parts.count <= 3 : isFloat || parts[0].first != "0"
    else { return .text }
    var values = parts.map {
      Double(String(decoding: $0.filter { $0 != "_" }, as: UTF8.self)) ?? 0
    }
    var sum = 0.0
    if self == .ruby {
      // Two parts are hours and minutes, and the sign belongs to the first part alone.
      if !sign.isEmpty { values[0].negate() }
      for (value, unit) in zip(values, [3600.0, 60, 1]) { sum += value * unit }
    } else {
      var unit = 1.0
      for value in values.reversed() {
        sum += value * unit
        unit *= 60
      }
      if !sign.isEmpty { sum.negate() }
    }
    if isFloat { return sum.isFinite ? .float(Array("\(sum)".utf8)) : .unusable(.largeNumber) }
    // Larger integers are not exact.
    return abs(sum) < 0x1p53 ? .integer(Array("\(Int(sum))".utf8)) : .unusable(.largeNumber)
  }

  /// The text of a scalar as a key, as the JSON library of the language prints it.
  func name(of content: YAMLNode.Content) -> [UInt8]? {
    switch content {
    // The library of Go refuses null as a key.
    case .null: return self == .go ? nil : Array((self == .ruby ? "" : "null").utf8)
    case .boolean(let value): return Array("\(value)".utf8)
    case .text(let text): return text
    case .sequence, .mapping, .leftOut: return nil
    case .number(let spelling):
      guard spelling.contains(UInt8(ascii: ".")) else { return spelling }
      var name = spelling.spellingOfDouble ?? []
      // Go prints '1' for '1.0', and Python '1e+16' for '1.0e+16'.
      if self == .go, name.suffix(2).elementsEqual(".0".utf8) { name.removeLast(2) }
      if self != .ruby, let sign = name.firstIndex(of: UInt8(ascii: "e")),
        name[..<sign].suffix(2).elementsEqual(".0".utf8)
      {
        name.removeSubrange((sign - 2)..<sign)
      }
      return name
    }
  }
}

extension [UInt8] {
  /// The nearest double as Ruby spells it; nil if it is infinite.
  fileprivate var spellingOfDouble: [UInt8]? {
    guard let value = Double(String(decoding: self, as: UTF8.self)), value.isFinite else {
      return nil
    }
    var text = Array("\(value)".utf8)
    if !text.contains(UInt8(ascii: ".")), let sign = text.firstIndex(of: UInt8(ascii: "e")) {
      text.insert(contentsOf: ".0".utf8, at: sign)
    }
    return text
  }

  /// The number in JSON as Ruby spells it.
  package var spellingInRuby: [UInt8] {
    if elementsEqual("-0".utf8) { return [UInt8(ascii: "0")] }
    if allSatisfy({ $0.isDigit || $0 == UInt8(ascii: "-") }) { return self }
    return spellingOfDouble ?? self
  }

  /// The number as Ruby, Python and Go keep it: a fraction or power as the nearest double; nil if that is infinite.
  package var rounded: [UInt8]? {
    if allSatisfy({ $0.isDigit || $0 == UInt8(ascii: "-") }) { return self }
    guard let spelling = spellingOfDouble else { return nil }
    return ExactNumber(spelling) == ExactNumber(self) ? self : spelling
  }
}
