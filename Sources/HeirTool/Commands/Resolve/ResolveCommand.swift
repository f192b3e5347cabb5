import Cascade
import CommandSpec
import JSONSource
import Output
import Trees

enum ResolveCommand {
  static let command = Command(
    "resolve", summary: "Print the effective configuration of a scope",
    details: """
      Members are printed in order of first appearance, from the lowest-precedence level up. \
      With --keep-going, values with errors are left out and reported on standard error; a file \
      of -o then stays unchanged.

      With --below, renders every scope at and below SCOPE into its own file. '{scope}' in the \
      path of -o is the path of the scope, '_root' for the root. Files that are up to date are not \
      touched. Scopes with errors keep their previous file; all others are rendered. With \
      --keep-going, every error of every scope is reported, not only the first of each.

      '.heir-rendered', in the directory before '{scope}', lists the written files. --prune \
      removes the listed files of scopes that no longer exist. It removes none if git tracks the \
      list, or if another user may have written it. --verify reports files that are missing, out \
      of date or left over, with the keys that differ.
      """,
    examples: [
      Example("heir resolve /prod/eu/web", "Print the configuration as JSON"),
      Example("heir resolve /prod db -c", "Print one part on one line"),
      Example("heir resolve /prod db --format flat", "Print one line for each leaf"),
      Example(
        "v=$(heir resolve /prod db --format shell --prefix DB_) && eval \"$v\" || exit",
        "Set shell variables, or exit on an error"),
      Example("heir resolve /prod --own", "Print only what the scope's own files set"),
      Example("heir resolve /prod --format yaml --without-secrets", "Print YAML without secrets"),
      Example(
        "heir resolve / --below -o 'build/{scope}.json' --prune", "Render a file for every scope"),
      Example(
        "heir resolve / --below -o 'build/{scope}.json' --verify",
        "Check that the rendered files are up to date"),
    ],
    exitStatus: """
      0 printed; 1 KEY has no value, options leave out all of it, or --verify finds outdated \
      files; 2 error; --keep-going prints the values without errors, --below renders the other \
      scopes
      """
  ) { (arguments) throws(UsageError) in
    let scope = try arguments.argument(.scope, help: "Scope to read")
    let key = try arguments.argument(optional: .key, help: "Key to print (default: all)")
    let form = try Options(arguments)
    let choice = try LeafOptions(arguments)
    let below = try BelowOptions(arguments)
    return Action(try CommonOptions(arguments, printing: .all)) { (console) throws(Failure) in
      let output = console.options.output
      // The files of scopes are written separately.
      if below != nil {
        console.options.output = nil
        if output == nil { throw .usage(.optionNeeds("--below", other: "-o")) }
        try console.options.exclude([.virtual], with: "--below")
      } else if let output, ScopeTemplate(output) != nil {
        throw .message("'{scope}' in -o needs '--below'")
      }
      if form.isOwn { try console.options.exclude([.settings, .values], with: "--own") }
      let context = try CommandContext(console)
      let answer = ResolvedOutput(
        context: context, key: try context.key(key), form: form,
        choice: try LeafFilter(choice, isAlone: below == nil, context))
      if let below, let output {
        return try below.render(context.place(scope), into: output, answer)
      }
      let asked = try context.scope(scope)
      let end = try answer.print(asked, to: console.output) { (scope, keys) throws(Failure) in
        try context.validate(scope, keys)
      }
      switch end {
      case .whole: return .answered
      case .nothing(let why):
        console.note(why())
        return .nothing
      case .partial(let problems):
        console.report(.diagnostics(problems))
        return .failed
      }
    }
  }

  /// The output formats, named after their readers.
  enum Format: String, Words {
    case json, flat, nul, shell, fish, dotenv, docker, systemd, github, yaml, toml, properties

    /// Whether it prints variables, whose names are chosen by the tree.
    var makesVariables: Bool {
      switch self {
      case .shell, .fish, .dotenv, .docker, .systemd, .github: true
      case .json, .flat, .nul, .yaml, .toml, .properties: false
      }
    }
  }

  /// The output options of `resolve`.
  struct Options {
    enum Style: Equatable {
      case format(Format)
      case names(endsWithNUL: Bool)
    }

