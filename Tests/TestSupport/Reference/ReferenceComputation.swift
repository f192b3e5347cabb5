/// The target of a reference.
enum ReferenceTarget: Hashable {
  case scope
  case scopeName
  case inherited
  /// What the caller says of the machine under a key.
  case fact(PlainKey)
  /// From the top, or from so many objects up.
  case key(dots: Int, PlainKey)

  /// nil for what is no reference.
  init?(reading text: [UInt8]) {
    switch PlainName(bytes: text) {
    case "$scope": self = .scope
    case "$scope.name": self = .scopeName
    case "$inherited": self = .inherited
    default:
      let facts = Array("$facts.".utf8)
      if text.starts(with: facts) {
        guard let names = Self.names(Array(text.dropFirst(facts.count))) else { return nil }
        self = .fact(names)
        return
      }
      let rest = text.drop { $0 == UInt8(ascii: ".") }
      let dots = text.count - rest.count
      let isPointer = rest.first == UInt8(ascii: "/")
      if rest.isEmpty || rest.first == UInt8(ascii: "$") || (dots > 0 && isPointer) { return nil }
      guard let names = Self.names(Array(rest)) else { return nil }
      self = .key(dots: dots, names)
    }
  }

  private static func names(_ text: [UInt8]) -> PlainKey? {
    var names: PlainKey = []
    for part in ReferencePattern(reading: text).parts {
      guard case .name(let name) = part else { return nil }
      names.append(name)
    }
    return names
  }
}

/// A computed value in its place.
struct ReferenceComputation {
  let members: [PlainMember]
  let origin: ReferenceOrigin
  let node: ReferenceEvaluation.Node
  let evaluation: ReferenceEvaluation

  init(
    members: [PlainMember], origin: ReferenceOrigin, node: ReferenceEvaluation.Node,
    in evaluation: ReferenceEvaluation
  ) {
    self.members = members
    self.origin = origin
    self.node = node
    self.evaluation = evaluation
  }

  private func option(_ name: PlainName) -> PlainValue? {
    members.first { $0.name == name }?.value
  }

  /// What it leads to, which may be computed as well.
  func result() throws -> ReferenceEvaluation.Node {
    switch (option("$ref"), option("$format")) {
    case (.string(let key), nil): return try reference(key)
    case (nil, .string(let text)):
      guard let text = try format(text) else { return try byDefault() }
      var result = node
      result.written = .scalar(.string(text))
      return result
    default: throw ReferenceFailure()
    }
  }

  private func byDefault() throws -> ReferenceEvaluation.Node {
    guard let value = option("default") else { throw ReferenceFailure() }
    return here(value)
  }

  /// A default or a translation stands at the place of the computed value.
  private func here(_ value: PlainValue) -> ReferenceEvaluation.Node {
    var result = node
    result.written = ReferenceWritten(reading: value, from: origin)
    return result
  }

  private func reference(_ key: [UInt8]) throws -> ReferenceEvaluation.Node {
    guard
      let target = try evaluation.target(key, scope: option("scope"), from: node, origin)
    else { return try byDefault() }
    guard let map = option("map") else { return target }
    let text = try evaluation.spelled(target)
    let translation =
      map.members?.first { $0.name.bytes == text } ?? map.members?.first { $0.name == "*" }
    return try translation.map { here($0.value) } ?? byDefault()
  }

  /// The text with its references filled in; nil where one of them has no value.
  private func format(_ text: [UInt8]) throws -> [UInt8]? {
    let dollar = UInt8(ascii: "$")
    var result: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      guard byte == dollar else {
        result.append(byte)
        continue
      }
      if rest.first == dollar {
        rest.removeFirst()
        result.append(dollar)
      } else if rest.first == UInt8(ascii: "{") {
        rest.removeFirst()
        let (key, fallback) = try Self.reference(&rest)
        if let target = try evaluation.target(key, scope: nil, from: node, origin) {
          result += try evaluation.spelled(target)
        } else if let fallback {
          result += fallback
        } else {
          return nil
        }
      } else {
        result.append(dollar)
      }
    }
    return result
  }

  /// The rest of a reference up to and with its brace, which is outside quotes or after a default.
  private static func reference(
    _ rest: inout ArraySlice<UInt8>
  ) throws -> (key: [UInt8], fallback: [UInt8]?) {
    var key: [UInt8] = []
    var isQuoted = false
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "}"), !isQuoted { return (key, nil) }
      if byte == UInt8(ascii: "|"), !isQuoted {
        guard let end = rest.firstIndex(of: UInt8(ascii: "}")) else { throw ReferenceFailure() }
        let fallback = String(decoding: rest[..<end], as: UTF8.self)
        rest = rest[(end + 1)...]
        return (key, Array(fallback.replacing("$$", with: "$").utf8))
      }
      key.append(byte)
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      if isQuoted, byte == UInt8(ascii: "\\"), let escaped = rest.popFirst() {
        key.append(escaped)
      }
    }
    throw ReferenceFailure()
  }
}
