import JSONSource

/// A value with nothing left to work out.
package final class Value {
  package enum Content {
    /// As a document has it.
    case node(Document, Int)
    /// As a view has it: an object in which nothing is computed.
    case entry(Entry)
    case text([UInt8])
    case object([(name: Name, value: Value)])
    case array([Value])
  }

  package let content: Content
  /// What is secret in it, wherever it is shown.
  package let mask: Mask
  /// How much of it comes from computed values.
  let drawn: Amount
  private(set) lazy var amount = content.amount

  package convenience init(_ document: Document) {
    self.init(.node(document, 0), .none)
  }

  init(_ content: Content, _ mask: Mask, drawn: Amount = .nothing) {
    self.content = content
    self.mask = mask
    self.drawn = drawn
  }

  /// How many values there are, and about how many bytes they take.
  struct Amount {
    var values: Int
    var bytes: Int

    static let nothing = Amount(values: 0, bytes: 0)
    /// The most that may be worked out (V7).
    static let most = Amount(values: 1_000_000, bytes: 16 << 20)

    var isTooMuch: Bool { values > Self.most.values || bytes > Self.most.bytes }

    static func + (left: Amount, right: Amount) -> Amount {
      Amount(values: left.values &+ right.values, bytes: left.bytes &+ right.bytes)
    }
  }

  package var kind: Node.Kind {
    switch content {
    case .node(let document, let node): document.kind(node)
    case .entry, .object: .object
    case .text: .string
    case .array: .array
    }
  }

  /// A string's text; nil for anything else.
  package var text: [UInt8]? {
    switch content {
    case .text(let text): text
    case .node(let document, let node) where document.kind(node) == .string: document.text(node)
    default: nil
    }
  }

  /// A number as it is written, and the words `true`, `false` and `null`.
  package var spelling: ArraySlice<UInt8> {
    if case .node(let document, let node) = content { document.spelling(node) } else { [] }
  }

  /// An object's members, in order; none for anything else.
  package var members: [(name: Name, value: Value)] {
    switch content {
    case .object(let members): return members
    case .entry(let entry):
      return (entry.members?.live() ?? []).map {
        ($0.name, $0.entry.value(mask.descending($0.name)))
      }
    case .node(let document, let node):
      guard document.kind(node) == .object else { return [] }
      return document.members(node).filter { !$0.isDirective }.map {
        ($0.name, Value(.node(document, $0.value), mask.descending($0.name)))
      }
    case .text, .array: return []
    }
  }

  /// An array's elements, in order; nil for anything else.
  package var elements: [Value]? {
    switch content {
    case .array(let elements): return elements
    case .node(let document, let node) where document.kind(node) == .array:
      let mask = mask.ofElements
      return document.elements(node).map { Value(.node(document, $0), mask) }
    default: return nil
    }
  }

  /// The value to which a name or an index leads from this one.
  func member(_ name: Name, _ names: NameTable) -> Value? {
    switch content {
    case .object(let members): return members.first { $0.name == name }?.value
    case .entry(let entry):
      guard let inner = entry.members?.entry(name), inner.isLive else { return nil }
      return inner.value(mask.descending(name))
    case .node(let document, let node) where document.kind(node) == .object:
      return document.value(of: name, in: node).map {
        Value(.node(document, $0), mask.descending(name))
      }
    case .node, .array:
      guard let elements, let index = names.index(name), index < elements.count else { return nil }
      return elements[index]
    case .text: return nil
    }
  }
}

extension Value.Content {
  fileprivate var amount: Value.Amount {
    switch self {
    case .node(let document, let node):
      Value.Amount(
        values: document.behind(node) - node,
        bytes: document.range(node).end - document.range(node).start)
    case .text(let text): Value.Amount(values: 1, bytes: text.count)
    case .object(let members):
      members.reduce(Value.Amount(values: 1, bytes: 8)) { $0 + $1.value.amount }
    case .array(let elements):
      elements.reduce(Value.Amount(values: 1, bytes: 2)) { $0 + $1.amount }
    case .entry(let entry): entry.amount
    }
  }
}

extension Entry {
  fileprivate var amount: Value.Amount {
    switch state {
    case .absent: return .nothing
    case .leaf(let written):
      return Value.Content.node(written.document, written.node).amount
    case .array(let merged):
      return merged.elements.reduce(.nothing) { $0 + $1.amount }
    case .object:
      if let plain = members?.plain {
        return Value.Content.node(plain.document, plain.node).amount
      }
      return (members?.live() ?? []).reduce(Value.Amount(values: 1, bytes: 8)) {
        $0 + $1.entry.amount
      }
    }
  }

  /// The value of an entry in which nothing is computed.
  func value(_ mask: Mask) -> Value {
    switch state {
    case .leaf(let written): Value(.node(written.document, written.node), mask)
    case .array(let merged):
      Value(.array(merged.elements.map { $0.value(mask.ofElements) }), mask)
    case .object, .absent: Value(.entry(self), mask)
    }
  }
}

extension Element {
  fileprivate var amount: Value.Amount {
    switch content {
    case .written(let written): Value.Content.node(written.document, written.node).amount
    case .object(let members):
      members.reduce(Value.Amount(values: 1, bytes: 8)) { $0 + $1.value.amount }
    }
  }

  /// The value of an element in which nothing is computed.
  func value(_ mask: Mask) -> Value {
    switch content {
    case .written(let written): Value(.node(written.document, written.node), mask)
    case .object(let members):
      Value(.object(members.map { ($0.name, $0.value.value(mask.descending($0.name))) }), mask)
    }
  }
}

extension NameTable {
  /// An array index as RFC 6901 §4 spells it: no sign, no zero in front.
  func index(_ name: Name) -> Int? {
    let text = bytes(of: name)
    guard let first = text.first, text.count <= 9, text.count == 1 || first != UInt8(ascii: "0")
    else { return nil }
    var value = 0
    for byte in text {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return value
  }
}
