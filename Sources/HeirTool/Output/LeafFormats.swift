import Cascade
import JSONSource
import Output
import SafeText
import Trees

/// The formats of `resolve` other than JSON.
struct LeafFormats {
  let names: NameTable
  let key: Key
  let isSorted: Bool
  /// Whether a name that begins with `$` gets a second `$`, as in files, so that no name reads as a directive.
  private let isAsWritten: Bool
  private let leaves: [Leaf]

  init(
    _ all: [Leaf], _ key: Key, _ names: NameTable, sorted: Bool, asWritten: Bool = false
  ) {
    self.names = names
    self.key = key
    (isSorted, isAsWritten) = (sorted, asWritten)
    leaves =
      sorted
      ? all.sorted { $0.key.names.lexicographicallyPrecedes($1.key.names, by: names.precedes) }
      : all
  }

  func keys(endsWithNUL: Bool) throws(Failure) -> LeafOutput {
    try each { names.spelling($0.key) + [endsWithNUL ? 0 : 0x0A] }
  }

  func flat() throws(Failure) -> LeafOutput {
    try each { leaf in
      names.spelling(leaf.key) + Array(" = ".utf8)
        + JSONWriter.compact { $0.value(leaf.value, names) } + [0x0A]
    }
  }

  func nul() throws(Failure) -> LeafOutput {
    try each { (leaf) throws(RepresentationError) in
      let text = leaf.value.rawText(names)
      if text.contains(0) { throw .value("contains a NUL; use another format") }
      return names.spelling(leaf.key) + [0x0A] + text + [0]
    }
  }

  /// A line for each leaf, with the names of its key joined by dots; null cannot be represented and is left out.
  func properties() throws(Failure) -> LeafOutput {
    var owners: [[UInt8]: Key] = [:]
    return try each { (leaf) throws(RepresentationError) in
      if leaf.value.kind == .null { return [] }
      let parts = leaf.key.names.map { names.bytes(of: $0) }
      let name = Array(parts.joined(separator: [UInt8(ascii: ".")]))
      if let other = owners.updateValue(leaf.key, forKey: name) {
        throw .value(
          "and \(names.text(other)) have the same name, \(Printable.string(name)); "
            + "leave one out with '--except'")
      }
      return PropertiesText.line(name, leaf.value.rawText(names))
    }
  }

  func yaml() throws(Failure) -> LeafOutput {
    var writer = TreeWriter(names: names, isSorted: isSorted)
    writer.yaml(value, of: key, indent: 0, isLeaf: false)
    return try output(of: writer)
  }

  func toml() throws(Failure) -> LeafOutput {
    let value = value
    guard value.kind == .object else {
      throw .message(
        "\(names.text(key)) is not an object, which TOML requires; choose an enclosing object")
    }
    var writer = TreeWriter(names: names, isSorted: isSorted)
    writer.toml(value, at: TreeWriter.Place(key: key, isLeaf: false))
    return try output(of: writer)
  }

  func variables(
    _ prefix: [UInt8], besides reserved: ReservedNames? = nil,
    _ line: (Assignment) throws(RepresentationError) -> [UInt8]
  ) throws(Failure) -> LeafOutput {
    var variables = try VariableAssignments(prefix, names, besides: reserved)
    variables.add(leaves, below: key)
    return try joined(variables.all, refused: variables.refused, line)
  }

  var value: EffectiveValue {
    EffectiveValue.gathered(
      leaves.map { (shown($0.key).names.dropFirst(key.names.count), $0.value) })
  }

  private func shown(_ key: Key) -> Key {
    isAsWritten ? Key(key.names.map(names.asWritten)) : key
  }

  private func each(
    _ text: (Leaf) throws(RepresentationError) -> [UInt8]
  ) throws(Failure) -> LeafOutput {
    try joined(leaves.map { ($0, $0) }, refused: [], text)
  }

  private func joined<Item>(
    _ all: [(leaf: Leaf, Item)], refused others: [UnrepresentableLeaf],
    _ text: (Item) throws(RepresentationError) -> [UInt8]
  ) throws(Failure) -> LeafOutput {
    var output = LeafOutput()
    var refused = others
    for (leaf, item) in all {
      output.begin(leaf.key)
      do throws(RepresentationError) { output.append(try text(item)) } catch {
        refused.append(UnrepresentableLeaf(owner: leaf.owner, reason: error))
      }
    }
    if !refused.isEmpty { throw .refused(refused, names) }
    return output
  }

