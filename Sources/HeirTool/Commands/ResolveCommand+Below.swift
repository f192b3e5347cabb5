import Cascade
import CommandSpec
import Legible
import Queries
import Reports
import Sessions
import Snapshots

extension ResolveCommand {
  struct Below {
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
        (isBelow, prunes, verifies, report, showsAbstract, wait) throws(UsageError) -> Below? in
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
        return Below(
          prunes: prunes, verifies: verifies, report: report ?? .text,
          showsAbstract: showsAbstract, wait: wait)
      })

    func check(_ form: Form, _ options: CommonOptions, hasOutput: Bool) throws(Failure) {
      guard hasOutput else { throw .usage(.optionNeeds("--below", other: "-o")) }
      if form.keepsGoing { throw .usage(.conflictingOptions("--keep-going", "--below")) }
      try options.exclude(.virtual, with: "--below")
    }

    func render(
      _ start: Scope, into template: [UInt8], _ answer: ResolvedPrint
    ) throws(Failure) -> ExitStatus {
      let query = answer.query
      var answer = answer
      answer.written = WrittenObjects()
      let place = try RenderPlace(template: template)
      if answer.choice.leavesOutKeys {
        // Finds patterns that no scope mentions before any file is written; scopes that cannot be read do not count.
        var refusal: Failure?
        _ = try Rendering.run(
          query, from: start, into: place, .verify { _, _, _ in .init([]) },
          hidesAbstract: !showsAbstract
        ) { (scope, _) throws(Failure) in
          do throws(Failure) { try answer.choice.meet(in: scope) } catch {
            refusal = refusal ?? error
          }
          return nil
        }
        if let refusal { throw refusal }
        try answer.choice.refuseUnmet(below: start, query.names)
      }
      if query.snapshot.given.hasOneFileOfFacts {
        // Finds the scopes that use the facts before any file is written.
        let files = ResolvedFiles(answer)
        _ = try Rendering.run(
          query, from: start, into: place, .verify { _, _, _ in .init([]) },
          hidesAbstract: !showsAbstract
        ) { (scope, isLast) throws(Failure) in
          _ = try files.bytes(of: scope, isLast: isLast)
          return nil
        }
        try query.present.refuseSharedFacts(below: start)
      }
      let files = ResolvedFiles(answer)
      let mode: Rendering.Mode =
        verifies ? .verify(changes: answer.changes) : .write(prunes: prunes)
      let rendering = try Rendering.run(
        query, from: start, into: place, mode,
        hidesAbstract: !showsAbstract, wait: wait, files.bytes)
      if verifies { tell(rendering, query) }
      for doubt in query.show.isQuiet ? [] : files.doubts { query.show.report(doubt) }
      try query.tell(rendering)
      if !rendering.failures.isEmpty { return .failed }
      if verifies && !rendering.faults.isEmpty { return .nothing }
      if let why = files.absence, rendering.made.isEmpty {
        query.show.note(why())
        return .nothing
      }
      return .answered
    }

    private func tell(_ rendering: Rendering, _ query: Query) {
      let (show, output) = (query.show, query.show.output)
      switch report {
      case .json: query.print(.indented, RenderedFault.record(rendering.faults))
      case .text:
        for fault in rendering.faults {
          output.append(fault.text(query.names, show.places, show.outputStyle))
        }
      case .github:
        show.places.repositoryRoots = query.snapshot.repositoryRoots(query.session)
        output.append(RenderedFault.annotations(rendering.faults, query.names, show.places))
      }
    }
  }
}

/// Renders the files of many scopes.
private final class ResolvedFiles {
  private let answer: ResolvedPrint
  private let sink = Sink()
  private(set) var doubts: [Diagnostic] = []
  private var told: Set<Diagnostic.FindingID> = []
  private(set) var absence: (() -> String)?

  init(_ answer: ResolvedPrint) { self.answer = answer }

  func bytes(of scope: Evaluation, isLast: Bool) throws(Failure) -> [UInt8]? {
    sink.discard()
    let end = try answer.print(scope, to: sink) { (scope, keys) throws(Failure) in
      let found = try answer.query.doubts(scope, keys) { _ in isLast }
      doubts += found.filter { told.insert($0.id).inserted }
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
