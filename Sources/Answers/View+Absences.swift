import Cascade

extension View {
  /// The keys below one that somebody spoke of and that have no value, in the order of first mention; of
  /// those that went together the topmost alone. Its recursion is bounded by how deep keys lead.
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
