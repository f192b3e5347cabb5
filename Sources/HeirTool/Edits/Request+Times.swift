import Cascade
import FileTree
import Sessions

extension Request {
  /// The trees with what some files of the root's held before an edit, and with what they are to hold.
  func times(
    of root: SharedFolder, from: FileEdits, to: FileEdits, in world: EditWorld = .asGiven
  ) -> Sides<TreeTime> {
    show.places.formerRoot = show.places.root(.tree(0))
    func time(_ edits: FileEdits, isFormer: Bool) -> TreeTime {
      let tree = OpenTree(
        trees.tree, edited: EditedFolder(root, edits), isFormer: isFormer,
        hasOverlays: world.hasOverlays)
      let environment =
        world.variables.map { AllowedEnvironment(assuming: $0) }
        ?? AllowedEnvironment(options, session)
      return TreeTime(
        StoredTrees(tree, names, environment), reveals: options.isRevealing)
    }
    return Sides(from: time(from, isFormer: true), to: time(to, isFormer: false))
  }
}
