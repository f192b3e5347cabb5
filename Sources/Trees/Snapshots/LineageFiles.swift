import Cascade
import JSONSource

/// A cache of parsed files on the path to the last scope, shared by several snapshots.
/// Without it, `log` over 100 commits that leave a file of 128 KB alone takes 2.6 times as long.
final class LineageFiles {
  private var lineage: [Scope: [[UInt8]: PropertyFile]] = [:]
  private var parents: [Scope: [[UInt8]: PropertyFile]] = [:]

  /// The file in another snapshot, if the bytes are equal.
  func file(_ path: [UInt8], of scope: Scope, _ source: Source) -> PropertyFile? {
    let known = lineage[scope]?[path] ?? parents[scope]?[path]
    return known?.document.source.isEqual(to: source) == true ? known : nil
  }

  func note(_ file: PropertyFile, _ path: [UInt8], of scope: Scope, isParent: Bool) {
    if isParent {
      parents[scope, default: [:]][path] = file
      return
    }
    if lineage[scope] == nil {
      // A walk does not return to earlier scopes.
      lineage = lineage.filter { scope.isIn($0.key) || $0.key.isIn(scope) }
    }
    lineage[scope, default: [:]][path] = file
  }
}