    let style: Style
    let layout: JSONWriter.Layout
    let isSorted: Bool
    let isOwn: Bool
    let hasOrigins: Bool
    let prefix: [UInt8]
    let isExported: Bool
    let keepsGoing: Bool

    init(_ arguments: Arguments) throws(UsageError) {
      let given: Format? = try arguments.format(help: "Print in FORMAT (default json)")
      let isCompact = arguments.isCompact()
      isSorted = arguments.flag("-S", "--sort-keys", help: "Sort members by name")
      isOwn = arguments.flag("--own", help: "Print only what the scope's own files set")
      hasOrigins = arguments.flag(
        "--origins", help: "Print the value with the place of each leaf")
      let hasNames = arguments.flag(
        "--keys", help: "Print only the keys of leaves, one per line")
      let endsWithNUL = arguments.endsWithNUL()
      let prefix = try arguments.option(
        "--prefix", type: .bytes("P"), help: "Start the names of variables with P (may be empty)")
      isExported = arguments.flag("--export", help: "With --format shell, export the variables")
      keepsGoing = arguments.flag(
        "--keep-going", help: "Go on after errors, and report all; exit status 2")
      let format = given ?? .json
      style = hasNames ? .names(endsWithNUL: endsWithNUL) : .format(format)
      layout = isCompact ? .compact : .indented
      self.prefix = prefix ?? []
      let formatOption = "--format \(format.rawValue)"
      if hasNames && given != nil { throw .conflictingOptions("--keys", formatOption) }
      if endsWithNUL && !hasNames { throw .optionNeeds("-0", other: "--keys") }
      if isCompact || hasOrigins, hasNames || format != .json {
        throw .conflictingOptions(
          isCompact ? "-c" : "--origins", hasNames ? "--keys" : formatOption)
      }
      if isOwn && hasOrigins { throw .conflictingOptions("--own", "--origins") }
      if format.makesVariables && prefix == nil {
        throw .optionNeeds(formatOption, other: "--prefix")
      }
      if !format.makesVariables && prefix != nil {
        let makers = Format.allCases.filter(\.makesVariables).map(\.rawValue)
        throw .optionNeeds("--prefix", other: "--format \(makers.joined(separator: "|"))")
      }
      if isExported && format != .shell {
        throw .optionNeeds("--export", other: "--format shell")
      }
      if keepsGoing && isOwn { throw .conflictingOptions("--own", "--keep-going") }
      // Output for a shell is complete, or fails.
      if keepsGoing && (format == .shell || format == .fish) {
        throw .conflictingOptions("--keep-going", formatOption)
      }
    }

    /// Formats the leaves; empty for JSON, which is written in pieces.
    func text(of leaves: LeafFormats) throws(Failure) -> LeafOutput {
      switch style {
      case .names(let endsWithNUL): return try leaves.keys(endsWithNUL: endsWithNUL)
      case .format(.json): return LeafOutput()
      case .format(.flat): return try leaves.flat()
      case .format(.nul): return try leaves.nul()
      case .format(.properties): return try leaves.properties()
      case .format(.yaml): return try leaves.yaml()
      case .format(.toml): return try leaves.toml()
      case .format(.shell):
        return try leaves.variables(prefix) { ShellText.line($0, isExported: isExported) }
      case .format(.fish):
        var text = try leaves.variables(prefix, besides: FishText.reserved) {
          FishText.line($0, isExported: true)
        }
        text.append(FishText.end)
        return text
      case .format(.dotenv): return try leaves.variables(prefix, DotenvText.line)
      case .format(.docker): return try leaves.variables(prefix, DockerText.line)
      case .format(.systemd): return try leaves.variables(prefix, SystemdText.line)
      case .format(.github):
        return try leaves.variables(prefix, besides: GitHubText.reserved, GitHubText.lines)
      }
    }
  }

  struct BelowOptions {
    enum Report: String, Words { case text, json, github }

    let prunes: Bool
    let verifies: Bool
    let report: Report
    let showsAbstract: Bool
    let isOfLeaves: Bool
    let wait: Int?

