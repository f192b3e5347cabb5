import Answers
import Cascade
import CommandSpec
import JSONSource
import Queries
import Reports
import Sessions
import Snapshots

/// `heir diff`: tells what differs between two scopes, or between a scope as it was and as it is.
enum DiffCommand {
  enum Format: String, CaseIterable { case text, json, patch }

  static let command = Command<Session, CommandResult>(
    "diff",
    summary: "tells what differs between two scopes' effective values",
    details: """
      Scalars, arrays and empty objects are compared, numbers by their exact value. The exit status \
      is 0 where nothing differs and 1 where something does. The patch of --format patch (RFC 6902) \
      turns what the first scope resolves to into what the second does.

      With --against or --since one scope is compared with itself: as it is in the other tree, and \
      as it is here. Overlays, --set and variables are today's on both sides. git reads the \
      revision, without a checkout; its paths are printed so that 'git show' takes them.
      """,
    examples: [
      Example("heir diff /staging /prod", "what production does otherwise"),
      Example("heir diff /prod/eu /prod/us db --names", "the keys alone"),
      Example("heir diff /prod/eu --since origin/main", "what this branch changes there"),
    ],
    synopses: [
      "[OPTIONS] SCOPE SCOPE [KEY]", "[OPTIONS] SCOPE (--against DIR | --since REV) [KEY]",
    ],
    parameters: Positional(.scope, help: "the scope to compare"),
    OptionalPositional(
      .scope.standing(for: .key, with: "--against", "--since"),
      help: "the scope to compare it with; not where it is compared with itself"),
    OptionalPositional(.key, help: "the key under which to compare"),
    TreeTime.options,
    Group(
      PrintForm<Format>.options(orElse: .text, compact: [.json, .patch]),
      Flag("--names", help: "prints the keys alone"),
      NameList.flag,
      Flag("--moved", help: "also tells of equal values that stand in different places"),
      RepeatedOption(
        "--except", type: .bytes("KEY", .keyPattern),
        help: "leaves out a key, or all in it; '*' stands for any one name, '**' for any number"),
      make: { (print, names, nul, moved, except) throws(UsageError) in
        let format = print.format
        if names && format != .text {
          throw .conflictingOptions("--names", "--format \(format.rawValue)")
        }
        if nul && !names { throw .optionNeeds("-0", other: "--names") }
        if moved && format == .patch { throw .conflictingOptions("--moved", "--format patch") }
        return Form(
          print: print, hasOnlyNames: names, endsWithNUL: nul, hasMoves: moved, except: except)
      }),
    CommonOptions.printing(.all),
    run: { (session, scope, other, key, former, form, options) in
      CommandResult(session, options) { (show) throws(Failure) in
        try form.print.check()
        let asked = try Asked(scope, other, key, former)
        let query = try Query(session, options, show)
        let names = query.names
        let key = try query.key(asked.key)
        let compared = try asked.comparison(query)
        let (left, right) = (compared.from, compared.to)
        let except = try form.except.map { (text) throws(Failure) in try query.pattern(text) }
        let all = try query.worked { () throws(Unresolved) in
          try Difference(
            from: left, to: right, under: key, withMoves: form.hasMoves, passingOver: except)
        }
        try query.present.refuseSharedFacts { [left.view.scope, right.view.scope].contains($0) }
        if all.changes.isEmpty { try compared.check(query, key) }
        for pattern in except {
          try pattern.refuse(asExceptionOf: [left, right])
        }
        let difference = try query.worked { () throws(Unresolved) in try all.leavingOut(except) }
        try compared.judge(query, key)
        if form.print.format != .text || form.hasOnlyNames {
          try query.refuseExcess(difference)
        }
        switch form.print.format {
        case .patch:
          let patch = try query.worked { () throws(Unresolved) in
            try Patch(from: left, to: right, under: key, except: except)
          }
          if let taken = patch.takenKey {
            throw .message(
              "the patch would replace the object \(names.text(taken)), of which '--except' leaves something out",
              notes: ["leave out '\(names.text(taken))' as a whole"])
          }
          if let secret = patch.secretKey {
            throw .message(
              "the patch would carry the secret \(names.text(secret))",
              notes: ["'--reveal' prints it all the same"])
          }
          query.print(form.print.layout) { $0.patch(patch, names) }
        case .json:
          query.print(form.print.layout, difference.record(compared))
        case .text where form.hasOnlyNames:
          show.output.release()
          for change in difference.changes {
            show.output.append(names.spelling(change.key) + [form.endsWithNUL ? 0 : 0x0A])
          }
        case .text:
          show.output.append(
            difference.text(compared, show.places, show.outputStyle, width: show.output.width))
        }
        if difference.changes.allSatisfy({ $0.kind == .moved }) { return .answered }
        if let former { query.remarkOnWorkTree(since: former) }
        return .nothing
      }
    })

  static let foresight = Foresight(
    .values(tellsAbsence: true) { found in
      found.line.value(of: "--format")?.elementsEqual("patch".utf8) != true
    },
    leastScopes: 2,
    harmless: "--virtual", "--set", "--values", "--against", "--since", "--format", "--names",
    "-0", "--moved")

  /// What the arguments say together.
  private struct Asked {
    let key: [UInt8]?
    private let scope: ScopeArgument
    private let other: Other

    private enum Other {
      case scope(ScopeArgument)
      case time(TreeTime)
    }

    /// With another tree the argument behind the scope is the key.
    init(
      _ scope: ScopeArgument, _ second: ScopeArgument?, _ third: [UInt8]?, _ former: TreeTime?
    ) throws(Failure) {
      self.scope = scope
      guard let former else {
        guard let second else {
          throw .usage(.missingArguments(["SCOPE"], usage: usage))
        }
        (key, other) = (third, .scope(second))
        return
      }
      if let third { throw .usage(.extraArguments([third], usage: usage)) }
      (key, other) = (second?.text, .time(former))
    }

    func comparison(_ query: Query) throws(Failure) -> Comparison {
      switch other {
      case .scope(let other): try Comparison(query, from: scope, to: other)
      case .time(let former): try Comparison(query, scope, since: former)
      }
    }
  }

  private static let usage = "heir diff SCOPE (SCOPE | --against DIR | --since REV) [KEY]"

  struct Form {
    let print: PrintForm<Format>
    let hasOnlyNames: Bool
    let endsWithNUL: Bool
    let hasMoves: Bool
    let except: [[UInt8]]
  }
}
