import Cascade
import FileTree
import Sessions

extension Request {
  /// The trees with what some files of the root's held before an edit, and with what they are to hold.
  func times(
    of root: KeepingFolder, from: TreePatch, to: TreePatch, in world: EditWorld = .asGiven
  ) -> Sides<World> {
    show.places.formerRoot = show.places.root(.tree(0))
    func time(_ patch: TreePatch, isFormer: Bool) -> World {
      present.at(
        snapshot.replacingRoot(
          by: PatchedFolder(root, patch), isFormer: isFormer, hasOverlays: world.hasOverlays),
        world.variables.map { AllowedEnvironment(assuming: $0) })
    }
    return Sides(from: time(from, isFormer: true), to: time(to, isFormer: false))
  }
}
