import System

/// The records of directories in or below which something may have happened since they were made.
package final class TouchedRecords {
  private var touched: Set<ObjectIdentifier> = []
  private var itself: Set<ObjectIdentifier> = []
  private var unknown: Set<FileIdentity>
  /// Whether a record was taken for what is there.
  package internal(set) var hasReused = false

  /// Finds them below some roots; nil where something happened elsewhere, which may concern any.
  package init?(_ identities: Set<FileIdentity>, below roots: [FolderRecord]) {
    unknown = identities
    for root in roots { _ = note(root, identities) }
    if !unknown.isEmpty { return nil }
  }

  /// Its recursion is bounded by how deep directories nest.
  private func note(_ record: FolderRecord, _ identities: Set<FileIdentity>) -> Bool {
    var isTouched = false
    if let identity = record.identity, identities.contains(identity) {
      unknown.remove(identity)
      itself.insert(ObjectIdentifier(record))
      isTouched = true
    }
    for child in record.children.values {
      if let child = try? child.get(), note(child, identities) { isTouched = true }
    }
    if isTouched { touched.insert(ObjectIdentifier(record)) }
    return isTouched
  }

  /// Whether nothing happened in a directory or below it.
  func isAsBefore(_ record: FolderRecord) -> Bool {
    record.isWhole && !touched.contains(ObjectIdentifier(record))
  }

  /// Whether its names still mean what they did.
  func hasSameNames(_ record: FolderRecord) -> Bool {
    record.isPlain && !itself.contains(ObjectIdentifier(record))
  }
}
