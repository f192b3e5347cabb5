import Cascade
import Files
import JSONSource
import SafeText
import SystemCalls

/// The trees at a point in time, the root's first.
package final class Snapshot {
  package struct Tree {
    let home: SourceFile.TextOrigin
    package let root: any TreeFolder
    /// The settings of its `.heir`, or those of the root if it has none.
    let settings: Settings

    package var rules: Rules { settings.rules }
  }

  package let trees: [Tree]
  /// The root on disk, even if a revision is read; nil for a snapshot to compare with.
  package let disk: Folder?
  let base: WorkingDirectory
  /// nil if the root was named or is another snapshot.
  package let discovery: Discovery?
  private let name: [UInt8]?
  package let given: InputFiles

  private init(
    _ root: Tree, _ overlays: ArraySlice<Tree>, _ given: InputFiles,
    from base: WorkingDirectory, disk: Folder? = nil, _ discovery: Discovery? = nil,
    called name: [UInt8]? = nil
  ) {
    var trees = [root]
    for tree in overlays {
      let isOwn = tree.settings.home == tree.home
      trees.append(isOwn ? tree : Tree(home: tree.home, root: tree.root, settings: root.settings))
    }
    self.trees = trees
    (self.base, self.disk, self.discovery, self.name) = (base, disk, discovery, name)
    self.given = given
    for tree in trees { tree.root.expect(tree.rules) }
  }

  /// `look` belongs to a watch and reuses unchanged directories of `former`.
  /// With `hasOtherRoot` the root's settings are not read.
  package convenience init(
    _ paths: TreePaths, from directory: WorkingDirectory, _ given: InputFiles = InputFiles(),
    hasOtherRoot: Bool = false, record: ReadingRecord? = nil, look: WatchScan? = nil,
    after former: Snapshot? = nil
  ) throws(Failure) {
    let observer: (any ReadingObserver)? = look?.watch ?? record
    func open(_ path: [UInt8]) throws(FileError) -> Folder {
      // Another directory may later be renamed to this path.
      look?.watch?.open(wayTo: path, from: directory)
      return try Folder.root(path, from: directory, observer: observer)
    }
    // A file may exist in place of a directory on the path.
    func isNothing(_ path: [UInt8], _ error: FileError) -> Bool {
      if error.kind != .notADirectory { return error.kind == .notFound }
      do throws(FileError) { _ = try open(OutputTree.split(path).parent) } catch {
        return error.kind.isOfNothing
      }
      return false
    }
    func tree(_ number: Int, _ root: Folder, _ settings: Settings) -> Tree {
      let home = SourceFile.TextOrigin.tree(number)
      guard let look else { return Tree(home: home, root: root, settings: settings) }
      let before = former?.trees[number]
      if before?.rules != settings.rules { look.forget() }
      let keeping = RecordingFolder(root, in: look, after: before?.root as? RecordedFolder)
      return Tree(home: home, root: keeping, settings: settings)
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
    let passesOverSettings = hasOtherRoot || discovery?.passesOverSettings == true
    let settings = passesOverSettings ? nil : try Settings.read(.tree(0), try disk.settingsFile())
    let root = tree(0, disk, settings ?? Settings())
    var overlays: [Tree] = []
    for overlay in paths.overlays {
      let home = SourceFile.TextOrigin.tree(overlays.count + 1)
      let disk: Folder
      if overlay.isMissingPath { throw .message("'--overlay -': DIR is missing after '-'") }
      do throws(FileError) { disk = try open(overlay.path) } catch {
        guard overlay.isOptional, isNothing(overlay.path, error) else { throw .file(error, home) }
        // Later overlays keep their numbers.
        overlays.append(Tree(home: home, root: RecordedFolder(), settings: root.settings))
        continue
      }
      let settings = try Settings.read(home, try disk.settingsFile())
      overlays.append(tree(overlays.count + 1, disk, settings ?? root.settings))
    }
    self.init(root, overlays[...], given, from: directory, disk: disk, discovery)
  }

  /// A revision uses its own settings. `isFormer` means a snapshot to compare with.
  package func replacingRoot(
    by root: any TreeFolder, called name: [UInt8], isFormer: Bool
  ) throws(Failure) -> Snapshot {
    let home: SourceFile.TextOrigin = isFormer ? .former : .tree(0)
    let settings = try Settings.read(home, try root.settingsFile())
    return Snapshot(
      Tree(home: home, root: root, settings: settings ?? Settings()), trees.dropFirst(), given,
      from: base, disk: isFormer ? nil : disk, isFormer ? nil : discovery, called: name)
  }

  /// The snapshot before an edit has a separate home.
  package func replacingRoot(
    by root: PatchedFolder, isFormer: Bool, hasOverlays: Bool
  ) -> Snapshot {
    Snapshot(
      Tree(home: isFormer ? .former : .tree(0), root: root, settings: trees[0].settings),
      hasOverlays ? trees.dropFirst() : [], given, from: base)
  }

  /// Empty if directories were not kept.
  package var keptRoots: [RecordedFolder] {
    trees.map {
      $0.root as? RecordedFolder ?? ($0.root as? RecordingFolder)?.found ?? RecordedFolder()
    }
  }

  /// The trees without content.
  package var emptied: Snapshot { replacingRoots(by: trees.map { _ in RecordedFolder() }) }

  /// The trees as far as they have been read.
  package var kept: Snapshot { replacingRoots(by: keptRoots) }

  /// The trees with the files of a scope from another snapshot.
  package func grafting(_ other: Snapshot, at scope: Scope) -> Snapshot {
    replacingRoots(
      by: zip(keptRoots, other.keptRoots).map { $0.grafting($1, at: scope.names[...]) })
  }

  private func replacingRoots(by found: [RecordedFolder]) -> Snapshot {
    let others = zip(trees, found).map { Tree(home: $0.home, root: $1, settings: $0.settings) }
    return Snapshot(others[0], others.dropFirst(), given, from: base)
  }

  /// Whether both share the directory objects of a scope.
  package func isSame(as other: Snapshot, at scope: Scope) -> Bool {
    zip(keptRoots, other.keptRoots).allSatisfy {
      $0.folder(at: scope.names) === $1.folder(at: scope.names)
    }
  }

  /// The settings of all trees, each once.
  var allSettings: [Settings] {
    var all: [Settings] = []
    for tree in trees where !all.contains(where: { $0 === tree.settings }) {
      all.append(tree.settings)
    }
    return all
  }

  /// Later trees first.
  private(set) lazy var parentRules = ParentRules(allSettings.reversed().flatMap(\.parentRules))

  package private(set) lazy var hasParentRules =
    trees.contains { !$0.settings.parentRules.isEmpty }

  /// Without content.
  package var settingsFiles: [SourceFile] {
    trees.filter { $0.settings.home == $0.home }.map {
      SourceFile($0.home, path: .settings, scope: .root, source: Source([]))
    }
  }

  package func folder(_ number: Int) -> Folder? {
    number == 0 && disk != nil ? disk : trees[number].root as? Folder
  }

  /// Whether the root is the older side of a comparison.
  var isFormer: Bool { trees[0].home == .former }

  /// The tree of a file; nil if it is not a tree of this snapshot.
  func number(of home: SourceFile.TextOrigin) -> Int? {
    if home == trees[0].home { return 0 }
    if case .tree(let number) = home, number > 0 { return number }
    return nil
  }

  /// A suffix for messages about a revision.
  var whereabouts: String { name.map { " in '\(Printable.string($0))'" } ?? "" }

  /// Relisted, because another process may have changed the directory.
  package func writableRoot(isTrial: Bool) throws(Failure) -> Folder {
    guard let disk else { throw .message("cannot write into a revision of the tree") }
    return try about(.tree(0), try isTrial ? disk.relisted() : disk.forWriting())
  }

  package func currentScope(for argument: [UInt8]) throws(Failure) -> Scope {
    let names = try about(.tree(0), try disk?.names(to: [UInt8(ascii: ".")], from: base))
    if let names { return Scope(names) }
    throw .unknownScope(
      argument, "the current directory is not in the tree; write the path from the root",
      notes: notes(ofDirectory: argument))
  }

  /// Refuses to write output where it would be a property file of one of the trees.
  package func refuse(output path: [UInt8]) throws(Failure) {
    for (root, rules) in places {
      let found: [FileName]?
      do throws(FileError) {
        found = try OutputFile.propertyFile(of: path, from: base, in: root, rules)
      } catch { throw .message("cannot write '\(Printable.string(path))': \(error.words)") }
      guard let found else { continue }
      if found == [.settings] {
        throw .message("'\(Printable.string(path))' would replace the settings of the tree")
      }
      throw .message(
        "'\(Printable.string(path))' would become a property file of \(Printable.string(Scope(found.dropLast()).path))",
        notes: ["write outside the tree, or choose a name that is not a property file's"])
    }
  }

  package var roots: [Folder] { trees.indices.compactMap(folder) }

  /// Refuses a directory that is, or would be, a scope.
  package func refuse(outputTree path: [UInt8]) throws(Failure) {
    let shown = path.isEmpty ? "the current directory" : "'\(Printable.string(path))'"
    for (root, rules) in places {
      let found: OutputTree.Overlap?
      do throws(FileError) {
        found = try OutputTree.meeting(of: path, from: base, in: root, rules)
      } catch { throw .message("cannot write into \(shown): \(error.words)") }
      let (obstacle, advice): (String, String)
      switch found {
      case nil: continue
      case .scope(let names):
        obstacle = "it is the scope \(Printable.string(Scope(names).path))"
        advice =
          "render outside the tree, or into a directory that is not a scope, such as '_rendered'"
      case .link(let names):
        obstacle = "the link '\(Printable.string(names.joinedPath))' of the tree points there"
        advice = "render outside the tree, or remove the link"
      }
      throw .message("cannot write into \(shown): \(obstacle)", notes: [advice])
    }
  }

  /// With the current rules on disk, even if a revision is read.
  private var places: [(root: Folder, rules: Rules)] {
    trees.enumerated().compactMap { number, tree in
      guard let root = folder(number) else { return nil }
      // Only a revision is named.
      if number > 0 || name == nil { return (root, tree.rules) }
      // Invalid settings must not prevent the check.
      let settings = try? Settings.read(.tree(0), try root.settingsFile())
      return (root, (settings ?? nil)?.rules ?? Settings().rules)
    }
  }

  package func notes(ofDirectory path: [UInt8]) -> [String] {
    scope(ofDirectory: path).map {
      ["the directory is the scope '\(Printable.string($0.path))'"]
    } ?? []
  }

  /// The scope of a directory on disk; nil outside the tree.
  func scope(ofDirectory path: [UInt8]) -> Scope? {
    guard let names = try? disk?.names(to: path, from: base) else { return nil }
    return Scope(names)
  }
}

/// The rules of all trees, indexed by their scope patterns.
struct ParentRules {
  private let all: [ParentRule]
  /// The indexes of the rules by the names of their patterns.
  private var byNames: [[[UInt8]]: [Int]] = [:]
  /// Which names of a pattern match any name, for all patterns.
  private var shapes: Set<[Bool]> = []
  let byFacts: [ParentRule]
  let byKeys: [ParentRule]

  /// `all` is in order of precedence.
  init(_ all: [ParentRule]) {
    self.all = all
    byFacts = all.filter { $0.templates.contains(where: \.readsFacts) }
    byKeys = all.filter { $0.templates.contains(where: \.readsKeys) }
    for (number, rule) in all.enumerated() {
      shapes.insert(rule.names.map(\.isEmpty))
      byNames[rule.names, default: []].append(number)
    }
  }

  /// In order of precedence.
  func matching(_ scope: Scope) -> [ParentRule] {
    let found = shapes.filter { $0.count == scope.depth }.flatMap { shape in
      byNames[zip(shape, scope.names).map { $0 ? [] : $1 }] ?? []
    }
    return found.sorted().map { all[$0] }
  }
}
