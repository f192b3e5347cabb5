import Cascade

/// The files that were read for what was asked, in order.
package final class FileRecord {
  package enum Kind: String { case settings, property, fragment, text }

  /// What tells a file from others, however often it is read.
  private struct ID: Hashable {
    let home: SourceFile.Home
    let path: [UInt8]

    init(_ file: SourceFile) { (home, path) = (file.home, file.path) }
  }

  /// Files, each with what is included by it.
  private var groups: [[(file: SourceFile, kind: Kind)]] = []
  /// The group in which a file is first.
  private var places: [ID: Int] = [:]
  private var known: [Kind: Set<ID>] = [:]

  package init() {}

  package var files: [(file: SourceFile, kind: Kind)] { Array(groups.joined()) }

  /// Takes in a file once; what is included stands behind the file that includes it.
  func note(_ file: SourceFile, _ kind: Kind, after includer: SourceFile? = nil) {
    let id = ID(file)
    guard known[kind, default: []].insert(id).inserted else { return }
    let place = includer.flatMap { places[ID($0)] } ?? groups.count
    if place == groups.count { groups.append([]) }
    groups[place].append((file, kind))
    if places[id] == nil { places[id] = place }
  }
}