  private func output(of writer: TreeWriter) throws(Failure) -> LeafOutput {
    if writer.refused.isEmpty { return writer.output }
    let byKey = Dictionary(leaves.map { (shown($0.key), $0) }) { first, _ in first }
    var told: Set<Key> = []
    throw .refused(
      writer.refused.compactMap { key, reason in
        var key = key
        // A computed value as written is an object, but counts as a leaf.
        while byKey[key] == nil, !key.names.isEmpty { key.names.removeLast() }
        guard told.insert(key).inserted, let leaf = byKey[key] else { return nil }
        return UnrepresentableLeaf(owner: leaf.owner, reason: reason)
      }, names)
  }
}

/// Writes a value in a format that nests, and collects the leaves that the format cannot represent.
struct TreeWriter {
  private(set) var output = LeafOutput(isNested: true)
  private(set) var refused: [(key: Key, reason: RepresentationError)] = []
  let names: NameTable
  let isSorted: Bool

  private func members(of value: EffectiveValue) -> [(name: Name, value: EffectiveValue)] {
    isSorted ? value.members.sorted { names.precedes($0.name, $1.name) } : value.members
  }
}

/// TOML: plain members before tables.
extension TreeWriter {
  /// The header of a table, and the key of the leaf or object that it belongs to.
  struct Place {
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

  mutating func toml(_ table: EffectiveValue, at place: Place) {
    let members = members(of: table)
    for (name, value) in members where value.kind != .object && !value.isArrayOfTables {
      let place = place.member(name, names, isLeaf: true)
      output.begin(place.key)
      output.append(TOMLText.key(names.bytes(of: name)) + Array(" = ".utf8))
      do throws(RepresentationError) { output.append(try inline(value)) } catch {
        refused.append((place.key, error))
      }
      output.append(0x0A)
    }
    for (name, value) in members where value.kind == .object {
      let place = place.member(name, names, isLeaf: false)
      // A table with only tables in it needs no header.
      let inner = value.members
      if inner.isEmpty || inner.contains(where: { $0.value.kind != .object }) {
        header("[", place, "]")
      }
      toml(value, at: place)
    }
    for (name, value) in members where value.isArrayOfTables {
      let place = place.member(name, names, isLeaf: true)
      for element in value.elements ?? [] {
        header("[[", place, "]]")
        toml(element, at: place)
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
    case .null: throw .value("contains null, which TOML does not support")
    case .number: return try TOMLText.number(value.spelling)
    case .array:
      let parts = try (value.elements ?? []).map(inline)
      return Array("[".utf8) + parts.joined(separator: ", ".utf8) + Array("]".utf8)
    case .object:
      let parts = try members(of: value).map { (name, member) throws(RepresentationError) in
        TOMLText.key(names.bytes(of: name)) + Array(" = ".utf8) + (try inline(member))
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

/// YAML in block style.
extension TreeWriter {
  /// All values in an array belong to the leaf of the array. A collection begins a line after its name.
  mutating func yaml(
    _ value: EffectiveValue, of key: Key, isNamed: Bool = false, indent: Int, isLeaf: Bool
  ) {
    let inner = isNamed ? indent + 2 : indent
    if let elements = value.elements, !elements.isEmpty {
      if isNamed { output.append(0x0A) }
      for (index, element) in elements.enumerated() {
        if index > 0 || isNamed { space(inner) }
        output.append("- ".utf8)
        yaml(element, of: key, indent: inner + 2, isLeaf: true)
      }
      return
    }
    let members = members(of: value)
    if members.isEmpty {
      if isNamed { output.append(UInt8(ascii: " ")) }
      do throws(RepresentationError) { output.append(try scalar(value)) } catch {
        refused.append((key, error))
      }
      output.append(0x0A)
      return
    }
    if isNamed { output.append(0x0A) }
    for (index, member) in members.enumerated() {
      let key = isLeaf ? key : key.appending(member.name)
      if !isLeaf { output.begin(key) }
      if index > 0 || isNamed { space(inner) }
      name(member.name, indent: inner)
      yaml(member.value, of: key, isNamed: true, indent: inner, isLeaf: isLeaf)
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
