import Cascade
import FileTree
import JSONSource
import System

/// The directories of one scope: one in each tree that has it.
package final class SnapshotScope: ScopePlace {
  package let scope: Scope
  private let folders: [(any TreeFolder)?]
  private let world: World
  /// A directory with what it holds.
  private struct ListedFolder {
    let tree: Int
    let folder: any TreeFolder
    let listing: Listing
  }

  /// What the directories hold, listed once.
  private lazy var listings: [ListedFolder] = {
    var listings: [ListedFolder] = []
    for (number, folder) in folders.enumerated() {
      guard let folder else { continue }
      let listing = folder.listing(world.snapshot.trees[number].rules)
      world.snapshot.trees[number].note(listing)
      listings.append(ListedFolder(tree: number, folder: folder, listing: listing))
    }
    return listings
  }()

  init(_ scope: Scope, _ folders: [(any TreeFolder)?], _ world: World) {
    self.scope = scope
    self.folders = folders
    self.world = world
  }

  package var names: NameTable { world.names }

  package var unmetSettings: [Diagnostic] { world.snapshot.unmetSettings }

  package var childNames: [[UInt8]] {
    if listings.count == 1 { return listings[0].listing.folders }
    return Set(listings.flatMap(\.listing.folders)).sorted { $0.lexicographicallyPrecedes($1) }
  }

  package private(set) lazy var holdsFiles: Bool = {
    if listings.contains(where: { $0.listing.holdsSomething }) { return true }
    for name in childNames {
      let child = child(name)
      // What cannot be looked into may hold some, and whoever comes there hears why it cannot.
      guard !child.problems.isEmpty || child.place?.holdsFiles == true else { continue }
      firstHolding = (name, child)
      return true
    }
    return false
  }()

  /// What was found below on the search for files, so that a walk need not search anew in each scope: the
  /// first that holds some, until it is asked for.
  private var firstHolding: (name: [UInt8], child: Child)?

  private typealias Child = (place: (any ScopePlace)?, problems: [Diagnostic])

  package func child(_ name: [UInt8]) -> (place: (any ScopePlace)?, problems: [Diagnostic]) {
    if let known = firstHolding, known.name == name {
      firstHolding = nil
      return known.child
    }
    var found: [(any TreeFolder)?] = []
    var problems: [Diagnostic] = []
    for (number, folder) in folders.enumerated() {
      do throws(FileError) {
        found.append(try folder?.child(named: name, rules: world.snapshot.trees[number].rules))
      } catch {
        found.append(nil)
        // A tree that has something else of that name does not have the scope, as others may (T6).
        if !error.kind.isAbsence { problems.append(Diagnostic(error, in: home(number))) }
      }
    }
    let isGone = found.allSatisfy { $0 == nil }
    return (isGone ? nil : SnapshotScope(Scope(scope.names + [name]), found, world), problems)
  }

  package func list() -> ScopeReading {
    var reading = ScopeReading(
      levels: folders.indices.map { Level(scope, in: home($0), files: []) })
    for listed in listings {
      let (tree, listing) = (listed.tree, listed.listing)
      note(listing.problems.filter { $0.concern == .folder }, in: tree, &reading)
      reading.paths += listing.files.map(path)
    }
    return reading
  }

  package func read() -> ScopeReading {
    if let known = world.reading(scope) { return known }
    var reading = ScopeReading(levels: [])
    for listed in listings {
      let (tree, folder, listing) = (listed.tree, listed.folder, listed.listing)
      note(listing.problems, in: tree, &reading)
      var files: [PropertyFile] = []
      for name in listing.files {
        reading.paths.append(path(of: name))
        if let file = file(name, folder, in: tree, &reading) { files.append(file) }
      }
      while reading.levels.count < tree { addEmptyLevel(&reading) }
      reading.levels.append(Level(scope, in: home(tree), files: files))
      if listing.holdsSettings && scope.depth > 0 {
        reading.settings.append((home(tree), path(of: Array(".heir".utf8))))
      }
    }
    while reading.levels.count < folders.count { addEmptyLevel(&reading) }
    return reading
  }

  private func note(
    _ problems: [Listing.Problem], in tree: Int, _ reading: inout ScopeReading
  ) {
    for problem in problems {
      let diagnostic = Diagnostic(problem.error, in: home(tree))
      switch problem.concern {
      case .folder: reading.childProblems.append(diagnostic)
      case .file:
        reading.problems.append(diagnostic)
        reading.isWhole = false
      }
    }
  }

  private func addEmptyLevel(_ reading: inout ScopeReading) {
    reading.levels.append(Level(scope, in: home(reading.levels.count), files: []))
  }

  /// Reads a property file; nil where something is wrong with it.
  private func file(
    _ name: FileName, _ folder: any TreeFolder, in tree: Int, _ reading: inout ScopeReading
  ) -> PropertyFile? {
    do throws(FileError) {
      let path = path(of: name)
      var source = Source(try folder.read(name))
      let known = world.document(path, of: scope, source)
      if let known { source = known.source }
      let file = SourceFile(home(tree), path: path, scope: scope, source: source)
      world.note(file, .property)
      do throws(Diagnostic) {
        let read = try PropertyFile(file, known, names: world.names, world.fragments)
        if known == nil { world.note(read.document, path, of: scope) }
        if read.problems.isEmpty { return read }
        reading.problems += read.problems
      } catch { reading.problems.append(error) }
    } catch { reading.problems.append(Diagnostic(error, in: home(tree))) }
    reading.isWhole = false
    return nil
  }

  private func home(_ tree: Int) -> SourceFile.Home { world.snapshot.trees[tree].home }

  private func path(of name: FileName) -> [UInt8] {
    Array((scope.names + [name]).joined(separator: [UInt8(ascii: "/")]))
  }
}
