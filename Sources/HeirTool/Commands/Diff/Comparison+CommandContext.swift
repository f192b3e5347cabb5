import Answers
import Cascade
import SafeText
import Trees

extension Comparison {
  package init(_ context: CommandContext, from: ScopeArgument, to: ScopeArgument) throws(Failure) {
    self.init(from: try context.scope(from), to: try context.scope(to))
  }

  package init(_ context: CommandContext, _ scope: ScopeArgument, since tree: SnapshotSource)
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
      self.init(from: try former.get(), to: to, former: time, tree: tree)
      asked = context.options.time
    }
  }

  /// Reports warnings about both sides; under `--strict` they are errors.
  package func validate(_ context: CommandContext, _ key: Key) throws(Failure) {
    try context.validate(from, [key], at: former)
    if from !== to { try context.validate(to, [key]) }
  }

  package func check(_ context: CommandContext, _ key: Key) throws(Failure) {
    if key.names.isEmpty || from.view.mentions(key) || to.view.mentions(key) { return }
    throw .message(
      [from.view, to.view].lacking(context.names.text(key)),
      notes: context.hints(for: key, in: [from, to]))
  }
}
