import Cascade
import FileTree
import JSONSource
import Legible

/// A tree opened for one command: its root and its rules.
final class OpenTree {
  let tree: FileTree
  let rules: Rules
  let warnings: [Discovery.Warning]
  private let workingDirectory: WorkingDirectory

  init(_ options: CommonOptions, _ session: Session) throws(Failure) {
    workingDirectory = session.workingDirectory
    session.color = options.color
    if session.setting("HEIR_OVERLAYS") != nil {
      throw .message("$HEIR_OVERLAYS is set, but overlays are not supported by this version")
    }
    do throws(FileError) {
      if let root = options.root ?? session.setting("HEIR_ROOT") {
        tree = try FileTree.open(root, from: workingDirectory)
        session.shownRoot = root.last == UInt8(ascii: "/") ? root : root + [UInt8(ascii: "/")]
        warnings = []
      } else {
        let discovery = try FileTree.discover(from: workingDirectory)
        tree = discovery.tree
        warnings = discovery.warnings
      }
    } catch {
      throw .file(error)
    }
    let settings: [UInt8]?
    do throws(FileError) { settings = try tree.settingsFile() } catch { throw .file(error) }
    do throws(Diagnostic) {
      rules =
        try settings.map { (bytes) throws(Diagnostic) in try Settings.read(bytes) }
        ?? Settings.usual
    } catch {
      throw .diagnostics([error])
    }
  }

  /// The scope of the working directory.
  func currentScope(for argument: [UInt8]) throws(Failure) -> Scope {
    do throws(FileError) {
      let here: [UInt8] = [UInt8(ascii: ".")]
      if let names = try tree.scope(of: here, from: workingDirectory) { return Scope(names) }
    } catch { throw .file(error) }
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
