import Cascade
import Files
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
      // A value that moves up twice leaves an empty file, which is not written.
      guard let former else { return present.document.members(0).contains { _ in true } }
      return !former.document.source.isEqual(to: present.document.source)
    }
  }

  private var byPath: [[FileName]: File] = [:]

  /// Ancestors first: a value that moves up is written there before it is removed below, even if interrupted.
  package var files: [File] {
    byPath.values.filter(\.isChanged).sorted { one, other in
      if one.path.count != other.path.count { return one.path.count < other.path.count }
      return one.path.lexicographicallyPrecedes(other.path) { $0.lexicographicallyPrecedes($1) }
    }
  }

  mutating func put(_ edited: EditedFile, of scope: Scope, at path: [FileName]) {
    var file =
      byPath[path]
      ?? File(
        path: path, name: edited.name, scopes: [], former: edited.former, present: edited.file)
    file.present = edited.file
    if !file.scopes.contains(scope) { file.scopes.append(scope) }
    byPath[path] = file
  }

  var patch: TreePatch { patch(\.present) }

  /// The files before the edit, or as an earlier proposal left them.
  func formerPatch(since earlier: Proposal = Proposal()) -> TreePatch {
    patch { earlier.byPath[$0.path]?.present ?? $0.former }
  }

  private func patch(_ contents: (File) -> PropertyFile?) -> TreePatch {
    var patch = TreePatch()
    for (path, file) in byPath { patch.set(contents(file)?.bytes, at: path) }
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
