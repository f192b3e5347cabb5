import Cascade
import JSONSource
import Trees

/// Writes a value as YAML in block style, and collects the leaves that YAML cannot represent.
struct YAMLTree {
  private(set) var output = LeafOutput(.indentation)
  private(set) var refused: [(key: Key, reason: RepresentationError)] = []
  private let names: NameTable
  private let isSorted: Bool

  private enum Lead { case nothing, key, dash }

  init(_ value: EffectiveValue, under key: Key, _ names: NameTable, sorted: Bool) {
    (self.names, isSorted) = (names, sorted)
    write(value, of: key, after: .nothing, indent: 0, isLeaf: false)
  }

  /// All values in an array belong to the leaf of the array.
  private mutating func write(
    _ value: EffectiveValue, of key: Key, after lead: Lead, indent: Int, isLeaf: Bool
  ) {
    let inner = lead == .key ? indent + 2 : indent
    if let elements = value.elements, !elements.isEmpty {
      begin(lead)
      for (index, element) in elements.enumerated() {
        if index > 0 || lead == .key { space(inner) }
        output.append(UInt8(ascii: "-"))
        write(element, of: key, after: .dash, indent: inner + 2, isLeaf: true)
      }
      return
    }
    let members = value.sortedMembers(names, isSorted)
    if members.isEmpty {
      if lead != .nothing { output.append(UInt8(ascii: " ")) }
      do throws(RepresentationError) { output.append(try scalar(value)) } catch {
        refused.append((key, error))
      }
      output.append(0x0A)
      return
    }
    begin(lead)
    for (index, member) in members.enumerated() {
      if !isLeaf { output.begin(key.appending(member.name)) }
      if index > 0 || lead == .key { space(inner) }
      name(member.name, indent: inner)
      write(
        member.value, of: isLeaf ? key : key.appending(member.name), after: .key, indent: inner,
        isLeaf: isLeaf)
    }
  }

  /// A collection begins a line after a key, and continues the line after a dash.
  private mutating func begin(_ lead: Lead) {
    switch lead {
    case .nothing: break
    case .key: output.append(0x0A)
    case .dash: output.append(UInt8(ascii: " "))
    }
  }

  private mutating func space(_ count: Int) {
    output.append(repeatElement(UInt8(ascii: " "), count: count))
  }

  private mutating func name(_ name: Name, indent: Int) {
    let text = YAMLText.name(Array(names.bytes(of: name)))
    if text.count > YAMLText.longestImplicitKey {
      output.append(Array("? ".utf8) + text + [0x0A])
      space(indent)
    } else {
      output.append(text)
    }
    output.append(UInt8(ascii: ":"))
  }

  private func scalar(_ value: EffectiveValue) throws(RepresentationError) -> [UInt8] {
    if let text = value.text { return YAMLText.text(text) }
    switch value.kind {
    case .object: return Array("{}".utf8)
    case .array: return Array("[]".utf8)
    case .number: return try YAMLText.number(value.spelling)
    default: return Array(value.spelling)
    }
  }
}

extension EffectiveValue {
  func sortedMembers(_ names: NameTable, _ isSorted: Bool) -> [(name: Name, value: EffectiveValue)]
  {
    isSorted ? members.sorted { names.precedes($0.name, $1.name) } : members
  }
}
