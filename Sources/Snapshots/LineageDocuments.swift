import Cascade
import JSONSource

/// The documents of the scopes on the way to the one that was read last: several times of a tree mostly have the
/// same files, which are then read as JSON once.
final class LineageDocuments {
  // A scope has few files, and they come in byte order of their paths, so that a table would only cost.
  private var way: [(scope: Scope, documents: [Read])] = []
  /// Those of scopes from which others inherit that do not stand below them.
  private var parents: [Scope: [[UInt8]: Document]] = [:]

  private struct Read {
    let path: [UInt8]
    let document: Document
  }

  /// The document of a file that had the same bytes.
  func document(_ path: [UInt8], of scope: Scope, _ source: Source) -> Document? {
    guard let known = known(path, of: scope), known.source.isEqual(to: source) else { return nil }
    return known
  }

  private func known(_ path: [UInt8], of scope: Scope) -> Document? {
    guard let index = way.lastIndex(where: { $0.scope == scope }) else {
      return parents.isEmpty ? nil : parents[scope]?[path]
    }
    let place = place(of: path, in: index)
    return place.isTaken ? way[index].documents[place.index].document : nil
  }

  /// Where the document of a path stands among those of one scope, or would.
  private func place(of path: [UInt8], in index: Int) -> (index: Int, isTaken: Bool) {
    let documents = way[index].documents
    let place = documents.indices.bisected { !documents[$0].path.lexicographicallyPrecedes(path) }
    return (place, place < documents.count && documents[place].path == path)
  }

  func note(_ document: Document, _ path: [UInt8], of scope: Scope, isParent: Bool) {
    if isParent {
      parents[scope, default: [:]][path] = document
      return
    }
    // What is behind a walk is let go.
    way.removeAll { !scope.isIn($0.scope) && !$0.scope.isIn(scope) }
    if !way.contains(where: { $0.scope == scope }) { way.append((scope, [])) }
    guard let index = way.firstIndex(where: { $0.scope == scope }) else { return }
    let place = place(of: path, in: index)
    let replaced = place.index..<place.index + (place.isTaken ? 1 : 0)
    way[index].documents.replaceSubrange(
      replaced, with: CollectionOfOne(Read(path: path, document: document)))
  }
}
