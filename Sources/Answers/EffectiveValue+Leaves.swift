import Cascade
import JSONSource

extension EffectiveValue {
  /// An object of leaves, each with the rest of its key; a leaf with an empty key is the value itself.
  package convenience init(gathering leaves: [(ArraySlice<Name>, EffectiveValue)]) {
    if leaves.count == 1, leaves[0].0.isEmpty {
      self.init(leaves[0].1)
    } else {
      self.init(.object(Self.members(leaves[...])), .none)
    }
  }

  // Recursion is bounded by the length of keys. Leaves of one object are adjacent.
  private static func members(
    _ leaves: ArraySlice<(ArraySlice<Name>, EffectiveValue)>
  ) -> [(name: Name, value: EffectiveValue)] {
    var members: [(name: Name, value: EffectiveValue)] = []
    var rest = leaves
    while let (names, value) = rest.first, let name = names.first {
      let end = rest.firstIndex { $0.0.first != name } ?? rest.endIndex
      if names.count == 1 {
        members.append((name, value))
      } else {
        let inner = rest[..<end].map { ($0.0.dropFirst(), $0.1) }
        members.append((name, EffectiveValue(.object(Self.members(inner[...])), .none)))
      }
      rest = rest[end...]
    }
    return members
  }
}
