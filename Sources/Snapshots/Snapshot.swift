import Cascade
import FileTree
import JSONSource
import Legible
import SystemCalls

/// The trees at one time, the root's first: where their files are read, and which names in them count.
package final class Snapshot {
  /// One tree of it.
  package final class Tree {
    let home: SourceFile.Home
    package let root: any TreeFolder
    /// Its own, or the root's where it has none.
    fileprivate let settings: Settings

    fileprivate init(_ home: SourceFile.Home, _ root: any TreeFolder, _ settings: Settings) {
      (self.home, self.root, self.settings) = (home, root, settings)
    }

    package var rules: Rules { settings.rules }

    /// The directories that were opened last, one at each depth: scopes that are named one after the other mostly
    /// are in the same ones, which need not be listed again. Few are kept, for each has a descriptor.
    private var opened: [any TreeFolder] = []
    private static let mostOpened = 8

    /// A directory in another one.
    func child(
      named name: FileName, of holder: any TreeFolder
    ) throws(FileError) -> any TreeFolder {
      let depth = holder.path.count
      if depth < opened.count, holder === (depth == 0 ? root : opened[depth - 1]),
        opened[depth].path.last == name
      {
        return opened[depth]
      }
      let folder = try holder.child(named: name, rules: rules)
      if depth <= opened.count, depth < Self.mostOpened,
        holder === (depth == 0 ? root : opened[depth - 1])
      {
        opened.removeLast(opened.count - depth)
        opened.append(folder)
      }
      return folder
    }

    /// Takes note of which names of the settings a directory has.
    func note(_ listing: Listing) { settings.note(listing) }
  }

  /// The trees by their numbers: 0 is the root's.
  package let trees: [Tree]
  /// The root on the disk, whatever time of it is asked; nil for one to compare with.
  package let disk: Folder?
  /// From where paths of the user count.
  let base: WorkingDirectory
  /// How the root was found; nil where it was named, and for another time of it.
  package let discovery: Discovery?
  /// What the caller calls another time.
  private let name: [UInt8]?
  /// What the caller gave beside the trees.
  package let given: GivenFiles

  private init(
    _ root: Tree, _ overlays: ArraySlice<Tree>, _ given: GivenFiles,
    from base: WorkingDirectory, disk: Folder? = nil, _ discovery: Discovery? = nil,
    called name: [UInt8]? = nil
  ) {
    var trees = [root]
    for tree in overlays {
      let isOwn = tree.settings.home == tree.home
      trees.append(isOwn ? tree : Tree(tree.home, tree.root, root.settings))
    }
    self.trees = trees
    (self.base, self.disk, self.discovery, self.name) = (base, disk, discovery, name)
    self.given = given
    root.root.expect(root.rules, isWalk: false)
  }

  // MARK: Where it comes from

  /// Opens the trees as they are. A record takes note of all that is read; a look of a watch is told of it,
  /// and takes what the look before found for what is still so. Where another time of the root takes its place, its
  /// settings are not read.
  package convenience init(
    _ paths: TreePaths, from directory: WorkingDirectory, _ given: GivenFiles = GivenFiles(),
    hasOtherRoot: Bool = false, record: ReadingRecord? = nil, look: WatchedLook? = nil,
    after former: Snapshot? = nil
  ) throws(Failure) {
    let observer: (any ReadingObserver)? = look?.watch ?? record
    func open(_ path: [UInt8]) throws(FileError) -> Folder {
      // Another directory may come to bear its name.
      if let watch = look?.watch { NamedWay.watch(path, from: directory, watch) }
      return try Folder.root(path, from: directory, observer: observer)
    }
    // A file may stand where a directory around the path would.
    func isNothing(_ path: [UInt8], _ error: FileError) -> Bool {
      if error.kind != .notADirectory { return error.kind == .notFound }
      let slash = UInt8(ascii: "/")
      let whole = path[...((path.lastIndex { $0 != slash } ?? -1))]
      guard let end = whole.lastIndex(of: slash), end > 0 else { return false }
      do throws(FileError) { _ = try open(Array(whole[..<end])) } catch {
        return error.kind == .notFound || error.kind == .notADirectory
      }
      return false
    }
    func tree(_ number: Int, _ root: Folder, _ settings: Settings) -> Tree {
      let home = SourceFile.Home.tree(number)
      guard let look else { return Tree(home, root, settings) }
      let before = former?.trees[number]
      if before?.rules != settings.rules { look.forget() }
      let keeping = KeepingFolder(root, in: look, after: before?.root as? KeptFolder)
      return Tree(home, keeping, settings)
    }
    var discovery: Discovery?
    let disk: Folder
    do throws(FileError) {
      if let path = paths.root {
        disk = try open(path)
      } else {
        let found = try Discovery(from: directory, observer: observer)
        (disk, discovery) = (found.root, found)
      }
    } catch { throw .file(error, .tree(0)) }
    let settings =
      try hasOtherRoot
      ? nil
      : Settings.read(.tree(0)) { () throws(FileError) in
        if let discovery { try discovery.settingsFile() } else { try disk.settingsFile() }
      }
    let root = tree(0, disk, settings ?? Settings())
    var overlays: [Tree] = []
    for overlay in paths.overlays {
      let home = SourceFile.Home.tree(overlays.count + 1)
      let disk: Folder
      if overlay.isWithoutPath { throw .message("'--overlay -': DIR is missing after '-'") }
      do throws(FileError) { disk = try open(overlay.path) } catch {
        guard overlay.isOptional, isNothing(overlay.path, error) else { throw .file(error, home) }
        // The others keep their numbers.
        overlays.append(Tree(home, KeptFolder(), root.settings))
        continue
      }
      let settings = try Settings.read(home) { () throws(FileError) in try disk.settingsFile() }
      overlays.append(tree(overlays.count + 1, disk, settings ?? root.settings))
    }
    self.init(root, overlays[...], given, from: directory, disk: disk, discovery)
  }

  /// The same trees but for the root, which is another time of it, by the rules that it has there: one that is
  /// asked in place of the disk, or a former one to compare with.
  package func replacingRoot(
    by root: any TreeFolder, called name: [UInt8], isFormer: Bool
  ) throws(Failure) -> Snapshot {
    let home: SourceFile.Home = isFormer ? .former : .tree(0)
    let settings = try Settings.read(home) { () throws(FileError) in try root.settingsFile() }
    return Snapshot(
      Tree(home, root, settings ?? Settings()), trees.dropFirst(), given, from: base,
      disk: isFormer ? nil : disk, isFormer ? nil : discovery, called: name)
  }

  /// The same trees, but for some of the root's files. The time before an edit has a home of its own.
  package func replacingRoot(
    by root: PatchedFolder, isFormer: Bool, hasOverlays: Bool
  ) -> Snapshot {
    Snapshot(
      Tree(isFormer ? .former : .tree(0), root, trees[0].settings),
      hasOverlays ? trees.dropFirst() : [], given, from: base)
  }

  // MARK: What a look of a watch leaves

  /// The roots as they were found; nothing where nobody keeps that.
  package var keptRoots: [KeptFolder] {
    trees.map { $0.root as? KeptFolder ?? ($0.root as? KeepingFolder)?.found ?? KeptFolder() }
  }

  /// The same trees without anything in them.
  package var emptied: Snapshot { replacingRoots(by: trees.map { _ in KeptFolder() }) }

  /// What was found in them by now: enough to ask them again as they are, and no more.
  package var kept: Snapshot { replacingRoots(by: keptRoots) }

  /// The same, but for what another one has as a scope's own files.
  package func grafting(_ other: Snapshot, at scope: Scope) -> Snapshot {
    replacingRoots(
      by: zip(keptRoots, other.keptRoots).map { $0.grafting($1, at: scope.names[...]) })
  }

  private func replacingRoots(by found: [KeptFolder]) -> Snapshot {
    let others = zip(trees, found).map { Tree($0.home, $1, $0.settings) }
    return Snapshot(others[0], others.dropFirst(), given, from: base)
  }

  /// Whether another one has the very same of a scope and of all below it.
  package func isSame(as other: Snapshot, at scope: Scope) -> Bool {
    zip(keptRoots, other.keptRoots).allSatisfy {
      $0.folder(at: scope.names) === $1.folder(at: scope.names)
    }
  }

  // MARK: What it is

  /// What is said in any tree's settings and named nothing in the directories listed so far.
  func unmetSettings(_ isAbsent: (Scope) -> Bool) -> [Diagnostic] {
    allSettings.flatMap { $0.findings(isAbsent) }
  }

  private var allSettings: [Settings] {
    var all: [Settings] = []
    for tree in trees where !all.contains(where: { $0 === tree.settings }) {
      all.append(tree.settings)
    }
    return all
  }

  /// The rules of every tree's settings, those of later trees first, each once.
  private(set) lazy var parentRules = ParentRules(allSettings.reversed().flatMap(\.parentRules))

  /// Whether there are any.
  package private(set) lazy var hasParentRules =
    trees.contains { !$0.settings.parentRules.isEmpty }

  /// The `.heir` of every tree that has one, without what is in it.
  package var settingsFiles: [SourceFile] {
    trees.filter { $0.settings.home == $0.home }.map {
      SourceFile($0.home, path: .settings, scope: .root, source: Source([]))
    }
  }

  /// A tree's directory on the disk, if it has one.
  package func folder(_ number: Int) -> Folder? {
    number == 0 && disk != nil ? disk : trees[number].root as? Folder
  }

  /// Whether something else than the disk is read for the root.
  var isOtherTime: Bool { name != nil }

  /// Whether it is another time of the root than the present.
  var isFormer: Bool { trees[0].home == .former }

  /// The tree in which a text is at home, if it is one of these.
  func number(of home: SourceFile.Home) -> Int? {
    if home == trees[0].home { return 0 }
    if case .tree(let number) = home, number > 0 { return number }
    return nil
  }

  /// What follows a sentence about another time.
  var whereabouts: String { name.map { " in '\(Printable.string($0))'" } ?? "" }

  /// Announces that all scopes will be read, which revisions fetch in one go.
  func beginWalk() {
    for tree in trees { tree.root.expect(tree.rules, isWalk: true) }
  }
}
