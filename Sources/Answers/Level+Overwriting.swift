import Cascade

extension Level {
  /// The value that another file of the level puts in place of a written value; nil if none does.
  func overwriting(_ place: SourceRange, at key: Key) -> Definition? {
    var tree = statements
    for name in key.names {
      guard let member = tree.member(name) else { return nil }
      tree = member
      if let front = tree.opened.overwriting(place) { return front }
    }
    // Included values merge with their siblings first, which leaves no trace.
    guard
      let written =
        filesAndFragments
        .first(where: { $0.file.id == place.file.id })?.written(at: key),
      !written.isObject
    else { return nil }
    let parts = tree.own.parts
    return parts.contains { $0.isSame(as: written) }
      ? nil : parts.first { written.file.isRead(before: $0.file) }
  }
}

extension StatementContent {
  fileprivate func overwriting(_ place: SourceRange) -> Definition? {
    if case .leaf(let leaf) = own, !leaf.holds(place) { return leaf }
    guard let index = overwritten.firstIndex(where: { $0.holds(place) }) else { return nil }
    return overwritten[(index + 1)...].first { !$0.isObject }
      ?? own.parts.first { overwritten[index].file.isRead(before: $0.file) }
  }
}

extension Definition {
  fileprivate func holds(_ place: SourceRange) -> Bool {
    file.file.id == place.file.id && document.range(node).contains(place.range)
  }
}

extension PropertyFile {
  /// The value that the file sets for the key, or a scalar or array around the key.
  func written(at key: Key) -> Definition? {
    guard key.names.starts(with: prefix) else { return nil }
    var written = Definition(file: self, node: 0)
    for name in key.names.dropFirst(prefix.count) where written.isObject {
      guard let member = written.member(name) else { return nil }
      written = member
    }
    return written
  }

  fileprivate func isRead(before other: PropertyFile) -> Bool {
    readOrder.lexicographicallyPrecedes(other.readOrder)
  }
}
