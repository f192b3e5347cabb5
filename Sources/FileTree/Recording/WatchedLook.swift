import SystemCalls

/// One look at watched trees: who is told of what it reads, and what the look before found that still holds.
package final class WatchedLook {
  /// Nil where nothing can be watched.
  package let watch: DirectoryWatch?
  /// The directories in or below which something may have happened since the look before; nil for all.
  private var touched: Set<ObjectIdentifier>?
  private var itself: Set<ObjectIdentifier> = []
  private var unknown: Set<FileIdentity>
  /// Whether something was taken for what is there without looking.
  package internal(set) var hasReused = false

  /// Takes where something happened, nil for anywhere, and what the look before found of the roots; what
  /// happened elsewhere may concern any.
  package init(
    _ watch: DirectoryWatch?, touched identities: Set<FileIdentity>?, below roots: [KeptFolder]
  ) {
    self.watch = watch
    unknown = identities ?? []
    guard let identities else { return }
    touched = []
    for root in roots { _ = note(root, identities) }
    if !unknown.isEmpty { touched = nil }
  }

  /// Its recursion is bounded by how deep directories nest.
  private func note(_ folder: KeptFolder, _ identities: Set<FileIdentity>) -> Bool {
    var isTouched = false
    if let identity = folder.identity, identities.contains(identity) {
      unknown.remove(identity)
      itself.insert(ObjectIdentifier(folder))
      isTouched = true
    }
    for child in folder.children.values {
      if let child = try? child.get(), note(child, identities) { isTouched = true }
    }
    if isTouched { touched?.insert(ObjectIdentifier(folder)) }
    return isTouched
  }

  /// Has everything read again.
  package func forget() { touched = nil }

  /// Whether what was found of a directory and below it is still so.
  func holds(_ folder: KeptFolder) -> Bool {
    touched?.contains(ObjectIdentifier(folder)) == false && folder.isWhole
  }

  /// Whether a directory's names still mean what they did.
  func hasSameNames(_ folder: KeptFolder) -> Bool {
    touched != nil && folder.isPlain && !itself.contains(ObjectIdentifier(folder))
  }
}
