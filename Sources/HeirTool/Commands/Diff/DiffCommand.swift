import Answers
import Cascade
import CommandSpec
import SafeText
import Trees

enum DiffCommand {
  enum Format: String, Words { case text, json, patch }

  static let command = Command(
    "diff",
    summary: "Compare the effective values of two scopes",
    details: """
      Compares scalars, arrays and empty objects. --format patch prints a JSON Patch (RFC 6902) \
      from the first configuration to the second.

      With --against or --since, compares one scope with its state in another copy of the tree or \
      at a git revision, without a checkout. Both sides use the current overlays, --set and \
      environment variables. The path of a second scope, which begins with '/', is where a moved \
      scope is now.
      """,
    examples: [
      Example("heir diff /staging /prod", "Compare staging with production"),
      Example("heir diff /prod/eu /prod/us db --keys", "Print only the keys that differ"),
      Example("heir diff /prod/eu --since origin/main", "Show what this branch changes in a scope"),
      Example("heir diff /old /new --since HEAD", "Compare a moved scope with what it was"),
    ],
    synopses: [
      "[OPTIONS] SCOPE SCOPE [KEY]", "[OPTIONS] SCOPE [SCOPE] (--against DIR | --since REV) [KEY]",
    ],
    exitStatus: "0 equal, or only moved; 1 different; 2 error, or KEY does not exist"
  ) { (arguments) throws(UsageError) in
    let scope = try arguments.argument(.scope, help: "Scope to compare")
    let other = try arguments.argument(
      optional: .scope.standing(for: .key, with: "--against", "--since"),
      help: "Scope to compare with, unless --against or --since is given")
    let key = try arguments.argument(optional: .key, help: "Compare only this key")
    let former = try SnapshotSource(former: arguments)
    let form = try arguments.format(orElse: Format.text, compact: [.json, .patch])
    let hasOnlyNames = arguments.flag("--keys", help: "Print only the keys")
    let endsWithNUL = arguments.endsWithNUL()
    let hasMoves = arguments.flag(
      "--moved", help: "Also report equal values from different places")
    let exceptions = try arguments.exceptions()
    if hasOnlyNames && form.format != .text {
      throw .conflictingOptions("--keys", "--format \(form.format.rawValue)")
    }
    if endsWithNUL && !hasOnlyNames { throw .optionNeeds("-0", other: "--keys") }
    if hasMoves && form.format == .patch { throw .conflictingOptions("--moved", "--format patch") }
    return Action(try CommonOptions(arguments, printing: .all)) { (console) throws(Failure) in
      if former == nil && other == nil {
        throw .usage(.missingArguments(["SCOPE"], usage: usage))
      }
      let context = try CommandContext(console)
      let names = context.names
      // With another tree, a second argument that is not the path of a scope is the key.
      let isScope = try isPath(other, of: context, isAlone: key == nil)
      let second = former == nil || isScope ? other : nil
      if second == nil, let key { throw .usage(.extraArguments([key], usage: usage)) }
      let key = try context.key(second == nil ? other?.text : key)
      let time = try former.map(context.former)
      let scopes =
        if let time, let former, second == nil {
          try sides(context, scope, at: time, called: Printable.string(former.name))
        } else if let time {
          BeforeAfter(
            from: try context.scope(scope, at: time), to: try context.scope(second ?? scope))
        } else {
          BeforeAfter(from: try context.scope(scope), to: try context.scope(second ?? scope))
        }
      let (left, right) = (scopes.from, scopes.to)
      let except = try exceptions.map(context.pattern)
      let all = try context.evaluating(
        try Difference(
          from: left, to: right, under: key, withMoves: hasMoves, passingOver: except))
      try context.present.refuseSharedFacts { [left.view.scope, right.view.scope].contains($0) }
      if all.changes.isEmpty, !key.names.isEmpty, !left.view.mentions(key),
        !right.view.mentions(key)
      {
        throw .message(
          [left.view, right.view].lacking(names.text(key)),
          notes: context.hints(for: key, in: [left, right]))
      }
      for pattern in except { try pattern.refuse(asExceptionOf: [left, right]) }
      let difference = try context.evaluating(try all.leavingOut(except))
      try context.validate(left, [key], at: time)
      if left !== right { try context.validate(right, [key]) }
      if form.format != .text || hasOnlyNames {
        try context.checkKeySizes(difference)
      }
      switch form.format {
      case .patch:
        let patch = try context.evaluating(
          try Patch(from: left, to: right, under: key, except: except))
        if let taken = patch.takenKey {
          throw .message(
            "the patch would replace the object \(names.text(taken)), including keys left out by '--except'",
            notes: ["leave out '\(names.text(taken))' as a whole"])
        }
        if let secret = patch.secretKey {
          throw .message(
            "the patch would contain the secret \(names.text(secret))",
            notes: ["use '--reveal' to print it"])
        }
        context.print(form.layout) { $0.patch(patch, names) }
      case .json:
        context.print(form.layout, difference.record(scopes, since: former))
      case .text where hasOnlyNames:
        console.output.release()
        for change in difference.changes {
          console.output.append(names.spelling(change.key) + [endsWithNUL ? 0 : 0x0A])
        }
      case .text:
        let style = console.outputStyle
        func side(_ scope: Evaluation, _ time: SnapshotSource?) -> String {
          guard former != nil, let time else { return scope.view.scope.text }
          return "\(scope.view.scope.text) (\(Printable.string(time.name)))"
        }
        let head =
          style.bad("--- \(side(left, former))") + "\n"
          + style.good("+++ \(side(right, console.options.time))")
        console.output.append(
          difference.text(head, scopes, console.places, style, width: console.output.width))
      }
      if difference.changes.allSatisfy({ $0.kind == .moved }) { return .answered }
      if let former { context.remarkOnWorkTree(since: former) }
      return .nothing
    }
  }

  private static let usage = "heir diff SCOPE (SCOPE | --against DIR | --since REV) [KEY]"

  /// Whether an argument begins with a slash and is a scope; an error if a key follows and it is none.
  private static func isPath(
    _ argument: ScopeArgument?, of context: CommandContext, isAlone: Bool
  ) throws(Failure) -> Bool {
    guard let argument, argument.text.first == UInt8(ascii: "/") else { return false }
    if isAlone { return (try? context.place(argument)) != nil }
    _ = try context.place(argument)
    return true
  }

  private static func sides(
    _ context: CommandContext, _ scope: ScopeArgument, at time: TreeReader, called name: String
  ) throws(Failure) -> BeforeAfter<Evaluation> {
    let present = Result { () throws(Failure) in try context.scope(scope) }
    let former = Result { () throws(Failure) in try context.scope(scope, at: time) }
    switch (former, present) {
    case (.success, .failure(.unknownScope(let text, let words, let notes))):
      throw .unknownScope(text, words + " any more", notes: ["it exists in '\(name)'"] + notes)
    case (.failure(.unknownScope(let text, let words, let notes)), .success):
      throw .unknownScope(text, words, notes: notes + ["it exists in the current tree"])
    default:
      let to = try present.get()
      return BeforeAfter(from: try former.get(), to: to)
    }
  }
}
