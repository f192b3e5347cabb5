import Answers
import Cascade
import CommandSpec
import SafeText
import Trees

enum ImpactCommand {
  enum Format: String, Words { case text, json, github, markdown }

  static let command = Command(
    "impact", summary: "Show which effective values a change affects",
    details: """
      Compares the effective values of every scope at and below SCOPE with those of another copy \
      of the tree or of a git revision. Without arguments, compares with HEAD.

      Changes are grouped by the edits that cause them; edits that affect the most scopes come \
      first. Then come edits without effect, added and removed scopes, and values with errors. A \
      line that only moved is not an edit. Both sides use the current overlays and environment \
      variables.
      """,
    examples: [
      Example("heir impact", "Show the effect of uncommitted edits"),
      Example("heir impact --since origin/main --merge-base", "Show the effect of this branch"),
      Example(
        "heir impact --against ../before /prod --scopes",
        "List the affected scopes at and below /prod"),
    ],
    synopses: ["[OPTIONS] [SCOPE]", "[OPTIONS] (--against DIR | --since REV) [SCOPE]"],
    exitStatus: """
      0 nothing changes, or --exit-zero; 1 a value changes, or a scope is added or removed; \
      2 scopes have errors, the others are printed
      """
  ) { (arguments) throws(UsageError) in
    let scope = try arguments.startScope()
    let former = try SnapshotSource(former: arguments)
    let isMergeBase = arguments.flag(
      "--merge-base", help: "Compare with the merge base of REV and HEAD")
    let form = try arguments.format(orElse: Format.text, compact: [.json])
    let hasOnlyNames = arguments.flag(
      "--scopes", help: "Print only the affected scopes, one per line")
    let endsWithNUL = arguments.endsWithNUL()
    let page = try arguments.page()
    let exitsZero = arguments.flag(
      "--exit-zero", help: "Exit with 0 instead of 1 if something changes")
    let showsAbstract = arguments.includesAbstract()
    if hasOnlyNames && form.format != .text {
      throw .conflictingOptions("--scopes", "--format \(form.format.rawValue)")
    }
    if endsWithNUL && !hasOnlyNames { throw .optionNeeds("-0", other: "--scopes") }
    return Action(try CommonOptions(arguments, printing: .walk)) { (console) throws(Failure) in
      let context = try CommandContext(console)
      let former = try Self.former(
        former ?? (isMergeBase ? nil : context.committed),
        isMergeBase: isMergeBase)
      let start = try scope?.scope(in: context.present) ?? .root
      let times = BeforeAfter(from: try context.former(former), to: context.present)
      func compared(hidesAbstract: Bool) throws(Failure) -> Impact {
        let impact = Impact(
          context.names, BeforeAfter(from: times.from, to: times.to),
          reveals: console.options.isRevealing, from: start)
        try times.walk(from: start, impact, hidesAbstract: hidesAbstract, byLineage: true)
        try times.to.refuseSharedFacts(below: start)
        try times.from.refuseSharedFacts(below: start)
        return impact
      }
      let impact = try compared(hidesAbstract: !showsAbstract)
      impact.findMoves()
      console.session.keep(impact)
      if impact.passesByAbstract, !impact.idle.isEmpty {
        impact.noteAbstract(try compared(hidesAbstract: false))
      }
      if form.format == .github {
        console.places.repositoryRoots = context.snapshot.repositoryRoots(console.session)
      }
      if form.format == .json { try context.checkKeySizes(impact) }
      lazy var words = ImpactFormatter(impact, console.places)
      if let page {
        let title = "impact since \(Printable.string(former.name))"
        try context.write(HTMLPage(words.htmlReport(context.title(title))), to: page)
      }
      let output = console.output
      output.release()
      switch form.format {
      case .text where hasOnlyNames:
        NameList.print(impact.touchedScopes, endsWithNUL: endsWithNUL, output)
      case .text: output.append(words.text(console.outputStyle))
      case .markdown: output.append(words.markdown)
      case .github: output.append(words.annotations)
      case .json: context.print(form.layout, impact.record)
      }
      // A list of scopes cannot show errors.
      if hasOnlyNames, impact.isUnresolved {
        console.report(.diagnostics(impact.diagnostics))
      }
      console.note(impact.summary)
      if !impact.isEmpty { context.remarkOnWorkTree(since: former) }
      if impact.isUnresolved { return .failed }
      return impact.isEmpty || exitsZero ? .answered : .nothing
    }
  }

  private static func former(
    _ tree: SnapshotSource?, isMergeBase: Bool
  ) throws(Failure) -> SnapshotSource {
    switch tree {
    case .revision(let name, _)?: return .revision(name, isMergeBase: isMergeBase)
    case let tree? where !isMergeBase: return tree
    case nil where !isMergeBase:
      throw .message("'heir impact' needs '--since REV' or '--against DIR'")
    default: throw .usage(.optionNeeds("--merge-base", other: "--since"))
    }
  }
}
