import Answers
import Cascade
import Legible
import Reports
import Sessions
import Snapshots

extension Comparison {
  package init(_ query: Query, from: ScopeArgument, to: ScopeArgument) throws(Failure) {
    self.init(from: try query.scope(from), to: try query.scope(to))
  }

  package init(_ query: Query, _ scope: ScopeArgument, since tree: TreeTime) throws(Failure) {
    let time = try query.former(tree)
    let present = Result { () throws(Failure) in try query.scope(scope) }
    let former = Result { () throws(Failure) in try query.scope(scope, at: time) }
    let name = Printable.string(tree.name)
    switch (former, present) {
    case (.success, .failure(.unknownScope(let text, let words, let notes))):
      throw .unknownScope(text, words + " any more", notes: ["it exists in '\(name)'"] + notes)
    case (.failure(.unknownScope(let text, let words, let notes)), .success):
      throw .unknownScope(text, words, notes: notes + ["it exists in the current tree"])
    default:
      let to = try present.get()
      self.init(from: try former.get(), to: to, former: time, tree: tree)
      asked = query.options.time
    }
  }

  /// Reports warnings about both sides; under `--strict` they are errors.
  package func judge(_ query: Query, _ key: Key) throws(Failure) {
    try query.judge(from, [key], at: former)
    if from !== to { try query.judge(to, [key]) }
  }

  package func check(_ query: Query, _ key: Key) throws(Failure) {
    if key.names.isEmpty || from.view.mentions(key) || to.view.mentions(key) { return }
    throw .message(
      [from.view, to.view].lacking(query.names.text(key)),
      notes: query.hints(for: key, in: [from, to]))
  }
}
