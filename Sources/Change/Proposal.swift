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

    fileprivate var isChanged: Bool {
      former?.document.source.isEqual(to: present.document.source) != true
    }
  }

  /// Those of the upper scopes first: a value that moves up is there before it goes, whatever comes between.
  private var all: [File] = []

  /// The files that change.
  package var files: [File] { all.filter(\.isChanged) }

  /// Takes a file of a scope, as it was edited last.
  mutating func put(_ edited: EditedFile, of scope: Scope, at path: [FileName]) {
    let (number, isThere) = find(path)
    if !isThere {
      let file = File(
        path: path, name: edited.name, scopes: [scope], former: edited.former,
        present: edited.file)
      return all.insert(file, at: number)
    }
    all[number].present = edited.file
    if !all[number].scopes.contains(scope) { all[number].scopes.append(scope) }
  }

  /// Which one the file at a path is, or would be.
  private func find(_ path: [FileName]) -> (number: Int, isThere: Bool) {
    let number = all.indices.bisected { index in
      let other = all[index].path
      if other.count != path.count { return other.count > path.count }
      return !other.lexicographicallyPrecedes(path) { $0.lexicographicallyPrecedes($1) }
    }
    return (number, number < all.count && all[number].path == path)
  }

  /// What the files are to hold.
  var patch: TreePatch {
    var patch = TreePatch()
    for file in all { patch.set(file.present.bytes, at: file.path) }
    return patch
  }

  /// What the same files held before they were edited, or when an earlier proposal was made.
  func formerPatch(since earlier: Proposal = Proposal()) -> TreePatch {
    var patch = TreePatch()
    for file in all {
      let (number, isThere) = earlier.find(file.path)
      patch.set(isThere ? earlier.all[number].present.bytes : file.former?.bytes, at: file.path)
    }
    return patch
  }

  /// Says that the files are not there which it makes.
  var absences: TreePatch {
    var patch = TreePatch()
    for file in all where file.former == nil { patch.set(nil, at: file.path) }
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
