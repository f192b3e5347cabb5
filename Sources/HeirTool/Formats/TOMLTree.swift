import Answers
import Cascade
import JSONSource
import Trees

/// Writes an object as TOML, plain members before tables, and collects the leaves that TOML cannot represent.
struct TOMLTree {
  private(set) var output = LeafOutput(.headers)
  private(set) var refused: [(key: Key, reason: RepresentationError)] = []
  private let names: NameTable
  private let isSorted: Bool

  /// The header of a table, and the key of the leaf or object that it belongs to.
  private struct Place {
    var path: [UInt8] = []
    let key: Key
    let isLeaf: Bool

    func member(_ name: Name, _ names: NameTable, isLeaf: Bool) -> Place {
      let dot: [UInt8] = path.isEmpty ? [] : [UInt8(ascii: ".")]
      return Place(
        path: path + dot + TOMLText.key(names.bytes(of: name)),
        key: self.isLeaf ? key : key.appending(name), isLeaf: self.isLeaf || isLeaf)
    }
  }

  /// `value` must be an object.
  init(_ value: EffectiveValue, under key: Key, _ names: NameTable, sorted: Bool) {
    (self.names, isSorted) = (names, sorted)
    members(of: value, at: Place(key: key, isLeaf: false))
  }

  private mutating func members(of table: EffectiveValue, at place: Place) {
    let members = table.sortedMembers(names, isSorted)
    for (name, value) in members where value.kind != .object && !value.isArrayOfTables {
      let place = place.member(name, names, isLeaf: true)
      output.begin(place.key)
      do throws(RepresentationError) {
        output.append(TOMLText.key(names.bytes(of: name)) + Array(" = ".utf8))
        output.append(try inline(value))
      } catch { refused.append((place.key, error)) }
      output.append(0x0A)
    }
    for (name, value) in members where value.kind == .object {
      let place = place.member(name, names, isLeaf: false)
      // A table with only tables in it needs no header.
      let inner = value.members
      if inner.isEmpty || inner.contains(where: { $0.value.kind != .object }) {
        header("[", place, "]")
      }
      self.members(of: value, at: place)
    }
    for (name, value) in members where value.isArrayOfTables {
      let place = place.member(name, names, isLeaf: true)
      for element in value.elements ?? [] {
        header("[[", place, "]]")
        self.members(of: element, at: place)
      }
    }
  }

  private mutating func header(_ open: StaticString, _ place: Place, _ close: StaticString) {
    output.begin(place.key)
    if !output.bytes.isEmpty { output.append(0x0A) }
    output.append(Array("\(open)".utf8) + place.path + Array("\(close)\n".utf8))
  }

  private func inline(_ value: EffectiveValue) throws(RepresentationError) -> [UInt8] {
    if let text = value.text { return TOMLText.text(text) }
    switch value.kind {
    case .null: throw TOMLText.null
    case .number: return try TOMLText.number(value.spelling)
    case .array:
      var parts: [[UInt8]] = []
      for element in value.elements ?? [] { parts.append(try inline(element)) }
      return Array("[".utf8) + parts.joined(separator: ", ".utf8) + Array("]".utf8)
    case .object:
      var parts: [[UInt8]] = []
      for (name, member) in value.sortedMembers(names, isSorted) {
        parts.append(
          TOMLText.key(names.bytes(of: name)) + Array(" = ".utf8) + (try inline(member)))
      }
      if parts.isEmpty { return Array("{}".utf8) }
      return Array("{ ".utf8) + parts.joined(separator: ", ".utf8) + Array(" }".utf8)
    default: return Array(value.spelling)
    }
  }
}

extension EffectiveValue {
  fileprivate var isArrayOfTables: Bool {
    guard let elements, !elements.isEmpty else { return false }
    return elements.allSatisfy { $0.kind == .object }
  }
}
