import Cascade
import FileTree
import Snapshots
import SystemCalls

/// What a command that writes proposes: files of the root's tree with all that they are to hold. It is judged
/// by asking the tree before and after, then shown as a patch, or committed.
package struct Proposal {
  /// A file that is to be written.
  package struct File {
    /// From the root without links.
    package let path: [FileName]
    package let name: FileName
    /// The scopes in which something of it goes or comes.
    package fileprivate(set) var scopes: [Scope]
    /// The file as it was read; nil for one that is to be made.
    package let former: PropertyFile?
    package fileprivate(set) var present: PropertyFile
  }

  private var filesByPath: [[FileName]: File] = [:]

  /// Those that change, of the upper scopes first: a value that moves up is there before it goes, whatever
  /// comes between.
  package var files: [File] {
    filesByPath.values.filter { $0.former?.bytes != $0.present.bytes }.sorted { one, other in
      if one.path.count != other.path.count { return one.path.count < other.path.count }
      return one.path.lexicographicallyPrecedes(other.path) { $0.lexicographicallyPrecedes($1) }
    }
  }

  /// Takes a file of a scope, as it was edited last.
  mutating func put(_ edited: EditedFile, of scope: Scope, at path: [FileName]) {
    guard var file = filesByPath[path] else {
      filesByPath[path] = File(
        path: path, name: edited.name, scopes: [scope], former: edited.former,
        present: edited.file)
      return
    }
    file.present = edited.file
    if !file.scopes.contains(scope) { file.scopes.append(scope) }
    filesByPath[path] = file
  }

  /// What the files are to hold.
  var patch: TreePatch {
    var patch = TreePatch()
    for (path, file) in filesByPath { patch.set(file.present.bytes, at: path) }
    return patch
  }

  /// What the same files held before they were edited, or when an earlier proposal was made.
  func formerPatch(since earlier: Proposal = Proposal()) -> TreePatch {
    var patch = TreePatch()
    for (path, file) in filesByPath {
      patch.set(earlier.filesByPath[path]?.present.bytes ?? file.former?.bytes, at: path)
    }
    return patch
  }

  /// Says that the files are not there which it makes.
  var absences: TreePatch {
    var patch = TreePatch()
    for (path, file) in filesByPath where file.former == nil { patch.set(nil, at: path) }
    return patch
  }
}

extension TreePatch {
  /// Laid over a root, as another time of a present world.
  func laid(
    on root: KeepingFolder, of present: World, isFormer: Bool,
    under circumstances: Circumstances = .asGiven
  ) -> World {
    present.at(
      present.snapshot.replacingRoot(
        by: PatchedFolder(root, self), isFormer: isFormer,
        hasOverlays: circumstances.hasOverlays),
      circumstances.variables.map { AllowedEnvironment(assuming: $0) })
  }
}
