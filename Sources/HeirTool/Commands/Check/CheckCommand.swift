import Answers
import Cascade
import CommandSpec
import Output
import SafeText
import Trees

enum CheckCommand {
  static let command = Command(
    "check", summary: "Find errors and doubtful entries in the files",
    details: """
      Prints one finding per line: file, line, column, message, and the rule in brackets. A \
      finding in several scopes is printed once, with the first scope and the number of scopes. \
      References to a missing key are one finding.

      --format sarif prints SARIF 2.1.0. --format github prints workflow commands, errors first, \
      because GitHub shows only the first ten of a step. Paths of both formats are relative to \
      the top of the git repository.

      With --since, prints and counts only new findings: the tree of that revision has none of the \
      same rule, scope and key. If a file cannot be read, the values of its scope and of all \
      scopes below are not checked.

      Errors:

      \(list(.error))

      Warnings:

      \(list(.warning))

      Notes, never errors:

      \(list(.note))

      Texts and keys of more than 1,500 bytes are cut. Text output ends after 16 MiB with 'and N \
      more', and JSON has "more": N; counts and exit status include all.
      """,
    examples: [
      Example("heir check", "Check the whole tree"),
      Example("heir check /prod --rules syntax,directive", "Check only two rules"),
      Example("heir check --ignore redundant --json", "Skip a rule and print JSON"),
      Example("heir check --since origin/main", "Report only new findings"),
      Example("heir check --format github", "Annotate the lines of a pull request"),
    ],
    exitStatus: "0 no errors; 1 errors (with --strict, also warnings); 2 the tree cannot be read"
  ) { (arguments) throws(UsageError) in
    let scope = try arguments.startScope()
    let form = try arguments.format(
      orElse: CheckFormat.text, compact: [.json, .sarif], words: "--format json|sarif")
    let only = try arguments.option(
      "--rules", type: .rules, help: "Check only these rules (comma-separated)")
    let except = try arguments.option(
      "--ignore", type: .rules, help: "Skip these rules (comma-separated)")
    let since = try arguments.option(
      "--since", type: .bytes("REV", .revision),
      help: "Report only findings that are new since REV")
    return Action(try CommonOptions(arguments, printing: .walk)) { (console) throws(Failure) in
      let context = try CommandContext(console)
      let start = try scope?.scope(in: context.present) ?? .root
      let rules = try chosen(only: only, except: except)
      func checked(at time: TreeReader) throws(Failure) -> Checker {
        try context.checker(rules, from: start, at: time, sharesFacts: false)
      }
      let checker = try checked(at: context.present)
      console.session.keep(checker)
      let former = try since.map { (name) throws(Failure) in
        let time = try context.former(.revision(name, isMergeBase: false))
        return (checker: try checked(at: time), name: name)
      }
      let report = CheckReport(
        checker, rules, console.places, since: former, hasAttributes: form.format == .json,
        expects: context.snapshot.expects)
      if form.format == .github || form.format == .sarif {
        console.places.repositoryRoots = context.snapshot.repositoryRoots(console.session)
      }
      console.output.release()
      switch form.format {
      case .text: console.output.append(report.text(console.outputStyle))
      case .github: console.output.append(report.workflowCommands())
      case .json: context.print(form.layout, report.record)
      case .sarif: context.print(form.layout, report.sarif)
      }
      if !console.isQuiet { console.errors.append(report.summary) }
      for note in report.uncertainties { console.note(note) }
      if let since, report.errorCount + report.warningCount > 0 {
        context.remarkOnWorkTree(since: .revision(since, isMergeBase: false))
      }
      let isBad = report.errorCount > 0 || console.options.isStrict && report.warningCount > 0
      return isBad ? .nothing : .answered
    }
  }

  private static func chosen(
    only: Set<Diagnostic.Rule>?, except: Set<Diagnostic.Rule>?
  ) throws(Failure) -> [CheckRule] {
    if only != nil && except != nil { throw .usage(.conflictingOptions("--rules", "--ignore")) }
    let rules = CheckRule.all.filter {
      only?.contains($0.name) ?? true && except?.contains($0.name) != true
    }
    if rules.isEmpty { throw .message("'--ignore' names every rule; leave one to check") }
    return rules
  }

  private static func list(_ severity: Diagnostic.Severity) -> String {
    let rules = CheckRule.all.filter { $0.severity == severity }
    return rules.map { "- \($0.name.rawValue) → \($0.summary)" }.joined(separator: "\n")
  }
}

enum CheckFormat: String, Words { case text, json, sarif, github }

extension ValueType where Value == Set<Diagnostic.Rule> {
  static var rules: ValueType {
    ValueType("RULES", .listedChoices(Diagnostic.Rule.allCases.map(\.rawValue))) {
      (bytes) throws(ArgumentProblem) in
      var rules: Set<Diagnostic.Rule> = []
      for word in bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
        if word.isEmpty { throw .expected("names of rules, separated by commas") }
        guard let rule = Diagnostic.Rule(rawValue: String(decoding: word, as: UTF8.self)) else {
          let known = Diagnostic.Rule.allCases.map(\.rawValue)
          let advice =
            NearMiss.nearest(to: Array(word), among: known).map { "the nearest is '\($0)'" }
            ?? "the rules are \(known.joined(separator: ", "))"
          throw .invalid("rule \(Printable.quoted(word)) does not exist; \(advice)")
        }
        rules.insert(rule)
      }
      return rules
    }
  }
}
