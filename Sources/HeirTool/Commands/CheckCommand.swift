import Answers
import Cascade
import Check
import CommandSpec
import Legible
import Queries
import Reports
import Sessions
import Snapshots

/// `heir check`: finds what is wrong or doubtful in a tree.
enum CheckCommand {
  static let command = Command<Session, CommandResult>(
    "check", summary: "tells what is wrong or doubtful in the files at and below a scope",
    details: """
      Prints one finding a line, as compilers do: file, line and column, then what is wrong, then the \
      rule in brackets. What is wrong with a whole file or directory stands at its line 1. What shows in \
      several scopes is told once, of the first, with their number. The exit \
      status is 1 when there are errors; warnings alone leave it 0.

      '--format sarif' prints SARIF 2.1.0 for services that keep findings; its columns count code \
      points. '--format github' prints workflow commands, which GitHub shows beside the lines: it takes \
      the first ten of a step, so errors come first, and then what holds in the most scopes. The paths of \
      both count from the top of the git repository in which the root lies, wherever one stands.

      With --since only findings are told that the tree of that revision does not have, by rule, scope \
      and key (before the first commit, and where it lacks the root, that is an empty tree); counts and \
      exit status are of these. Overlays and variables are today's on both sides, and so is the day.

      Texts and keys of more than 1,500 bytes are cut. After 16 MiB of findings text ends with \
      'and N more', and JSON has "more": N; counts and exit status are of all.

      Errors: \(list(.error)).

      Warnings: \(list(.warning)).

      Notes, which are never errors: \(list(.note)).

      What a file that cannot be read would have said is unknown, so in its scope and below it values \
      are not compared until it is mended; a note tells in how many scopes.
      """,
    examples: [
      Example("heir check", "the whole tree"),
      Example("heir check /prod --only syntax,directive", "what would keep others from answering"),
      Example("heir check --except redundant --json", "for other programs"),
      Example("heir check --since origin/main", "what is new since then"),
      Example("heir check --format github", "beside the lines of a pull request"),
    ],
    parameters: OptionalPositional(.scope, help: "where to begin; the root if it is left out"),
    PrintForm<CheckFormat>.options(
      orElse: .text, compact: [.json, .sarif], words: "--format json|sarif"),
    Option("--only", type: .rules, help: "looks for these rules only; commas between them"),
    Option("--except", type: .rules, help: "does not look for these rules"),
    Option(
      "--since", type: .bytes("REV", .revision),
      help: "leaves out what this git revision of the tree has, too; nothing is checked out"),
    CommonOptions.printing(.walk),
    run: { (session, scope, form, only, except, since, options) in
      CommandResult(session, options) { (show) throws(Failure) in
        try form.check()
        let query = try Query(session, options, show)
        let asked = try scope.map { (scope) throws(Failure) in
          try scope.scope(in: query.present)
        }
        let rules = try chosen(only: only, except: except)
        let checker = try checked(asked ?? .root, rules, query, isCompared: since != nil)
        let former = try since.map { (name) throws(Failure) in
          let time = try query.former(.revision(name, isMergeBase: false))
          return CheckReport.Since(
            checker: try checked(asked ?? .root, rules, query, at: time, isCompared: true),
            name: name)
        }
        let report = CheckReport(
          checker, rules, show.places, since: former, hasAttributes: form.format == .json)
        if form.format == .github || form.format == .sarif {
          show.places.repositoryRoots = query.snapshot.repositoryRoots(session)
        }
        show.output.release()
        switch form.format {
        case .text: show.output.append(report.text(show.outputStyle))
        case .github: show.output.append(report.workflowCommands())
        case .json: query.print(form.layout, report.record)
        case .sarif: query.print(form.layout, report.sarif)
        }
        if !show.isQuiet { session.errors.append(report.summary) }
        for note in report.uncertainties { show.note(note) }
        if let since, report.errorCount + report.warningCount > 0 {
          query.remarkOnWorkTree(since: .revision(since, isMergeBase: false))
        }
        let isBad = report.errorCount > 0 || options.isStrict && report.warningCount > 0
        return isBad ? .nothing : .answered
      }
    })

  static let foresight = Foresight(
    .nothing,
    harmless: "--format")

  /// Applies rules to a scope and all below it, now, unless another time is given.
  private static func checked(
    _ scope: Scope, _ rules: [CheckRule], _ query: Query, at time: World? = nil,
    isCompared: Bool
  ) throws(Failure) -> Checker {
    let world = time ?? query.present
    return try Checker.check(from: scope) { others, earlier in
      Checker(
        others ?? rules, world, today: query.session.today(), keepsScopes: isCompared,
        after: earlier)
    } walk: { (scope, checker) throws(Failure) in
      try world.walk(from: scope, checker)
      try world.refuseSharedFacts(below: scope)
    }
  }

  private static func chosen(
    only: Set<Diagnostic.Rule>?, except: Set<Diagnostic.Rule>?
  ) throws(Failure) -> [CheckRule] {
    // Rules come one by one, so that whoever names some needs to take none of them away.
    if only != nil && except != nil { throw .usage(.conflictingOptions("--only", "--except")) }
    let rules = CheckRule.all.filter {
      only?.contains($0.name) ?? true && except?.contains($0.name) != true
    }
    if rules.isEmpty { throw .message("'--except' names every rule; leave one to look for") }
    return rules
  }

  private static func list(_ severity: Diagnostic.Severity) -> String {
    CheckRule.all.filter { $0.severity == severity }
      .map { "\($0.name.rawValue) (\($0.summary))" }.joined(separator: ", ")
  }
}

/// How findings are printed.
enum CheckFormat: String, CaseIterable { case text, json, sarif, github }

extension ValueType where Value == Set<Diagnostic.Rule> {
  static var rules: ValueType {
    ValueType("RULES", .listedChoices(FixedWords(Diagnostic.Rule.allCases.map(\.rawValue)))) {
      (bytes) throws(ArgumentProblem) in
      var rules: Set<Diagnostic.Rule> = []
      for word in bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
        if let rule = Diagnostic.Rule.allCases.first(where: {
          $0.rawValue.utf8.elementsEqual(word)
        }) {
          rules.insert(rule)
          continue
        }
        if word.isEmpty { throw .expected("names of rules with commas between them") }
        let name = Printable.quoted(word)
        let known = Diagnostic.Rule.allCases.map(\.rawValue)
        let nearest = NearMiss.nearest(to: Array(word), among: known).map {
          "the nearest is '\($0)'"
        }
        throw .invalid(
          "there is no rule \(name); "
            + (nearest ?? "there are \(known.joined(separator: ", "))"))
      }
      return rules
    }
  }
}
