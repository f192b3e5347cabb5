import Cascade
import FileTree
import JSONSource
import Legible

/// The trees opened for one command, the root's first: their roots and their rules.
final class OpenTree {
  /// One tree with what counts as a property file in it.
  struct Member {
    let tree: FileTree
    let rules: Rules
    /// What of the settings behind the rules has met something; nil where there are none.
    let use: SettingsUse?
  }

  private let root: Member
  private var overlays: [Member] = []
  private(set) var warnings: [Discovery.Warning] = []
  private let workingDirectory: WorkingDirectory

  init(_ paths: TreePaths, from directory: WorkingDirectory) throws(Failure) {
    workingDirectory = directory
    let tree: FileTree
    do throws(FileError) {
      if let path = paths.root {
        tree = try FileTree.open(path, from: directory)
      } else {
        let discovery = try FileTree.discover(from: directory)
        tree = discovery.tree
        warnings = discovery.warnings
      }
    } catch { throw .file(error, tree: 0) }
    let settings = try Self.settings(of: tree, number: 0)
    root = Member(tree: tree, rules: settings?.rules ?? Settings.usual, use: settings?.use)
    for path in paths.overlays {
      let tree: FileTree
      do throws(FileError) {
        tree = try FileTree.open(path, from: directory)
      } catch { throw .file(error, tree: count) }
      let own = try Self.settings(of: tree, number: count)
      overlays.append(
        Member(tree: tree, rules: own?.rules ?? root.rules, use: own?.use ?? root.use))
    }
  }

  private static func settings(
    of tree: FileTree, number: Int
  ) throws(Failure) -> (rules: Rules, use: SettingsUse)? {
    let settings: [UInt8]?
    do throws(FileError) {
      settings = try tree.settingsFile()
    } catch { throw .file(error, tree: number) }
    guard let settings else { return nil }
    do throws(Diagnostic) { return try Settings.read(settings, .tree(number)) } catch {
      throw .diagnostics([error])
    }
  }

  /// What is said in any tree's settings and named nothing in the directories listed so far.
  var unmetSettings: [Diagnostic] {
    var uses: [SettingsUse] = []
    for use in ([root] + overlays).compactMap(\.use) where !uses.contains(where: { $0 === use }) {
      uses.append(use)
    }
    return uses.flatMap(\.findings)
  }

  /// The root's tree.
  var tree: FileTree { root.tree }

  /// How many trees there are.
  var count: Int { overlays.count + 1 }

  /// A tree by its number: 0 is the root's.
  subscript(number: Int) -> Member { number == 0 ? root : overlays[number - 1] }

  /// The scope of the working directory.
  func currentScope(for argument: [UInt8]) throws(Failure) -> Scope {
    do throws(FileError) {
      let here: [UInt8] = [UInt8(ascii: ".")]
      if let names = try tree.scope(of: here, from: workingDirectory) { return Scope(names) }
    } catch { throw .file(error, tree: 0) }
    throw .message(
      "the current directory is not in the tree; name the scope from the root",
      notes: notes(ofDirectory: argument))
  }

  /// Says which scope a directory of the disk is, if it is one.
  func notes(ofDirectory path: [UInt8]) -> [String] {
    scope(ofDirectory: path).map {
      ["that directory is the scope '\(Printable.string($0.path))'"]
    } ?? []
  }

  /// The scope that a directory of the disk is, if it lies in the tree.
  func scope(ofDirectory path: [UInt8]) -> Scope? {
    guard let names = try? tree.scope(of: path, from: workingDirectory) else { return nil }
    return Scope(names)
  }
}
