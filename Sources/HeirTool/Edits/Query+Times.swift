import Cascade
import FileTree
import Sessions

extension Query {
  /// The trees with what some files of the root's held before an edit, or with what they are to hold.
  func time(
    of root: KeepingFolder, _ patch: TreePatch, isFormer: Bool, in world: EditWorld = .asGiven
  ) -> World {
    if isFormer { show.places.formerRoot = show.places.root(.tree(0)) }
    return present.at(
      snapshot.replacingRoot(
        by: PatchedFolder(root, patch), isFormer: isFormer, hasOverlays: world.hasOverlays),
      world.variables.map { AllowedEnvironment(assuming: $0) })
  }

  /// Both times of an edit.
  func times(
    of root: KeepingFolder, from: TreePatch, to: TreePatch, in world: EditWorld = .asGiven
  ) -> BeforeAfter<World> {
    BeforeAfter(
      from: time(of: root, from, isFormer: true, in: world),
      to: time(of: root, to, isFormer: false, in: world))
  }
}
