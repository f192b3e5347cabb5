/// Counts situations in trees, over all mentioned keys of each scope.
package struct ReferenceTally {
  package private(set) var counts: [String: Int] = [:]

  package init() {}

  mutating func note(_ what: String) { counts[what, default: 0] += 1 }

  package mutating func note(_ tree: ReferenceTree) {
    let resolver = ReferenceResolver(tree)
    for path in tree.paths {
      let resolution = resolver.resolve(path)
      let parent = path.isEmpty ? nil : resolver.resolve(Array(path.dropLast()))
      note("scope")
      for key in resolution.mentioned {
        note("key")
        let before = parent?.answer(key)
        switch resolution.answer(key) {
        case .absent(let absence):
          note(absence.reason)
          noteMarker(absence, of: key)
        case .value(let value, let leaves):
          note("value")
          if value == .object([]) { note("{}") }
          if leaves.contains(where: { $0.origins.count > 1 }) { note("{} of several scopes") }
          noteChange(from: before, to: value)
        }
      }
    }
  }

  private mutating func noteMarker(_ absence: ReferenceAbsence, of key: PlainKey) {
    guard case .stopped(let marker) = absence else {
      guard case .excluded(let marker) = absence else { return }
      if marker.pattern.reach(of: key) == nil { note("object emptied by exclusions") }
      return
    }
    if let reach = marker.pattern.reach(of: key) {
      if reach < key.count { note("member of what was stopped") }
    } else {
      note("object emptied by stops")
    }
    for part in marker.pattern.parts {
      switch part {
      case .name: break
      case .any: note("stopped by a star")
      case .like: note("stopped by a part of a name")
      case .deep: note("stopped by two stars")
      }
    }
    if !marker.holder.isEmpty { note("stopped from within") }
  }

  private mutating func noteChange(from before: ReferenceAnswer?, to value: PlainValue) {
    switch before {
    case .value(let old, _) where old.members != nil && value.members == nil:
      note("object to non-object")
    case .value(let old, _) where old.members == nil && value.members != nil:
      note("non-object to object")
    case .absent(let absence) where absence != .neverSet:
      note(value.members == nil ? "set again" : "object set again")
    default: break
    }
  }
}
