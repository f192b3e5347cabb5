import Cascade
import JSONSource

/// A cache of parsed files on the path to the last scope, shared by several snapshots.
final class LineageDocuments {
  // A sorted array is faster than a table for the few files of a scope.
  private var way: [(scope: Scope, documents: [Read])] = []
  /// Documents of further parents.
  private var parents: [Scope: [[UInt8]: Document]] = [:]

  private struct Read {
    let path: [UInt8]
    let document: Document
  }

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
    // A walk does not return to earlier scopes.
    way.removeAll { !scope.isIn($0.scope) && !$0.scope.isIn(scope) }
    if !way.contains(where: { $0.scope == scope }) { way.append((scope, [])) }
    guard let index = way.firstIndex(where: { $0.scope == scope }) else { return }
    let place = place(of: path, in: index)
    let replaced = place.index..<place.index + (place.isTaken ? 1 : 0)
    way[index].documents.replaceSubrange(
      replaced, with: CollectionOfOne(Read(path: path, document: document)))
  }
}
