import JSONSource

/// A value in a merged array, with the places that gave it.
package struct Element {
  package enum Content {
    case written(Definition)
    /// An object that `by` put together: what several levels say of one element.
    case object([(name: Name, value: Element)], of: [Definition])
  }

  // There may be very many, so that it holds nothing else.
  package let content: Content

  /// The parts, the farthest first.
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

  /// The members of an object, in order.
  package var members: [(name: Name, value: Element)] {
    switch content {
    case .object(let members, _): return members
    case .written(let written):
      guard written.isObject else { return [] }
      return written.document.members(written.node).filter { !$0.isDirective }
        .map { ($0.name, Element(written.at($0.value))) }
    }
  }

  /// The elements of an array.
  package var elements: [Element] {
    guard case .written(let written) = content, written.isArray else { return [] }
    return written.document.elements(written.node).map { Element(written.at($0)) }
  }

  /// Whether it is an array, and no computed value.
  var isArray: Bool { if case .written(let written) = content { written.isArray } else { false } }

  /// Whether it is a computed value.
  var isComputed: Bool {
    if case .written(let written) = content { written.isComputed } else { false }
  }

  /// The element of an array, or the member of an object, of that name; nil where there is none.
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

  /// This element with another laid over it, deeply where both are objects; arrays are replaced.
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
  /// Bytes that two elements share exactly when they are equal (F3); a computed value is equal to one
  /// that is written the same way.
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
  /// Bytes that two values of documents with one name table share exactly when they are equal.
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
  /// Appends a number, seven bits a byte, so that none begins as another one does.
  fileprivate mutating func append(number: UInt64) {
    var rest = number
    while rest >= 0x80 {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    append(UInt8(rest))
  }
}
