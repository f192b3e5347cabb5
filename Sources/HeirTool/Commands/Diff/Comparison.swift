import Answers
import Cascade
import SafeText
import Trees

/// Two scopes to compare, or a scope at two revisions.
package struct Comparison {
  let from: Evaluation
  let to: Evaluation
  /// The trees of `from` if they are not the present trees.
  var former: TreeReader?
  /// The revision or directory of `from` if it is not the present tree.
  var tree: SnapshotSource?
  /// The revision of `to` if it is not the disk.
  var asked: SnapshotSource?
  /// Whether a watched scope is compared with its former state.
  var isOneScope = false
}

extension Comparison {
  init(_ context: CommandContext, _ scope: ScopeArgument, since tree: SnapshotSource)
    throws(Failure)
  {
    let time = try context.former(tree)
    let present = Result { () throws(Failure) in try context.scope(scope) }
    let former = Result { () throws(Failure) in try context.scope(scope, at: time) }
    let name = Printable.string(tree.name)
    switch (former, present) {
    case (.success, .failure(.unknownScope(let text, let words, let notes))):
      throw .unknownScope(text, words + " any more", notes: ["it exists in '\(name)'"] + notes)
    case (.failure(.unknownScope(let text, let words, let notes)), .success):
      throw .unknownScope(text, words, notes: notes + ["it exists in the current tree"])
    default:
      let to = try present.get()
      self.init(
        from: try former.get(), to: to, former: time, tree: tree, asked: context.options.time)
    }
  }

  /// Reports warnings about both sides; under `--strict` they are errors.
  func validate(_ context: CommandContext, _ key: Key) throws(Failure) {
    try context.validate(from, [key], at: former)
    if from !== to { try context.validate(to, [key]) }
  }

  func check(_ context: CommandContext, _ key: Key) throws(Failure) {
    if key.names.isEmpty || from.view.mentions(key) || to.view.mentions(key) { return }
    throw .message(
      [from.view, to.view].lacking(context.names.text(key)),
      notes: context.hints(for: key, in: [from, to]))
  }
}
