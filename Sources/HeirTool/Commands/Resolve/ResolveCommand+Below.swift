import Cascade
import CommandSpec
import SafeText
import Trees

extension ResolveCommand {
  struct BelowOptions {
    enum Report: String, CaseIterable { case text, json, github }

    let prunes: Bool
    let verifies: Bool
    let report: Report
    let showsAbstract: Bool
    let wait: Int?

    static let options = Group(
      Flag("--below", help: "Render each scope at and below into a file of -o"),
      Flag("--prune", help: "With --below, remove left-over files of earlier runs"),
      Flag("--verify", help: "With --below, write nothing; report outdated files"),
      Option(
        "--report", type: .choice("FORMAT", of: Report.self),
        help: "Print the report of --verify in FORMAT (default text)"),
      CommonOptions.abstract,
      EditOptions.wait,
      make: {
        (isBelow, prunes, verifies, report, showsAbstract, wait) throws(UsageError) -> BelowOptions?
        in
        let given = [
          ("--prune", prunes), ("--verify", verifies), ("--abstract", showsAbstract),
          ("--wait", wait != nil),
        ]
        guard isBelow else {
          if let other = given.first(where: \.1) { throw .optionNeeds(other.0, other: "--below") }
          if report != nil { throw .optionNeeds("--report", other: "--verify") }
          return nil
        }
        if verifies && prunes { throw .conflictingOptions("--prune", "--verify") }
        if verifies && wait != nil { throw .conflictingOptions("--wait", "--verify") }
        if report != nil && !verifies { throw .optionNeeds("--report", other: "--verify") }
        return BelowOptions(
          prunes: prunes, verifies: verifies, report: report ?? .text,
          showsAbstract: showsAbstract, wait: wait)
      })

    func check(_ form: Options, _ options: CommonOptions, hasOutput: Bool) throws(Failure) {
      guard hasOutput else { throw .usage(.optionNeeds("--below", other: "-o")) }
      if form.keepsGoing { throw .usage(.conflictingOptions("--keep-going", "--below")) }
      try options.exclude(.virtual, with: "--below")
    }

    func render(
      _ start: Scope, into template: [UInt8], _ answer: ResolvedOutput
    ) throws(Failure) -> ExitStatus {
      let context = answer.context
      var answer = answer
      answer.written = JSONObjectCache()
      let place = try RenderTarget(template: template)
      if answer.choice.leavesOutKeys {
        // Finds patterns that no scope mentions before any file is written; scopes that cannot be read do not count.
        var refusal: Failure?
        _ = try Rendering.run(
          context, from: start, into: place, .verify { _, _, _ in .init([]) },
          hidesAbstract: !showsAbstract
        ) { (scope, _) throws(Failure) in
          do throws(Failure) { try answer.choice.noteMentions(in: scope) } catch {
            refusal = refusal ?? error
          }
          return nil
        }
        if let refusal { throw refusal }
        try answer.choice.requireMentioned(below: start, context.names)
      }
      if context.snapshot.given.hasOneFileOfFacts {
        // Finds the scopes that use the facts before any file is written.
        let files = FileRenderer(answer)
        _ = try Rendering.run(
          context, from: start, into: place, .verify { _, _, _ in .init([]) },
          hidesAbstract: !showsAbstract
        ) { (scope, isLast) throws(Failure) in
          _ = try files.bytes(of: scope, isLast: isLast)
          return nil
        }
        try context.present.refuseSharedFacts(below: start)
      }
      let files = FileRenderer(answer)
      let mode: Rendering.Mode =
        verifies ? .verify(changes: answer.changes) : .write(prunes: prunes)
      let rendering = try Rendering.run(
        context, from: start, into: place, mode,
        hidesAbstract: !showsAbstract, wait: wait, files.bytes)
      if verifies { tell(rendering, context) }
      for doubt in context.console.isQuiet ? [] : files.doubts { context.console.report(doubt) }
      try context.tell(rendering)
      if !rendering.failures.isEmpty { return .failed }
      if verifies && !rendering.faults.isEmpty { return .nothing }
      if let why = files.absence, rendering.made.isEmpty {
        context.console.note(why())
        return .nothing
      }
      return .answered
    }

    private func tell(_ rendering: Rendering, _ context: CommandContext) {
      let (console, output) = (context.console, context.console.output)
      switch report {
      case .json: context.print(.indented, RenderProblem.record(rendering.faults))
      case .text:
        for fault in rendering.faults {
          output.append(fault.text(context.names, console.places, console.outputStyle))
        }
      case .github:
        console.places.repositoryRoots = context.snapshot.repositoryRoots(context.session)
        output.append(RenderProblem.annotations(rendering.faults, context.names, console.places))
      }
    }
  }
}

/// Renders the files of many scopes.
private final class FileRenderer {
  private let answer: ResolvedOutput
  private let sink = OutputBuffer()
  private(set) var doubts: [Diagnostic] = []
  private var reported: Set<Diagnostic.FindingID> = []
  private(set) var absence: (() -> String)?

  init(_ answer: ResolvedOutput) { self.answer = answer }

  func bytes(of scope: Evaluation, isLast: Bool) throws(Failure) -> [UInt8]? {
    sink.discard()
    let end = try answer.print(scope, to: sink) { (scope, keys) throws(Failure) in
      let found = try answer.context.doubts(scope, keys) { _ in isLast }
      doubts += found.filter { reported.insert($0.id).inserted }
    }
    switch end {
    case .whole, .partial: return sink.take()
    case .nothing(let why):
      // Made now, because the scope is released later.
      if absence == nil {
        let words = why()
        absence = { words }
      }
      return nil
    }
  }
}
