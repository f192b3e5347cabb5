/// A key pattern (K4): names, names with `*`, and `**` for any number of names, also none.
package struct ReferencePattern: Hashable, Sendable {
  package enum Part: Hashable, Sendable {
    case name(PlainName)
    case like([UInt8])
    case any
    case deep
  }

  package var parts: [Part]

  package init(_ parts: [Part]) { self.parts = parts }

  /// Whether the key is one that the pattern names, or lies in one.
  package func covers(_ key: PlainKey) -> Bool { reach(of: key) != nil }

  /// Whether the key is the very one that the pattern names; the top is none.
  package func names(_ key: PlainKey) -> Bool {
    !key.isEmpty && Self.fits(parts[...], key[...])
  }

  /// How many names the widest key has that the pattern names and that the key is or lies in.
  package func reach(of key: PlainKey) -> Int? {
    (0...key.count).first { names(PlainKey(key.prefix($0))) }
  }

  /// Whether the key is an object around one that the pattern may name.
  package func leads(through key: PlainKey) -> Bool { Self.leads(parts[...], key[...]) }

  private static func leads(_ parts: ArraySlice<Part>, _ key: ArraySlice<PlainName>) -> Bool {
    guard let part = parts.first else { return false }
    guard let name = key.first else { return true }
    return part == .deep || fits([part], [name]) && leads(parts.dropFirst(), key.dropFirst())
  }

  private static func fits(_ parts: ArraySlice<Part>, _ key: ArraySlice<PlainName>) -> Bool {
    guard let part = parts.first else { return key.isEmpty }
    let rest = parts.dropFirst()
    if part == .deep {
      return (0...key.count).contains { fits(rest, key.dropFirst($0)) }
    }
    guard let name = key.first, fits(rest, key.dropFirst()) else { return false }
    return switch part {
    case .name(let own): own == name
    case .like(let text): matches(text[...], name.bytes[...])
    case .any, .deep: true
    }
  }

  /// Whether a text fits bytes if each `*` in it stands for any, also for none.
  package static func matches(_ text: ArraySlice<UInt8>, _ bytes: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first else { return bytes.isEmpty }
    if first == UInt8(ascii: "*") {
      return (0...bytes.count).contains { matches(text.dropFirst(), bytes.dropFirst($0)) }
    }
    return bytes.first == first && matches(text.dropFirst(), bytes.dropFirst())
  }

  /// Where it has something else than a name.
  var stars: [Int] {
    parts.indices.filter { if case .name = parts[$0] { false } else { true } }
  }

  /// Whether it names keys of any length.
  var isDeep: Bool { parts.contains(.deep) }

  /// The pattern from the top, if this one stands in the object with that key.
  func inside(_ holder: PlainKey) -> ReferencePattern {
    ReferencePattern(holder.map { .name($0) } + parts)
  }

  /// Reads a key's spelling. What is no key is a mistake of the test that wrote it.
  package init(reading text: [UInt8]) {
    precondition(!text.isEmpty, "the empty key")
    parts =
      text[0] == UInt8(ascii: "/") ? Self.pointer(text.dropFirst()) : Self.dotted(text)
  }

  private static func pointer(_ text: ArraySlice<UInt8>) -> [Part] {
    text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { token in
      var name: [UInt8] = []
      var rest = token
      while let byte = rest.popFirst() {
        if byte != UInt8(ascii: "~") {
          name.append(byte)
        } else if let digit = rest.popFirst(), digit == UInt8(ascii: "0") {
          name.append(UInt8(ascii: "~"))
        } else {
          name.append(UInt8(ascii: "/"))
        }
      }
      return .name(PlainName(bytes: name))
    }
  }

  private static func dotted(_ text: [UInt8]) -> [Part] {
    var parts: [Part] = []
    var rest = text[...]
    while true {
      if rest.first == UInt8(ascii: "\"") {
        rest.removeFirst()
        parts.append(.name(PlainName(bytes: quoted(&rest))))
      } else {
        let name = rest.prefix { $0 != UInt8(ascii: ".") }
        precondition(
          !name.isEmpty, "an empty component in \(String(decoding: text, as: UTF8.self))")
        rest = rest.dropFirst(name.count)
        parts.append(part(Array(name)))
        if parts.suffix(2) == [.deep, .deep] { parts.removeLast() }
      }
      guard let dot = rest.popFirst() else { return parts }
      precondition(dot == UInt8(ascii: "."), "no dot in \(String(decoding: text, as: UTF8.self))")
    }
  }

  private static func part(_ text: [UInt8]) -> Part {
    let star = UInt8(ascii: "*")
    if text == [star] { return .any }
    if text == [star, star] { return .deep }
    return text.contains(star) ? .like(text) : .name(PlainName(bytes: text))
  }

  /// The rest of a JSON string after its opening quote, up to and with the closing one.
  private static func quoted(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
    var name: [UInt8] = []
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\"") { return name }
      guard byte == UInt8(ascii: "\\") else {
        name.append(byte)
        continue
      }
      let escape = rest.popFirst() ?? 0
      switch escape {
      case UInt8(ascii: "n"): name.append(0x0A)
      case UInt8(ascii: "r"): name.append(0x0D)
      case UInt8(ascii: "t"): name.append(0x09)
      case UInt8(ascii: "b"): name.append(0x08)
      case UInt8(ascii: "f"): name.append(0x0C)
      case UInt8(ascii: "u"):
        let digits = String(decoding: rest.prefix(4), as: UTF8.self)
        rest = rest.dropFirst(4)
        guard let code = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(code) else {
          preconditionFailure("an escape that this reader does not know: \(digits)")
        }
        name += Array(String(Character(scalar)).utf8)
      default: name.append(escape)
      }
    }
    preconditionFailure("a quote that does not end")
  }

  /// The pattern's spelling in dotted form, each name quoted only where it must be.
  package var dotted: String {
    parts.map { part in
      switch part {
      case .any: "*"
      case .deep: "**"
      case .like(let text): String(decoding: text, as: UTF8.self)
      case .name(let name): Self.spelled(name)
      }
    }.joined(separator: ".")
  }

  /// A key as K1 writes it.
  package static func spelled(_ key: PlainKey) -> String {
    ReferencePattern(key.map { .name($0) }).dotted
  }

  private static func spelled(_ name: PlainName) -> String {
    let special = Set(#"."*=,\[]{}| "#.utf8)
    let first = name.bytes.first
    let mustBeQuoted =
      first == nil || first == UInt8(ascii: "/") || first == UInt8(ascii: "$")
      || name.bytes.contains { $0 <= 0x20 || $0 == 0x7F || special.contains($0) }
    return mustBeQuoted ? PlainValue.quoted(name.bytes) : name.text
  }
}
