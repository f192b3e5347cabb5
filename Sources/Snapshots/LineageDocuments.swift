import Cascade
import JSONSource

/// The documents of the scopes on the way to the one that was read last: several times of a tree mostly have the
/// same files, which are then read as JSON once.
final class LineageDocuments {
  private var way: [(scope: Scope, documents: [[UInt8]: Document])] = []
  /// Those of scopes from which others inherit that do not stand below them.
  private var parents: [Scope: [[UInt8]: Document]] = [:]

  /// The document of a file that had the same bytes.
  func document(_ path: [UInt8], of scope: Scope, _ source: Source) -> Document? {
    let documents = way.last { $0.scope == scope }?.documents ?? parents[scope]
    guard let known = documents?[path],
      known.source.isEqual(to: source)
    else { return nil }
    return known
  }

  func note(_ document: Document, _ path: [UInt8], of scope: Scope, isParent: Bool) {
    if isParent {
      parents[scope, default: [:]][path] = document
      return
    }
    // What is behind a walk is let go.
    while let last = way.last, !scope.isIn(last.scope) { way.removeLast() }
    if way.last?.scope != scope { way.append((scope, [:])) }
    way[way.count - 1].documents[path] = document
  }
}
