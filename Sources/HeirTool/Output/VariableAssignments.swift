import Cascade
import JSONSource
import Output
import SafeText
import Trees

/// Environment variables made of leaves.
struct VariableAssignments {
  private(set) var all: [(leaf: Leaf, Assignment)] = []
  private(set) var refused: [UnrepresentableLeaf] = []
  private let prefix: [UInt8]
  private let names: NameTable
  private let reserved: ReservedNames?
  private var owners: [VariableName: UnrepresentableLeaf.Owner] = [:]
  // Variables whose names the caller gave, and their keys.
  private var named: [Assignment] = []
  private var namedKeys: Set<Key> = []

  /// `prefix` begins every name; `reserved` names are refused in addition to those of shells.
  init(
    _ prefix: [UInt8], _ names: NameTable, besides reserved: ReservedNames? = nil
  ) throws(Failure) {
    if let problem = VariableName.problem(ofPrefix: prefix, besides: reserved) {
      throw .message("'--prefix': \(problem)")
    }
    (self.prefix, self.names, self.reserved) = (prefix, names, reserved)
  }

  /// Adds a variable for each leaf, named after its key below `key`. A refused leaf is no error if the caller named
  /// its variable.
  mutating func add(_ leaves: [Leaf], below key: Key) {
    for leaf in leaves {
      let below = Array(leaf.key.names.dropFirst(key.names.count))
      var refusal: UnrepresentableLeaf?
      do throws(RepresentationError) {
        let name = try VariableName(prefix: prefix, below, names, besides: reserved)
        if let other = owners[name] {
          refusal = clash(of: leaf.owner, other, name)
        } else {
          owners[name] = leaf.owner
          all.append((leaf, Assignment(name: name, text: try leaf.value.variableText(names))))
        }
      } catch { refusal = UnrepresentableLeaf(owner: leaf.owner, reason: error) }
      if let refusal, !isNamed(leaf.key) { refused.append(refusal) }
    }
  }

  mutating func add(
    _ name: VariableName, for key: Key, _ value: EffectiveValue?, at places: [SourceRange]
  ) {
    let owner = (key, places)
    if let other = owners[name] {
      if let refusal = clash(of: owner, other, name) { refused.append(refusal) }
      return
    }
    owners[name] = owner
    namedKeys.insert(key)
    do throws(RepresentationError) {
      named.append(Assignment(name: name, text: try value?.variableText(names)))
    } catch { refused.append(UnrepresentableLeaf(owner: owner, reason: error)) }
  }

  func isNamed(_ key: Key) -> Bool { namedKeys.contains(key) }

  /// A key that is requested twice is no clash.
  private func clash(
    of owner: UnrepresentableLeaf.Owner, _ other: UnrepresentableLeaf.Owner, _ name: VariableName
  ) -> UnrepresentableLeaf? {
    if other.key == owner.key { return nil }
    let words =
      "it and \(names.text(other.key)) have the same variable name, \(Printable.string(name.bytes))"
    return UnrepresentableLeaf(owner: owner, reason: .name(words), other: other)
  }

  func applied(on environment: [[UInt8]]) -> [[UInt8]] {
    let equals = UInt8(ascii: "=")
    let own = Set(owners.keys.map(\.bytes))
    let others = environment.filter { !own.contains(Array($0.prefix { $0 != equals })) }
    return others
      + (named + all.map { $0.1 }).compactMap { variable in
        variable.text.map { variable.name.bytes + [equals] + $0 }
      }
  }
}
