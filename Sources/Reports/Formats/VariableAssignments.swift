import Answers
import Cascade
import JSONSource
import Legible
import Sessions
import Snapshots

/// The variables that leaves make: for shells, files of variables, and programs that are run.
package struct VariableAssignments {
  private(set) var all: [(leaf: Leaf, Assignment)] = []
  /// What makes no variable.
  package private(set) var refused: [RefusedLeaf] = []
  private let prefix: [UInt8]
  private let names: NameTable
  private let reserved: ReservedNames?
  private var owners: [VariableName: Leaf] = [:]

  /// `prefix` begins every name; some names may be reserved beside those of shells.
  package init(
    _ prefix: [UInt8], _ names: NameTable, besides reserved: ReservedNames? = nil
  ) throws(Failure) {
    try VariableName.check(prefix: prefix, besides: reserved)
    (self.prefix, self.names, self.reserved) = (prefix, names, reserved)
  }

  /// Adds a variable for each leaf, named after the keys below the one asked.
  package mutating func add(_ leaves: [Leaf], below key: Key) {
    for leaf in leaves {
      do throws(Unrepresentable) { try add(leaf, below: key) } catch {
        refused.append(RefusedLeaf(leaf: leaf, reason: error))
      }
    }
  }

  private mutating func add(_ leaf: Leaf, below key: Key) throws(Unrepresentable) {
    let below = Array(leaf.key.names.dropFirst(key.names.count))
    let name = try VariableName(prefix: prefix, below, names, besides: reserved)
    if let other = owners[name] {
      // Who asks for a key twice gets its variables once.
      if other.key == leaf.key { return }
      let words =
        "it and \(names.text(other.key)) both make the name \(Printable.string(name.bytes))"
      refused.append(RefusedLeaf(leaf: leaf, reason: .name(words), other: other))
      return
    }
    owners[name] = leaf
    all.append((leaf, Assignment(name: name, text: try leaf.value.variableText(names))))
  }

  /// An environment, as `NAME=value`, with these variables in it and without those that are unset.
  package func laid(on environment: [[UInt8]]) -> [[UInt8]] {
    let equals = UInt8(ascii: "=")
    let own = Set(owners.keys.map(\.bytes))
    let others = environment.filter { !own.contains(Array($0.prefix { $0 != equals })) }
    return others
      + all.compactMap { _, variable in
        variable.text.map { variable.name.bytes + [equals] + $0 }
      }
  }
}
