import JSONSource

/// An element of a merged array, or a value in it.
package struct Element {
  package enum Content {
    case written(Definition)
    /// An object that the strategy `by` merged from several levels.
    case object([(name: Name, value: Element)], of: [Definition])
  }

  // Kept small, because arrays may have very many elements.
  package let content: Content

  package var parts: [Definition] {
    switch content {
    case .written(let written): [written]
    case .object(_, let parts): parts
    }
  }

  package init(_ written: Definition) {
    content = .written(written)
  }

  private init(_ members: [(name: Name, value: Element)], of parts: [Definition]) {
    content = .object(members, of: parts)
  }

  var isComputing: Bool {
    switch content {
    case .written(let written): written.isComputing
    case .object(let members, _): members.contains { $0.value.isComputing }
    }
  }

  var isObject: Bool {
    switch content {
    case .written(let written): written.isObject
    case .object: true
    }
  }

  package var members: [(name: Name, value: Element)] {
    switch content {
    case .object(let members, _): return members
    case .written(let written):
      guard written.isObject else { return [] }
      return written.document.members(written.node).filter { !$0.isDirective }
        .map { ($0.name, Element(written.at($0.value))) }
    }
  }

  package var elements: [Element] {
    guard case .written(let written) = content, written.isArray else { return [] }
    return written.document.elements(written.node).map { Element(written.at($0)) }
  }

  var isArray: Bool { if case .written(let written) = content { written.isArray } else { false } }

  package var isComputed: Bool {
    if case .written(let written) = content { written.isComputed } else { false }
  }

  func inner(_ name: Name, _ names: NameTable) -> Element? {
    guard case .written(let written) = content, written.isArray else { return member(name) }
    guard let index = names.index(name) else { return nil }
    return written.element(index).map { Element($0) }
  }

  func member(_ name: Name) -> Element? {
    switch content {
    case .object(let members, _): return members.first { $0.name == name }?.value
    case .written(let written):
      guard written.isObject else { return nil }
      return written.document.value(of: name, in: written.node).map { Element(written.at($0)) }
    }
  }

  /// Objects merge at every depth; arrays are replaced.
  func overlaid(with own: Definition) -> Element {
    guard isObject, own.isObject else { return Element(own) }
    var merged = NameMap<Element>()
    for (name, value) in members { merged[name] = value }
    for member in own.document.members(own.node) where !member.isDirective {
      let value = own.at(member.value)
      merged[member.name] = merged[member.name]?.overlaid(with: value) ?? Element(value)
    }
    return Element(Array(zip(merged.names, merged.values)), of: parts + [own])
  }
}

extension Element {
  /// Bytes that are equal for equal values (F3); equal computed values are written the same way.
  var identity: [UInt8] { .init { appendIdentity(to: &$0) } }

  func appendIdentity(to output: inout [UInt8]) {
    switch content {
    case .written(let written):
      written.document.appendIdentity(written.node, to: &output)
    case .object(let members, _):
      let all = members.map { (name: $0.name.identity(isDirective: false), value: $0.value) }
      Self.append(all.sorted { $0.name < $1.name }, to: &output) { value, output in
        value.appendIdentity(to: &output)
      }
    }
  }

  static func append<Value>(
    _ members: some Sequence<(name: UInt64, value: Value)>, to output: inout [UInt8],
    _ body: (Value, inout [UInt8]) -> Void
  ) {
    output.append(UInt8(ascii: "{"))
    for member in members {
      output.append(number: member.name)
      body(member.value, &output)
    }
    output.append(UInt8(ascii: "}"))
  }
}

extension Name {
  func identity(isDirective: Bool) -> UInt64 { UInt64(id) << 1 | (isDirective ? 1 : 0) }
}

extension Document {
  /// Equal for equal values of documents with the same name table.
  func identity(_ node: Int) -> [UInt8] { .init { appendIdentity(node, to: &$0) } }

  static func appendIdentity(ofText text: some Collection<UInt8>, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    output.append(number: UInt64(text.count))
    output += text
  }

  func appendIdentity(_ node: Int, to output: inout [UInt8]) {
    switch kind(node) {
    case .number:
      output.append(UInt8(ascii: "#"))
      ExactNumber(spelling(node)).appendIdentity(to: &output)
      output.append(UInt8(ascii: ";"))
    case .string where isEscaped(node):
      Self.appendIdentity(ofText: text(node), to: &output)
    case .string:
      Self.appendIdentity(ofText: spelling(node).dropFirst().dropLast(), to: &output)
    case .array:
      output.append(UInt8(ascii: "["))
      for element in elements(node) { appendIdentity(element, to: &output) }
      output.append(UInt8(ascii: "]"))
    case .object:
      let all = members(node).filter { !isComment($0) }.map {
        (name: $0.name.identity(isDirective: $0.isDirective), value: $0.value)
      }
      Element.append(all.sorted { $0.name < $1.name }, to: &output) { value, output in
        appendIdentity(value, to: &output)
      }
    default: output += spelling(node)
    }
  }
}

extension [UInt8] {
  /// Appends a number as LEB128, so that no number is a prefix of another.
  fileprivate mutating func append(number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }
}
