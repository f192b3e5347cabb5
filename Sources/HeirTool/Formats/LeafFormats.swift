import Answers
import Cascade
import JSONSource
import SafeText
import Trees

/// The formats of `resolve` other than JSON.
package struct LeafFormats {
  let names: NameTable
  let key: Key
  let isSorted: Bool
  /// Whether a name that begins with `$` gets a second `$`, as in files, so that no name reads as a directive.
  private let isAsWritten: Bool
  private let leaves: [Leaf]

  package init(_ all: [Leaf], _ key: Key, _ names: NameTable, sorted: Bool, asWritten: Bool = false)
  {
    self.names = names
    self.key = key
    (isSorted, isAsWritten) = (sorted, asWritten)
    leaves =
      sorted
      ? all.sorted { $0.key.names.lexicographicallyPrecedes($1.key.names, by: names.precedes) }
      : all
  }

  package func keys(endsWithNUL: Bool) -> LeafOutput {
    var output = LeafOutput(endsWithNUL ? .records : .none)
    for leaf in leaves {
      output.begin(leaf.key)
      output.append(names.spelling(leaf.key) + [endsWithNUL ? 0 : 0x0A])
    }
    return output
  }

  package func flat() -> LeafOutput {
    each { leaf in
      names.spelling(leaf.key) + Array(" = ".utf8)
        + JSONWriter.compact { $0.value(leaf.value, names) } + [0x0A]
    }
  }

  package func nul() throws(Failure) -> LeafOutput {
    try each(.records) { (leaf) throws(RepresentationError) in
      let text = leaf.value.rawText(names)
      if text.contains(0) { throw RepresentationError("contains a NUL; use another format") }
      return names.spelling(leaf.key) + [0x0A] + text + [0]
    }
  }

  /// A line for each leaf, with the names of its key joined by dots; null cannot be represented and is left out.
  package func properties() throws(Failure) -> LeafOutput {
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

  package func yaml() throws(Failure) -> LeafOutput {
    let tree = YAMLTree(value, under: key, names, sorted: isSorted)
    try refuse(tree.refused)
    return tree.output
  }

  package func toml() throws(Failure) -> LeafOutput {
    let value = value
    guard value.kind == .object else {
      throw .message(
        "\(names.text(key)) is not an object, which TOML requires; choose an enclosing object")
    }
    let tree = TOMLTree(value, under: key, names, sorted: isSorted)
    try refuse(tree.refused)
    return tree.output
  }

  package func variables(
    _ prefix: [UInt8], besides reserved: ReservedNames? = nil,
    _ line: (Assignment) throws(RepresentationError) -> [UInt8]
  ) throws(Failure) -> LeafOutput {
    var variables = try VariableAssignments(prefix, names, besides: reserved)
    variables.add(leaves, below: key)
    return try joined(variables.all, refused: variables.refused, line)
  }

  package var value: EffectiveValue {
    EffectiveValue(
      gathering: leaves.map { (shown($0.key).names.dropFirst(key.names.count), $0.value) })
  }

  private func shown(_ key: Key) -> Key {
    isAsWritten ? Key(key.names.map(names.asWritten)) : key
  }

  private func each(
    _ nesting: LeafOutput.Nesting = .none, _ text: (Leaf) throws(RepresentationError) -> [UInt8]
  ) throws(Failure) -> LeafOutput {
    try joined(leaves.map { ($0, $0) }, nesting, refused: [], text)
  }

  private func each(_ text: (Leaf) -> [UInt8]) -> LeafOutput {
    var output = LeafOutput()
    for leaf in leaves {
      output.begin(leaf.key)
      output.append(text(leaf))
    }
    return output
  }

  private func joined<Item>(
    _ all: [(leaf: Leaf, Item)], _ nesting: LeafOutput.Nesting = .none,
    refused others: [UnrepresentableLeaf],
    _ text: (Item) throws(RepresentationError) -> [UInt8]
  ) throws(Failure) -> LeafOutput {
    var output = LeafOutput(nesting)
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

  private func refuse(_ refused: [(key: Key, reason: RepresentationError)]) throws(Failure) {
    if refused.isEmpty { return }
    let byKey = Dictionary(leaves.map { (shown($0.key), $0) }) { first, _ in first }
    var told: Set<Key> = []
    throw .refused(
      refused.compactMap { key, reason in
        var key = key
        // A computed value as written is an object, but counts as a leaf.
        while byKey[key] == nil, !key.names.isEmpty { key.names.removeLast() }
        guard told.insert(key).inserted, let leaf = byKey[key] else { return nil }
        return UnrepresentableLeaf(owner: leaf.owner, reason: reason)
      }, names)
  }
}
