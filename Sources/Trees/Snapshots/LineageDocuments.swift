import Cascade
import JSONSource

/// A cache of parsed files on the path to the last scope, shared by several snapshots.
/// Without it, `log` over 100 commits that leave a file of 128 KB alone takes 2.6 times as long.
final class LineageDocuments {
  private var lineage: [Scope: [[UInt8]: Document]] = [:]
  private var parents: [Scope: [[UInt8]: Document]] = [:]

  /// The document of a file in another snapshot, if the bytes are equal.
  func document(_ path: [UInt8], of scope: Scope, _ source: Source) -> Document? {
    let known = lineage[scope]?[path] ?? parents[scope]?[path]
    return known?.source.isEqual(to: source) == true ? known : nil
  }

  func note(_ document: Document, _ path: [UInt8], of scope: Scope, isParent: Bool) {
    if isParent {
      parents[scope, default: [:]][path] = document
      return
    }
    if lineage[scope] == nil {
      // A walk does not return to earlier scopes.
      lineage = lineage.filter { scope.isIn($0.key) || $0.key.isIn(scope) }
    }
    lineage[scope, default: [:]][path] = document
  }
}
