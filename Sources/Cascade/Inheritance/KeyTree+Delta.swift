extension KeyTree {
  /// Visits nodes with content whose values may differ.
  package func forEach(_ key: Key = Key(), in delta: Delta?, _ body: (Key, Content) -> Void) {
    guard let delta, !delta.reachesAll else { return forEach(key, body) }
    if let content { body(key, content) }
    if members.isEmpty { return }
    // Asking for a few members costs less than listing all that differ.
    if members.names.count <= 8 {
      let touched = members.names.filter { delta.member($0) != nil }
      if touched.isEmpty { return }
      if touched.count == 1, let member = members[touched[0]] {
        member.forEach(key.appending(touched[0]), in: delta.member(touched[0]), body)
        return
      }
    }
    for (name, inner) in delta.all {
      members[name]?.forEach(key.appending(name), in: inner, body)
    }
  }
}
