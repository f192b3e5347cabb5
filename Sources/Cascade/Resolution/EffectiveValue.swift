import JSONSource
import SafeText

/// A value without computed parts.
package final class EffectiveValue {
  package enum Content {
    case node(Document, Int)
    case view(ViewNode)
    case text([UInt8])
    case object([(name: Name, value: EffectiveValue)])
    case array([EffectiveValue])
  }

  /// The size and nesting depth of a value.
  struct Measure {
    var amount: ValueSize
    var depth: Int

    fileprivate init(of parts: some Sequence<Measure>, bytes: Int) {
      (amount, depth) = (ValueSize(values: 1, bytes: bytes), 0)
      for part in parts {
        amount = amount + part.amount
        depth = max(depth, part.depth)
      }
      depth += 1
    }

    fileprivate init(text: [UInt8]) {
      (amount, depth) = (ValueSize(values: 1, bytes: text.count), 0)
    }

    fileprivate init(_ document: Document, _ node: Int) {
      let range = document.range(node)
      amount = ValueSize(values: document.valueCount(node), bytes: range.end - range.start)
      depth = document.depth(of: node)
    }
  }

  package let content: Content
  package let mask: Mask
  /// The amount that comes from computed values.
  package let drawn: ValueSize
  /// The keys that the value was computed from.
  package let sources: ValueSources
  /// Whether its parts do not have its mask and sources yet.
  private let isAround: Bool
  private(set) lazy var measure: Measure = {
    switch content {
    case .node(let document, let node): Measure(document, node)
    case .text(let text): Measure(text: text)
    case .object(let members): Measure(of: members.lazy.map(\.value.measure), bytes: 8)
    case .array(let elements): Measure(of: elements.lazy.map(\.measure), bytes: 2)
    case .view(let node):
      Measure(of: node.liveMembers().lazy.map { $0.node.value().measure }, bytes: 8)
    }
  }()

  /// Whether it or a part of it has a mask, so that most values need no search for secrets.
  private(set) lazy var isMasked: Bool = {
    if !mask.isNone { return true }
    return switch content {
    case .object(let members): members.contains { $0.value.isMasked }
    case .array(let elements): elements.contains(where: \.isMasked)
    case .node, .view, .text: false
    }
  }()

  package convenience init(_ document: Document) { self.init(.node(document, 0), .none) }

  package init(
    _ content: Content, _ mask: Mask, drawn: ValueSize = .nothing, sources: ValueSources = .none,
    isAround: Bool = false
  ) {
    (self.content, self.mask, self.drawn) = (content, mask, drawn)
    (self.sources, self.isAround) = (sources, isAround)
  }

  func drawing(_ amount: ValueSize) -> EffectiveValue {
    EffectiveValue(content, mask, drawn: amount, sources: sources, isAround: isAround)
  }

  func coming(along trail: Provenance) -> EffectiveValue {
    if trail.isEmpty { return self }
    return EffectiveValue(
      content, mask.union(trail.mask), drawn: drawn, sources: sources.union(trail.sources),
      isAround: true)
  }

  private func part(_ value: EffectiveValue, _ step: Name?) -> EffectiveValue {
    isAround
      ? value.coming(along: Provenance(mask: mask, sources: sources).descending(step)) : value
  }

  private func part(_ document: Document, _ node: Int, _ step: Name?) -> EffectiveValue {
    EffectiveValue(
      .node(document, node), mask.descending(step: step), sources: sources.descending(step))
  }

  private func part(_ node: ViewNode, _ name: Name) -> EffectiveValue {
    node.value(mask.descending(name)).coming(
      along: Provenance(mask: .none, sources: sources.descending(name)))
  }

  package var kind: Node.Kind {
    switch content {
    case .node(let document, let node): document.kind(node)
    case .view, .object: .object
    case .text: .string
    case .array: .array
    }
  }

  /// nil unless the value is a string.
  package var text: [UInt8]? {
    switch content {
    case .text(let text): text
    case .node(let document, let node): document.string(node)
    default: nil
    }
  }

  /// The spelling of a number, `true`, `false` or `null`.
  package var spelling: ArraySlice<UInt8> {
    if case .node(let document, let node) = content { document.spelling(node) } else { [] }
  }

  package var isCompound: Bool {
    switch content {
    case .object, .array: true
    case .node, .view, .text: false
    }
  }

  package var members: [(name: Name, value: EffectiveValue)] {
    switch content {
    case .object(let members):
      return isAround ? members.map { ($0.name, part($0.value, $0.name)) } : members
    case .view(let node): return node.liveMembers().map { ($0.name, part($0.node, $0.name)) }
    case .node(let document, let node):
      guard document.kind(node) == .object else { return [] }
      return document.members(node).filter { !$0.isDirective }.map {
        ($0.name, part(document, $0.value, $0.name))
      }
    case .text, .array: return []
    }
  }

  /// nil unless the value is an array.
  package var elements: [EffectiveValue]? {
    switch content {
    case .array(let elements): return isAround ? elements.map { part($0, nil) } : elements
    case .node(let document, let node) where document.kind(node) == .array:
      return document.elements(node).map { part(document, $0, nil) }
    default: return nil
    }
  }

  package func member(_ name: Name, _ names: NameTable) -> EffectiveValue? {
    switch content {
    case .object(let members):
      return members.first { $0.name == name }.map { part($0.value, name) }
    case .view(let node):
      guard let inner = node.member(name), inner.isLive else { return nil }
      return part(inner, name)
    case .node(let document, let node) where document.kind(node) == .object:
      return document.value(of: name, in: node).map { part(document, $0, name) }
    case .node, .array:
      guard let elements, let index = names.index(name), index < elements.count else { return nil }
      return elements[index]
    case .text: return nil
    }
  }

  /// Equal for equal values (F3); equal computed values are written the same way.
  var identity: [UInt8] { .init { appendIdentity(to: &$0) } }

  package func isEqual(_ other: EffectiveValue) -> Bool {
    switch (content, other.content) {
    case (.node(let document, let node), .node(let others, let otherNode)):
      document.equal(node, others, otherNode)
    case (.text(let text), .text(let otherText)): text == otherText
    default: identity == other.identity
    }
  }

  private func appendIdentity(to output: inout [UInt8]) {
    switch content {
    case .node(let document, let node): document.appendIdentity(node, to: &output)
    case .view(let node):
      JSONIdentity.append(
        members: node.liveMembers().map { ($0.name, false, $0.node) }, to: &output
      ) { $0.value().appendIdentity(to: &$1) }
    case .text(let text): JSONIdentity.append(text: text, to: &output)
    case .object(let members):
      JSONIdentity.append(members: members.map { ($0.name, false, $0.value) }, to: &output) {
        $0.appendIdentity(to: &$1)
      }
    case .array(let elements):
      JSONIdentity.append(elements: elements, to: &output) { $0.appendIdentity(to: &$1) }
    }
  }
}

extension ViewNode {
  package func value(_ mask: Mask = .none) -> EffectiveValue {
    if let leaf { return EffectiveValue(.node(leaf.document, leaf.node), mask) }
    if isObject {
      return onlyWritten.map { EffectiveValue(.node($0.document, $0.node), mask) }
        ?? EffectiveValue(.view(self), mask)
    }
    guard let array else { return EffectiveValue(.view(self), mask) }
    return EffectiveValue(.array(array.elements.map { $0.value(mask.atElements) }), mask)
  }
}

extension Element {
  func value(_ mask: Mask) -> EffectiveValue {
    switch content {
    case .written(let written): EffectiveValue(.node(written.document, written.node), mask)
    case .object(let members, _):
      EffectiveValue(
        .object(members.map { ($0.name, $0.value.value(mask.descending($0.name))) }), mask)
    }
  }
}