    /// Nil without `--below`.
    init?(_ arguments: Arguments) throws(UsageError) {
      let isBelow = arguments.flag(
        "--below", help: "Render each scope at and below into a file of -o")
      prunes = arguments.flag(
        "--prune", help: "With --below, remove left-over files of earlier runs")
      verifies = arguments.flag(
        "--verify", help: "With --below, write nothing; report outdated files")
      let report = try arguments.option(
        "--report", type: Report.type("FORMAT"),
        help: "Print the report of --verify in FORMAT (default text)")
      self.report = Report.named(report) ?? .text
      showsAbstract = arguments.includesAbstract()
      isOfLeaves = arguments.flag(
        "--leaves", help: "With --below, render leaf scopes only")
      wait = try arguments.lockTime()
      let given = [
        ("--prune", prunes), ("--verify", verifies), ("--abstract", showsAbstract),
        ("--leaves", isOfLeaves), ("--wait", wait != nil),
      ]
      if !isBelow, let other = given.first(where: \.1) {
        throw .optionNeeds(other.0, other: "--below")
      }
      if report != nil && !verifies { throw .optionNeeds("--report", other: "--verify") }
      if !isBelow { return nil }
      if verifies && prunes { throw .conflictingOptions("--prune", "--verify") }
      if verifies && wait != nil { throw .conflictingOptions("--wait", "--verify") }
    }

    func render(
      _ start: Scope, into template: [UInt8], _ answer: ResolvedOutput
    ) throws(Failure) -> ExitStatus {
      let context = answer.context
      let place = try RenderTarget(template: template)
      let sink = OutputBuffer()
      var doubts: [Diagnostic] = []
      var reported: Set<Diagnostic.FindingID> = []
      // Why a scope has no file.
      var absence: String?
      func bytes(of scope: Evaluation, isLast: Bool) throws(Failure) -> [UInt8]? {
        if isOfLeaves && !isLast { return nil }
        sink.discard()
        let end = try answer.print(scope, to: sink) { (scope, keys) throws(Failure) in
          let found = try context.doubts(scope, keys) { _ in isLast }
          doubts += found.filter { reported.insert($0.id).inserted }
        }
        switch end {
        case .whole: return sink.take()
        case .partial(let problems): throw .diagnostics(problems)
        case .nothing(let why):
          absence = absence ?? why()
          return nil
        }
      }
      let usesFacts = context.snapshot.given.hasOneFileOfFacts
      if answer.choice.leavesOutKeys || usesFacts {
        // Before any file is written; scopes that cannot be read do not count.
        var refusal: Failure?
        _ = try Rendering.run(
          context, from: start, into: place, .verify { _, _, _ in ([], nil) },
          hidesAbstract: !showsAbstract
        ) { (scope, isLast) throws(Failure) in
          do throws(Failure) { try answer.choice.noteMentions(in: scope) } catch {
            refusal = refusal ?? error
          }
          if usesFacts { _ = try bytes(of: scope, isLast: isLast) }
          return nil
        }
        if let refusal { throw refusal }
        try answer.choice.requireMentioned(below: start, context.names)
        try context.present.refuseSharedFacts(below: start)
      }
      let mode: Rendering.Mode =
        verifies ? .verify(changes: answer.changes) : .write(prunes: prunes)
      let rendering = try Rendering.run(
        context, from: start, into: place, mode,
        hidesAbstract: !showsAbstract, wait: wait, bytes)
      if verifies { tell(rendering, context) }
      for doubt in context.console.isQuiet ? [] : doubts { context.console.report(doubt) }
      if answer.form.keepsGoing { rendering.report(most: .max) } else { rendering.report() }
      if !rendering.failures.isEmpty { return .failed }
      if verifies && !rendering.faults.isEmpty { return .nothing }
      if let why = absence, rendering.made.isEmpty {
        context.console.note(why)
        return .nothing
      }
      return .answered
    }

    private func tell(_ rendering: Rendering, _ context: CommandContext) {
      let (console, output) = (context.console, context.console.output)
      switch report {
      case .json: context.print(.indented, RenderProblem.record(rendering.faults))
      case .text:
        output.append(
          RenderProblem.text(
            rendering.faults, context.names, console.places, console.outputStyle))
      case .github:
        console.places.repositoryRoots = context.snapshot.repositoryRoots(context.session)
        output.append(RenderProblem.annotations(rendering.faults, context.names, console.places))
      }
    }
  }
}
