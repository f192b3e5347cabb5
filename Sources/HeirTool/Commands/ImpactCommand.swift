import Answers
import Cascade
import CommandSpec
import JSONSource
import Legible
import Queries
import Reports
import Sessions
import Snapshots

/// `heir impact`: tells which effective values differ from the tree as it was, and by which edits.
enum ImpactCommand {
  enum Format: String, CaseIterable { case text, json, github, markdown }

  static let command = Command<Session, CommandResult>(
    "impact", summary: "tells whom a change of the tree hits, and by which edits",
    details: """
      Compares the effective values of every scope at and below SCOPE (the root, if it is left out) \
      with those of another copy of the tree, or of a git revision, which is read without a checkout. \
      Changes stand by the edits that make them, those that hit the most scopes first; then come edits \
      that change nothing, scopes that came and went, and values that cannot be worked out before \
      or after. A statement is its scope, file, key and text: that its line moved is no edit. \
      A scope that moved is compared with itself if no other removed or added scope has its name. \
      The exit status is 1 where a value changes or a scope comes or goes, and 2 where a value cannot \
      be worked out in one of the times. Overlays and variables are today's on both sides. \
      Without SCOPE, --against and --since it compares with HEAD if the root is in a git repository.
      """,
    examples: [
      Example("heir impact", "what is not yet committed"),
      Example("heir impact --since origin/main --merge-base", "what this branch does"),
      Example("heir impact --against ../before /prod --names", "the scopes of production it hits"),
    ],
    synopses: ["[OPTIONS]", "[OPTIONS] (--against DIR | --since REV) [SCOPE]"],
    parameters: OptionalPositional(.scope, help: "where to begin; the root if it is left out"),
    TreeTime.options,
    Group(
      Flag("--merge-base", help: "compares with where REV and HEAD parted instead of REV"),
      PrintForm<Format>.options(orElse: .text, compact: [.json]),
      Flag("--names", help: "prints the scopes in which something changes alone, one a line"),
      NameList.flag,
      Option("--html", type: .output, help: "also draws it as a page of its own"),
      Flag("--exit-zero", help: "0 instead of 1 where something changes"),
      CommonOptions.abstract,
      make: { (mergeBase, print, names, nul, html, exitZero, abstract) throws(UsageError) in
        let format = print.format
        if names && format != .text {
          throw .conflictingOptions("--names", "--format \(format.rawValue)")
        }
        if nul && !names { throw .optionNeeds("-0", other: "--names") }
        return Form(
          isMergeBase: mergeBase, print: print, hasOnlyNames: names, endsWithNUL: nul, page: html,
          exitsZero: exitZero, showsAbstract: abstract)
      }),
    CommonOptions.printing(.walk),
    run: { (session, scope, former, form, options) in
      CommandResult(session, options) { (show) throws(Failure) in
        try form.print.check()
        let query = try Query(session, options, show)
        let former = try form.former(
          former ?? (scope == nil && !form.isMergeBase ? query.committed : nil))
        let asked = try scope.map { (scope) throws(Failure) in
          try scope.scope(in: query.present)
        }
        let time = try query.former(former)
        let times = BeforeAfter(from: time, to: query.present)
        func compared(hidesAbstract: Bool) throws(Failure) -> Impact {
          let impact = Impact(
            query.names, BeforeAfter(from: time, to: query.present), reveals: show.isRevealing)
          try times.walk(from: asked ?? .root, impact, hidesAbstract: hidesAbstract)
          try times.refuseSharedFacts(below: asked ?? .root)
          return impact
        }
        let impact = try compared(hidesAbstract: !form.showsAbstract)
        impact.findMoves()
        session.keep(impact)
        if impact.passesByAbstract, !impact.idle.isEmpty {
          impact.noteAbstract(try compared(hidesAbstract: false))
        }
        if form.print.format == .github {
          show.places.repositoryRoots = query.snapshot.repositoryRoots(session)
        }
        if form.print.format == .json { try query.refuseExcess(impact) }
        if let page = form.page {
          let words = ImpactWords(impact, show.places)
          let title = "impact since \(Printable.string(former.name))"
          try query.write(PicturePage(words.picture(query.title(title))), to: page)
        }
        print(impact, form, query)
        // A list of scopes has no room for what is wrong.
        if form.hasOnlyNames, impact.isUnresolved { show.report(.diagnostics(impact.diagnostics)) }
        show.note(impact.summary)
        if !impact.isEmpty { query.remarkOnWorkTree(since: former) }
        if impact.isUnresolved { return .failed }
        return impact.isEmpty || form.exitsZero ? .answered : .nothing
      }
    })

  struct Form {
    let isMergeBase: Bool
    let print: PrintForm<Format>
    let hasOnlyNames: Bool
    let endsWithNUL: Bool
    let page: [UInt8]?
    let exitsZero: Bool
    let showsAbstract: Bool

    /// The tree to compare with.
    func former(_ tree: TreeTime?) throws(Failure) -> TreeTime {
      switch tree {
      case .revision(let name, _)?: return .revision(name, isMergeBase: isMergeBase)
      case let tree? where !isMergeBase: return tree
      case nil where !isMergeBase:
        throw .message(
          "'heir impact' compares with another time of the tree",
          notes: ["name it with '--since REV' or '--against DIR'"])
      default: throw .usage(.optionNeeds("--merge-base", other: "--since"))
      }
    }
  }

  private static func print(_ impact: Impact, _ form: Form, _ query: Query) {
    let (output, places) = (query.show.output, query.show.places)
    output.release()
    if form.hasOnlyNames {
      return NameList.print(impact.touchedScopes, endsWithNUL: form.endsWithNUL, output)
    }
    switch form.print.format {
    case .text: output.append(ImpactWords(impact, places).text(query.show.outputStyle))
    case .markdown: output.append(ImpactWords(impact, places).markdown)
    case .github: output.append(ImpactWords(impact, places).annotations)
    case .json: query.print(form.print.layout, impact.record)
    }
  }
}
