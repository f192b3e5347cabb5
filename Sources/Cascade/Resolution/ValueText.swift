import JSONSource

/// The compact JSON text of a value without directives, compared by value (F3).
package struct ValueText: Hashable {
  package let json: [UInt8]
  private let print: UInt64

  private init(_ json: [UInt8]) {
    self.json = json
    print = JSONHash.of(json)
  }

  package init(_ value: EffectiveValue, _ names: NameTable) {
    self.init(JSONWriter.compact { $0.value(value, names) })
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(print) }

  package static func == (one: ValueText, other: ValueText) -> Bool {
    if one.print != other.print { return false }
    if one.json == other.json { return true }
    let names = NameTable()
    guard let document = try? Document(Source(one.json), names: names),
      let another = try? Document(Source(other.json), names: names)
    else { return false }
    return document.equal(0, another, 0, namesAreData: true)
  }
}

extension EffectiveValue {
  /// Numbers are compared by exact value, objects without regard to order.
  package func isEqual(_ other: EffectiveValue, _ names: NameTable) -> Bool {
    if case .node(let document, let node) = content,
      case .node(let otherDocument, let otherNode) = other.content
    {
      return document.equal(node, otherDocument, otherNode)
    }
    return TypeName(kind) == TypeName(other.kind)
      && ValueText(self, names) == ValueText(other, names)
  }
}
