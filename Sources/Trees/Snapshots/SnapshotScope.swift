import Cascade
import Files
import JSONSource
import SystemCalls

/// The directories of a scope in all trees that have it.
package final class SnapshotScope: ScopePlace {
  package let scope: Scope
  let parts: [Part]
  private let treeReader: TreeReader

  /// The directory of the scope in a tree.
  final class Part {
    let number: Int
    let tree: Snapshot.Tree
    let folder: any TreeFolder
    fileprivate private(set) lazy var listing: Listing = {
      let listing = folder.listing(tree.rules)
      tree.settings.note(listing)
      return listing
    }()

    fileprivate init(_ number: Int, _ tree: Snapshot.Tree, _ folder: any TreeFolder) {
      (self.number, self.tree, self.folder) = (number, tree, folder)
    }
  }

  init(_ scope: Scope, _ parts: [Part], _ treeReader: TreeReader) {
    (self.scope, self.parts, self.treeReader) = (scope, parts, treeReader)
  }

  convenience init(_ treeReader: TreeReader) {
    let trees = treeReader.snapshot.trees.enumerated()
    self.init(.root, trees.map { Part($0, $1, $1.root) }, treeReader)
  }

  func missing(_ name: FileName) -> SnapshotScope {
    SnapshotScope(Scope(scope.names + [name]), [], treeReader)
  }

  /// nil if no tree has the scope. A tree without such a directory is skipped (T6).
  func opened<Wrong: Error>(
    _ name: FileName, otherwise: (FileError, Snapshot.Tree) throws(Wrong) -> Void
  ) throws(Wrong) -> SnapshotScope? {
    var found: [Part] = []
    for part in parts {
      do throws(FileError) {
        let folder = try part.folder.child(named: name, rules: part.tree.rules)
        found.append(Part(part.number, part.tree, folder))
      } catch {
        if !error.kind.isAbsence { try otherwise(error, part.tree) }
      }
    }
    // The directory already has an array for its path.
    return found.first.map { SnapshotScope(Scope($0.folder.path), found, treeReader) }
  }

  /// Trees that have `next` are not considered.
  func canCreate(_ names: [FileName], but next: SnapshotScope?) -> Bool {
    parts.contains { part in
      next?.parts.contains { $0.number == part.number } != true
        && part.folder.canCreate(names, rules: part.tree.rules)
    }
  }

  package var source: any AncestorSource { treeReader }

  package var childNames: [[UInt8]] {
    if parts.count == 1 { return parts[0].listing.folders }
    return Set(parts.flatMap(\.listing.folders)).sorted { $0.lexicographicallyPrecedes($1) }
  }

  func holds(_ file: FileName) -> Bool { parts.contains { $0.listing.files.contains(file) } }

  package private(set) lazy var holdsFiles: Bool =
    parts.contains { $0.listing.hasOtherEntries }
    || childNames.contains { name in
      // An unreadable directory may contain files; the walk reports its error.
      let (place, problems) = child(name)
      return !problems.isEmpty || place?.holdsFiles == true
    }

  package var linkHome: SourceFile.TextOrigin? {
    parts.first { $0.folder.isLinked }?.tree.home
  }

  package func child(_ name: [UInt8]) -> (place: (any ScopePlace)?, problems: [Diagnostic]) {
    var problems: [Diagnostic] = []
    let place = opened(name) { problems.append(Diagnostic($0, in: $1.home)) }
    return (place, problems)
  }

  package var importLists: [SourceFile] {
    let name = FileName(".heir-imported".utf8)
    return parts.compactMap { part in
      (try? part.folder.read(name)).map {
        SourceFile(part.tree.home, path: path(of: name), scope: scope, source: Source($0))
      }
    }
  }

  package func read() -> ScopeReading { treeReader.reading(scope) ?? readUncached() }

  /// Reads the levels without the cache. The files of a parent are kept while a walk is elsewhere.
  func readUncached(isParent: Bool = false) -> ScopeReading {
    var reading = ScopeReading(levels: [])
    for part in parts {
      let listing = part.listing
      for problem in listing.problems {
        let diagnostic = Diagnostic(problem.error, in: part.tree.home)
        if problem.isFolder {
          reading.childProblems.append(diagnostic)
        } else {
          reading.problems.append(diagnostic)
        }
      }
      let inclusions = InclusionLimiter(treeReader.fragments)
      var files: [PropertyFile] = []
      for name in listing.files {
        let path = path(of: name)
        reading.paths.append(path)
        if let file = file(name, path, part, inclusions, isParent: isParent, &reading) {
          files.append(file)
        }
      }
      addEmptyLevels(&reading, before: part.number)
      reading.levels.append(Level(scope, in: part.tree.home, files: files))
      if !listing.lookalikes.isEmpty {
        reading.lookalikes.append((part.tree.home, listing.lookalikes.map { ($0, path(of: $0)) }))
      }
      if listing.containsSettings && scope.depth > 0 {
        reading.settings.append((part.tree.home, path(of: .settings)))
      }
    }
    addEmptyLevels(&reading, before: treeReader.snapshot.trees.count)
    return reading
  }

  private func addEmptyLevels(_ reading: inout ScopeReading, before tree: Int) {
    while reading.levels.count < tree {
      let home = treeReader.snapshot.trees[reading.levels.count].home
      reading.levels.append(Level(scope, in: home, files: []))
    }
  }

  /// nil if the file has errors.
  private func file(
    _ name: FileName, _ path: [UInt8], _ part: Part, _ inclusions: InclusionLimiter,
    isParent: Bool, _ reading: inout ScopeReading
  ) -> PropertyFile? {
    do throws(FileError) {
      var source = Source(try part.folder.read(name))
      let known = treeReader.files?.file(path, of: scope, source)
      if let known { source = known.document.source }
      let file = SourceFile(part.tree.home, path: path, scope: scope, source: source)
      treeReader.record?.note(file, .property)
      do throws(Diagnostic) {
        let read = try PropertyFile(file, known, names: treeReader.names, inclusions)
        if known == nil {
          treeReader.files?.note(read, path, of: scope, isParent: isParent)
        }
        if read.problems.isEmpty { return read }
        reading.problems += read.problems
        reading.brokenFiles.append(read)
      } catch { reading.problems.append(error) }
    } catch { reading.problems.append(Diagnostic(error, in: part.tree.home)) }
    return nil
  }

  private func path(of name: FileName) -> [UInt8] { (scope.names + [name]).joinedPath }
}
