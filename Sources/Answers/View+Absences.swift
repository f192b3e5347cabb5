import Cascade

extension View {
  /// The mentioned keys without a value below a key, topmost only, in order of first mention.
  /// Recursion is bounded by the length of keys.
  package func absences(below key: Key) -> [(key: Key, absence: Absence)] {
    let (node, rest) = deepest(key)
    var found: [(key: Key, absence: Absence)] = []
    if rest.isEmpty { Self.collect(node, key, &found) }
    return found
  }

  private static func collect(
    _ node: ViewNode, _ key: Key, _ found: inout [(key: Key, absence: Absence)]
  ) {
    for name in node.mentionedNames() {
      guard let member = node.member(name) else { continue }
      if member.isLive {
        collect(member, key.appending(name), &found)
      } else if let absence = member.absence {
        found.append((key.appending(name), absence))
      }
    }
  }
}
