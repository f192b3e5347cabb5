import Cascade
import JSONSource

extension Level {
  /// What took the place of a value that a file of the level writes for a key, before it met what other
  /// levels say; nil where nothing did.
  func overwriting(_ place: SourceRange, at key: Key) -> Definition? {
    var tree = statements
    for name in key.names {
      guard let member = tree.member(name) else { return nil }
      tree = member
      if let front = tree.opened.overwriting(place) { return front }
    }
    // What is included is put together with what stands beside it first, which leaves no trace.
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
  /// What wrote over the value in which a place lies.
  fileprivate func overwriting(_ place: SourceRange) -> Definition? {
    if case .leaf(let leaf) = own, !leaf.holds(place) { return leaf }
    guard let index = overwritten.firstIndex(where: { $0.holds(place) }) else { return nil }
    return overwritten[(index + 1)...].first { !$0.isObject }
      ?? own.parts.first { overwritten[index].file.isRead(before: $0.file) }
  }
}

extension Definition {
  /// Whether a place lies in this.
  fileprivate func holds(_ place: SourceRange) -> Bool {
    let range = document.range(node)
    return file.file.id == place.file.id && range.start <= place.range.start
      && place.range.end <= range.end
  }
}

extension PropertyFile {
  /// What the file itself writes for a key, or the value around the key that is no object.
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
    turn.lexicographicallyPrecedes(other.turn)
  }
}
