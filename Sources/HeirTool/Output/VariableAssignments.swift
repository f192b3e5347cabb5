import Cascade
import JSONSource
import Legible

/// The variables that leaves make: for shells, files of variables, and programs that are run.
struct VariableAssignments {
  private(set) var all: [(key: Key, assignment: Assignment)] = []
  private let prefix: [UInt8]
  private let names: NameTable
  private var owners: [VariableName: Key] = [:]

  /// `prefix` begins every name.
  init(_ prefix: [UInt8], _ names: NameTable) {
    (self.prefix, self.names) = (prefix, names)
  }

  /// Adds a variable for each leaf, named after the keys below the one asked.
  mutating func add(_ leaves: [(key: Key, value: Value)], below key: Key) throws(Failure) {
    for (leaf, value) in leaves {
      let below = Array(leaf.names.dropFirst(key.names.count))
      let name = try VariableName(prefix: prefix, below, of: leaf, names)
      if let other = owners.updateValue(leaf, forKey: name) {
        // Who asks for a key twice gets its variables once.
        if other == leaf { continue }
        throw .message(
          "\(names.text(other)) and \(names.text(leaf)) both make the name "
            + Printable.string(name.bytes))
      }
      all.append((leaf, Assignment(name: name, text: try value.variableText(leaf, names))))
    }
  }

  /// An environment, as `NAME=value`, with these variables in it and without those that are unset.
  func laid(on environment: [[UInt8]]) -> [[UInt8]] {
    let equals = UInt8(ascii: "=")
    let own = Set(owners.keys.map(\.bytes))
    let others = environment.filter { !own.contains(Array($0.prefix { $0 != equals })) }
    return others
      + all.compactMap { _, variable in
        variable.text.map { variable.name.bytes + [equals] + $0 }
      }
  }
}
