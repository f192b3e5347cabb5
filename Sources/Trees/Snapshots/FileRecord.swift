import Cascade

/// The files that a command has read, in order, for `files`.
package final class FileRecord {
  package enum Kind: String { case settings, property, fragment, text }

  private struct ID: Hashable {
    let home: SourceFile.TextOrigin
    let path: [UInt8]

    init(_ file: SourceFile) { (home, path) = (file.home, file.path) }
  }

  private var groups: [[(file: SourceFile, kind: Kind)]] = []
  private var places: [ID: Int] = [:]
  private var known: [Kind: Set<ID>] = [:]

  package init() {}

  package var files: [(file: SourceFile, kind: Kind)] { Array(groups.joined()) }

  /// A fragment follows its including file.
  func note(_ file: SourceFile, _ kind: Kind, after includer: SourceFile? = nil) {
    let id = ID(file)
    guard known[kind, default: []].insert(id).inserted else { return }
    let place = includer.flatMap { places[ID($0)] } ?? groups.count
    if place == groups.count { groups.append([]) }
    groups[place].append((file, kind))
    if places[id] == nil { places[id] = place }
  }
}
