import Cascade
import JSONSource

/// The formats of `resolve` that go leaf by leaf.
struct LeafFormats {
  let names: NameTable
  let key: Key
  private let leaves: [(key: Key, value: Value)]

  /// Takes the leaves at and below a key.
  init(_ all: [(key: Key, value: Value)], _ key: Key, _ names: NameTable, sorted: Bool) {
    self.names = names
    self.key = key
    var leaves = all
    if sorted {
      leaves.sort {
        $0.key.names.lexicographicallyPrecedes($1.key.names, by: names.precedes)
      }
    }
    self.leaves = leaves
  }

  /// `KEY = JSON`, a line each.
  func flat() -> [UInt8] {
    leaves.flatMap { key, value in
      var writer = JSONWriter(.compact)
      writer.value(value, names)
      return names.spelling(key) + Array(" = ".utf8) + writer.output + [0x0A]
    }
  }

  /// Key, newline, raw value, NUL.
  func nul() throws(Failure) -> [UInt8] {
    var output: [UInt8] = []
    for (key, value) in leaves {
      let text = value.rawText(names)
      if text.contains(0) { throw .message("\(names.text(key)) holds a NUL; use another format") }
      output += names.spelling(key) + [0x0A] + text + [0]
    }
    return output
  }

  func shell(prefix: [UInt8], isExported: Bool) throws(Failure) -> [UInt8] {
    try assignments(prefix).flatMap { $0.assignment.shellLine(isExported: isExported) }
  }

  func dotenv(prefix: [UInt8]) throws(Failure) -> [UInt8] {
    var output: [UInt8] = []
    for (key, assignment) in try assignments(prefix) {
      guard let line = assignment.dotenvLine() else {
        throw .message("no quoting of '.env' files carries the value of \(names.text(key))")
      }
      output += line
    }
    return output
  }

  /// A variable for each leaf, named after the keys below the one asked.
  func assignments(
    _ prefix: [UInt8]
  ) throws(Failure) -> [(key: Key, assignment: Assignment)] {
    var result = VariableAssignments(prefix, names)
    try result.add(leaves, below: key)
    return result.all
  }
}
