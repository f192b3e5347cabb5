import Cascade
import JSONSource

extension EffectiveValue {
  /// The object that leaves are in, in their order: each is a value with what is left of its key. One
  /// without any names left is the value itself.
  package convenience init(gathering leaves: [(ArraySlice<Name>, EffectiveValue)]) {
    if leaves.count == 1, leaves[0].0.isEmpty {
      self.init(leaves[0].1)
    } else {
      self.init(.object(Self.members(leaves[...])), .none)
    }
  }

  // Its recursion is bounded by how deep keys lead. Leaves of one object stand together.
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
