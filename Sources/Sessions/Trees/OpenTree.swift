import Cascade
import FileTree
import JSONSource
import Legible
import System

/// The trees opened for one command, the root's first: their roots and their rules.
package final class OpenTree {
  /// One tree with what counts as a property file in it.
  package struct Member {
    let home: SourceFile.Home
    let root: any TreeFolder
    package let rules: Rules
    /// What of the settings behind the rules has met something; nil where there are none.
    let use: SettingsUse?
  }

  /// A tree that is stacked on the root, which takes the root's rules where it has none of its own.
  private struct Overlay {
    let root: any TreeFolder
    let settings: (rules: Rules, use: SettingsUse)?
  }

  private let root: Member
  private let overlays: [Overlay]
  package private(set) var warnings: [Discovery.Warning] = []
  /// Whether the root is the working directory for want of a `.heir`.
  package private(set) var isAssumed = false
  /// The root on the disk; nil for another time of it.
  private let disk: FileTree?
  private let workingDirectory: WorkingDirectory
  /// The root of another time; nil for the present.
  private let former: FormerRoot?

  /// Opens the trees; a look of a watch says who is told of what is read, and keeps what is found. A record
  /// takes note of all that is read.
  package init(
    _ paths: TreePaths, from directory: WorkingDirectory, look: WatchedLook? = nil,
    record: ReadingRecord? = nil
  ) throws(Failure) {
    workingDirectory = directory
    let tree: FileTree
    do throws(FileError) {
      if let path = paths.root {
        tree = try Self.open(path, from: directory, look, record)
      } else {
        let observer: (any ReadingObserver)? = look?.watch ?? record
        let discovery = try FileTree.discover(from: directory, observer: observer)
        tree = discovery.tree
        warnings = discovery.warnings
        isAssumed = !discovery.isMarked
      }
    } catch { throw .file(error, .tree(0)) }
    disk = tree
    former = nil
    let settings = try Self.settings(.tree(0)) { () throws(FileError) in try tree.settingsFile() }
    let rules = settings?.rules ?? Settings.usual
    root = Member(
      home: .tree(0), root: look?.recording(tree.root, of: 0, rules) ?? tree.root, rules: rules,
      use: settings?.use)
    var overlays: [Overlay] = []
    for path in paths.overlays {
      let home = SourceFile.Home.tree(overlays.count + 1)
      let tree: FileTree
      do throws(FileError) {
        tree = try Self.open(path, from: directory, look, record)
      } catch { throw .file(error, home) }
      let settings = try Self.settings(home) { () throws(FileError) in try tree.settingsFile() }
      let folder =
        look?.recording(
          tree.root, of: overlays.count + 1, settings?.rules ?? rules) ?? tree.root
      overlays.append(Overlay(root: folder, settings: settings))
    }
    self.overlays = overlays
  }

  /// The same trees as a look before found them.
  package init(_ present: OpenTree, asIn record: TreesRecord) {
    workingDirectory = present.workingDirectory
    disk = nil
    former = nil
    root = Member(
      home: .tree(0), root: RecordedFolder(record[0]), rules: present.root.rules, use: nil)
    overlays = present.overlays.indices.map { index in
      Overlay(root: RecordedFolder(record[index + 1]), settings: nil)
    }
  }

  /// The same trees, but for the root: that is another one, with the rules that it has there.
  package init(_ present: OpenTree, at former: FormerRoot) throws(Failure) {
    workingDirectory = present.workingDirectory
    overlays = present.overlays
    disk = nil
    self.former = former
    let settings = try Self.settings(.former) { () throws(FileError) in
      try former.folder.settingsFile()
    }
    root = Member(
      home: .former, root: former.folder, rules: settings?.rules ?? Settings.usual,
      use: settings?.use)
    former.revision?.rules = root.rules
  }

  private static func open(
    _ path: [UInt8], from directory: WorkingDirectory, _ look: WatchedLook?,
    _ record: ReadingRecord?
  ) throws(FileError) -> FileTree {
    if let look { return try look.open(path, from: directory) }
    return try FileTree.open(path, from: directory, observer: record)
  }

  /// The same trees, but for the root's files: some hold other bytes. The time before an edit has a home of
  /// its own.
  package init(
    _ present: OpenTree, edited root: EditedFolder, isFormer: Bool, hasOverlays: Bool = true
  ) {
    workingDirectory = present.workingDirectory
    overlays = hasOverlays ? present.overlays : []
    disk = nil
    former = nil
    self.root = Member(
      home: isFormer ? .former : .tree(0), root: root, rules: present.root.rules,
      use: present.root.use)
  }

  private static func settings(
    _ home: SourceFile.Home, _ read: () throws(FileError) -> [UInt8]?
  ) throws(Failure) -> (rules: Rules, use: SettingsUse)? {
    let settings: [UInt8]?
    do throws(FileError) { settings = try read() } catch { throw .file(error, home) }
    guard let settings else { return nil }
    do throws(Diagnostic) { return try Settings.read(settings, home) } catch {
      throw .diagnostics([error])
    }
  }

  /// What is said in any tree's settings and named nothing in the directories listed so far.
  var unmetSettings: [Diagnostic] {
    var uses: [SettingsUse] = []
    for number in 0..<count {
      guard let use = self[number].use, !uses.contains(where: { $0 === use }) else { continue }
      uses.append(use)
    }
    return uses.flatMap(\.findings)
  }

  /// The `.heir` of every tree that has one, without what is in it.
  package var settingsFiles: [SourceFile] {
    let haveSome = [root.use != nil] + overlays.map { $0.settings != nil }
    return haveSome.indices.filter { haveSome[$0] }.map {
      SourceFile(self[$0].home, path: .settings, scope: .root, source: Source([]))
    }
  }

  /// How many trees there are.
  package var count: Int { overlays.count + 1 }

  /// A tree by its number: 0 is the root's.
  package subscript(number: Int) -> Member {
    if number == 0 { return root }
    let overlay = overlays[number - 1]
    return Member(
      home: .tree(number), root: overlay.root, rules: overlay.settings?.rules ?? root.rules,
      use: overlay.settings?.use ?? root.use)
  }

  /// The number of the tree in which a text is at home, if it is one of these.
  func number(of home: SourceFile.Home) -> Int? {
    if home == root.home { return 0 }
    if case .tree(let number) = home, number > 0 { return number }
    return nil
  }

  /// What follows a sentence about another time.
  var whereabouts: String { former.map { " in '\(Printable.string($0.name))'" } ?? "" }

  /// Says that scope after scope will be read, so that a revision fetches ahead.
  package func expectWalk() { former?.revision?.expectWalk() }

  /// The root of the disk with what it holds by now, to write in, unless that is only tried.
  package func rootToWrite(isTrial: Bool) throws(Failure) -> Folder {
    guard let disk else { throw .message("nothing is written in another time of the tree") }
    do throws(FileError) {
      return try isTrial ? disk.root.relisted() : disk.root.forWriting()
    } catch { throw .file(error, .tree(0)) }
  }

  /// Opens the root as it was.
  package func root(
    at time: FormerTree, _ session: Session, _ remarks: Remarks
  ) throws(Failure) -> FormerRoot {
    guard let disk else { throw .message("another time of the tree has no other times") }
    return try FormerRoot(time, of: disk.root, session, remarks)
  }

  /// The scope of the working directory.
  func currentScope(for argument: [UInt8]) throws(Failure) -> Scope {
    do throws(FileError) {
      let here: [UInt8] = [UInt8(ascii: ".")]
      if let names = try disk?.scope(of: here, from: workingDirectory) { return Scope(names) }
    } catch { throw .file(error, .tree(0)) }
    throw .unknownScope(
      argument, "the current directory is not in the tree; name the scope from the root",
      notes: notes(ofDirectory: argument))
  }

  /// Whether git keeps the root's files, as they are now.
  var isInRepository: Bool { disk?.isInRepository ?? false }

  /// Refuses to write output where it would be a property file of one of the trees.
  package func refuse(output path: [UInt8]) throws(Failure) {
    for number in 0..<count {
      guard let root = self[number].root as? Folder else { continue }
      let found: [FileName]?
      do throws(FileError) {
        found = try OutputFile.propertyFile(
          of: path, from: workingDirectory, in: root, self[number].rules)
      } catch { throw .message("cannot write '\(Printable.string(path))': \(error.words)") }
      guard let found else { continue }
      throw .message(
        "'\(Printable.string(path))' would be a property file of \(Printable.string(Scope(found.dropLast()).path))",
        notes: ["write it outside the tree, or under a name that is no property file's"])
    }
  }

  /// The paths of the trees in the root's repository from its top, with a slash behind, by their numbers.
  package func repositoryRoots(_ session: Session) -> [Int: [UInt8]] {
    var roots: [Int: [UInt8]] = [:]
    var first: GitDirectory?
    for number in 0..<count {
      guard let folder = self[number].root as? Folder,
        let found = (try? session.gitDirectory(around: folder)) ?? nil,
        number == 0 || first?.hasSameTop(as: found) == true,
        let names = (try? found.position()) ?? nil
      else { continue }
      if number == 0 { first = found }
      roots[number] = names.reduce(into: []) { $0 += $1 + [UInt8(ascii: "/")] }
    }
    return roots
  }

  /// Says which scope a directory of the disk is, if it is one.
  func notes(ofDirectory path: [UInt8]) -> [String] {
    scope(ofDirectory: path).map {
      ["that directory is the scope '\(Printable.string($0.path))'"]
    } ?? []
  }

  /// The scope that a directory of the disk is, if it lies in the tree.
  func scope(ofDirectory path: [UInt8]) -> Scope? {
    guard let names = try? disk?.scope(of: path, from: workingDirectory) else { return nil }
    return Scope(names)
  }
}
