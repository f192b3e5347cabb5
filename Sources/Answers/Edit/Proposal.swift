import Cascade
import SystemCalls
import Trees

/// Edited files of the root's tree, to be validated, shown as a patch, or committed.
package struct Proposal {
  /// A file of a proposal.
  package struct File {
    /// The path from the root, with links resolved.
    package let path: [FileName]
    package let name: FileName
    /// The scopes through which the file was edited; links give a file several scopes.
    package fileprivate(set) var scopes: [Scope]
    package let former: PropertyFile?
    package fileprivate(set) var present: PropertyFile

    fileprivate var isChanged: Bool {
      former?.document.source.isEqual(to: present.document.source) != true
    }
  }

  /// Ancestors first: a value that moves up is written there before it is removed below, even if interrupted.
  private var all: [File] = []

  package var files: [File] { all.filter(\.isChanged) }

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

  private func find(_ path: [FileName]) -> (number: Int, isThere: Bool) {
    let number = all.indices.bisected { index in
      let other = all[index].path
      if other.count != path.count { return other.count > path.count }
      return !other.lexicographicallyPrecedes(path) { $0.lexicographicallyPrecedes($1) }
    }
    return (number, number < all.count && all[number].path == path)
  }

  var patch: TreePatch {
    var patch = TreePatch()
    for file in all { patch.set(file.present.bytes, at: file.path) }
    return patch
  }

  /// The files before the edit, or as an earlier proposal left them.
  func formerPatch(since earlier: Proposal = Proposal()) -> TreePatch {
    var patch = TreePatch()
    for file in all {
      let (number, isThere) = earlier.find(file.path)
      patch.set(isThere ? earlier.all[number].present.bytes : file.former?.bytes, at: file.path)
    }
    return patch
  }

  var patchWithoutNewFiles: TreePatch {
    var patch = TreePatch()
    for file in all where file.former == nil { patch.set(nil, at: file.path) }
    return patch
  }
}

extension TreePatch {
  /// Applies the patch to a root, and returns that tree as another snapshot of `present`.
  func applied(
    on root: RecordingFolder, of present: TreeReader, isFormer: Bool,
    under proofConditions: ProofConditions = .asGiven
  ) -> TreeReader {
    present.at(
      present.snapshot.replacingRoot(
        by: PatchedFolder(root, self), isFormer: isFormer,
        hasOverlays: proofConditions.hasOverlays),
      proofConditions.variables.map { AllowedEnvironment(assuming: $0) })
  }
}

/// Conditions under which a tree is compared before and after a tidying.
struct ProofConditions {
  /// Assumed value of every variable and fact; nil to use those of the caller.
  var variables: [UInt8]?
  var hasOverlays = true

  static let asGiven = ProofConditions()
  static let withoutOverlays = ProofConditions(hasOverlays: false)

  /// These conditions with assumed variables, because other callers may allow other variables.
  var withVariables: [ProofConditions] {
    ["7", "true"].map { ProofConditions(variables: Array($0.utf8), hasOverlays: hasOverlays) }
  }
}
