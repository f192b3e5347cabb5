import Answers
import Cascade
import Files
import JSONSource
import Output
import SafeText
import Trees

/// The commits that changed effective values of a scope, newest first. A revision is not evaluated again if all files
/// read for a known revision are equal.
package final class KeyHistory {
  private let context: CommandContext
  private let history: RevisionHistory
  private let scope: Scope
  private let keys: [KeyPattern]
  private var recentStates: [RevisionState] = []
  private var known: [ObjectID: RevisionState] = [:]
  /// A secret of any revision is masked in all revisions.
  private let secrets: ReportMask
  /// The state before all revisions, or without a root: overlays and the command line alone.
  private lazy var nothing: Result<RevisionState, GitError> = Result { () throws(GitError) in
    RevisionState(states(in: try tree(nil)), nil)
  }
  package private(set) var scopeExists = false

  /// The values at a revision, and the files read for them.
  private final class RevisionState {
    let states: KeyStates
    let trace: RevisionTrace?

    init(_ states: KeyStates, _ trace: RevisionTrace?) {
      (self.states, self.trace) = (states, trace)
    }
  }

  /// Number of states to compare with, because revisions of branches alternate.
  private static let maxRecentStates = 6
  private static let maxKnown = 256

  package init(
    _ context: CommandContext, _ history: RevisionHistory, _ scope: Scope, _ patterns: [KeyPattern]
  ) {
    (self.context, self.history, self.scope, keys) = (context, history, scope, patterns)
    secrets = ReportMask(context.names, reveals: context.options.isRevealing, outlivesTrees: true)
  }

  /// A commit that changes keys, with the root before and after it.
  private typealias ChangedCommit = (
    commit: CommitStream.Commit, keys: [Key], roots: BeforeAfter<ObjectID?>
  )

  /// Reports up to `limit` commits, after all are found, because a secret of any revision is masked in all. Returns
  /// the number of commits reported.
  package func tell(
    limit: Int, _ body: (CommitStream.Commit, [KeyChange]) throws(Failure) -> Void
  ) throws(Failure) -> Int {
    var found: [ChangedCommit] = []
    var failure: GitError?
    do throws(GitError) { try find(limit: limit, &found) } catch { failure = error }
    for revision in found { try body(revision.commit, asFailure(try changes(by: revision))) }
    if let failure { throw Failure(failure) }
    return found.count
  }

  private func find(limit: Int, _ found: inout [ChangedCommit]) throws(GitError) {
    let start = try history.root(in: history.start)
    _ = try moment(start)
    while found.count < limit, let commit = try history.next(recentStates.first?.trace) {
      if try history.lacksParents(commit) {
        context.console.note(
          "the history ends at \(String(decoding: commit.id.letters.prefix(12), as: UTF8.self)), because this clone is "
            + "shallow; use 'git fetch --unshallow'")
        continue
      }
      if let difference = try difference(commit) { found.append(difference) }
    }
    history.end()
  }

  private func difference(_ commit: CommitStream.Commit) throws(GitError) -> ChangedCommit? {
    let root = try history.root(in: commit)
    let now = try moment(root)
    var parents: [(root: ObjectID?, moment: RevisionState)] = []
    for parent in commit.parents {
      let root = try history.root(in: parent)
      parents.append((root, try moment(root)))
    }
    if parents.isEmpty { parents = [(nil, try nothing.get())] }
    if parents.contains(where: { $0.moment === now }) { return nil }
    let keys = now.states.differing(from: parents.map(\.moment.states))
    return keys.isEmpty ? nil : (commit, keys, BeforeAfter(from: parents[0].root, to: root))
  }

  // MARK: Revisions

  private func moment(_ root: ObjectID?) throws(GitError) -> RevisionState {
    guard let root else { return try nothing.get() }
    if let moment = known[root] { return moment }
    let state = if let recent = try recentState(in: root) { recent } else { try evaluated(root) }
    if known.count == Self.maxKnown { known = [:] }
    known[root] = state
    return state
  }

  private func recentState(in root: ObjectID) throws(GitError) -> RevisionState? {
    for (place, moment) in recentStates.enumerated() where try history.holds(moment.trace, in: root)
    {
      recentStates.insert(recentStates.remove(at: place), at: 0)
      return moment
    }
    return nil
  }

  private func evaluated(_ root: ObjectID) throws(GitError) -> RevisionState {
    let tree = RevisionTree(object: root, blobs: history.blobs)
    let states = states(in: tree)
    if let readError = tree.readError { throw history.failure(readError) }
    let moment = RevisionState(states, tree.trace)
    recentStates.insert(moment, at: 0)
    if recentStates.count > Self.maxRecentStates { recentStates.removeLast() }
    return moment
  }

  private func states(in tree: RevisionTree) -> KeyStates {
    let time = RevisionScope(tree, isFormer: false, self)
    if time.scope != nil || !time.problems.isEmpty { scopeExists = true }
    // An object that the clone lacks is an error, and the revision is not reported.
    if !time.problems.isEmpty, tree.readError == nil { try? noteSecrets(of: time) }
    return withExtendedLifetime(time) {
      time.scope.map { KeyStates(of: keys, in: $0, secrets) }
        ?? (time.problems.isEmpty
          ? KeyStates(of: keys) : KeyStates(of: keys, failed: time.problems))
    }
  }

  /// Notes the secrets of a revision in which the scope cannot be resolved.
  private func noteSecrets(of time: RevisionScope) throws(Failure) {
    guard let treeReader = time.treeReader else { return }
    try treeReader.forEachReading(along: try treeReader.existingPath(to: scope)) {
      lineage, reading in
      secrets.note(lineage.levels)
      secrets.note(brokenFilesOf: reading)
    }
  }

  /// The scope in a tree, and the tree reader that its evaluation needs.
  private struct RevisionScope {
    private(set) var treeReader: TreeReader?
    private(set) var scope: Evaluation?
    private(set) var problems: [Diagnostic] = []

    init(_ tree: RevisionTree, isFormer: Bool, _ history: KeyHistory) {
      let context = history.context
      do throws(Failure) {
        let root = try about(isFormer ? .former : .tree(0), try tree.root())
        let snapshot = try context.snapshot.replacingRoot(by: root, called: [], isFormer: isFormer)
        let treeReader = context.present.at(snapshot)
        self.treeReader = treeReader
        let way = try treeReader.existingPath(to: history.scope)
        if way.count > history.scope.depth || context.options.isVirtual {
          scope = try context.scope(history.scope, at: treeReader, isVirtual: true)
        }
      } catch { problems = error.diagnostics }
    }
  }

  // MARK: Report

  private func changes(by found: ChangedCommit) throws(GitError) -> [KeyChange] {
    let roots = found.roots
    let trees = BeforeAfter(from: try tree(roots.from), to: try tree(roots.to))
    let times = BeforeAfter { RevisionScope(trees[$0], isFormer: $0 == .from, self) }
    let changes = withExtendedLifetime(times) {
      var causes: ImpactCauses?
      if let from = times.from.treeReader, let to = times.to.treeReader {
        causes = ImpactCauses(
          context.names, BeforeAfter(from: from, to: to),
          ReportMask(context.names, reveals: false))
      }
      let scopes = BeforeAfter { times[$0].scope }
      let problems = BeforeAfter { times[$0].problems }
      return found.keys.map { key in
        KeyChange(
          of: key, scopes, problems, besides: secrets.mask(key), secrets.keys,
          causedBy: causes?.causes(of: key, in: scope) ?? [])
      }
    }
    let readError = trees.from.readError ?? trees.to.readError
    if let readError { throw history.failure(readError) }
    return changes
  }

  private func tree(_ root: ObjectID?) throws(GitError) -> RevisionTree {
    if let root { return RevisionTree(object: root, blobs: history.blobs) }
    return try inRepository(try RevisionTree(listing: [], blobs: history.blobs))
  }
}

extension KeyChange {
  func record(_ commit: CommitStream.Commit, in scope: Scope) -> Record {
    func side(_ value: ShownValue?, _ failures: [Diagnostic]) -> Record? {
      if failures.isEmpty { return value.map(Record.value) }
      return ["unresolved": .list(failures) { .text($0.message) }]
    }
    return [
      .with: .head(scope), "key": .key(key), "commit": .bytes(commit.id.letters),
      "author": .bytes(commit.author), "date": .text(CalendarDate.text(daysSince1970: commit.day)),
      "from": side(shown.from, failures.from), "to": side(shown.to, failures.to),
      "absent": shown.to == nil && failures.to.isEmpty ? .absence(absence) : nil,
      "cause": .list(causes) { .cause($0.side, $0.place) },
    ]
  }

  /// For example `1a2b3c4d5e6f 2026-03-01 Ann  db.port  5432 → 6432   prod/db.json:4:13`; `hasKey` adds the key.
  func text(
    _ commit: CommitStream.Commit, _ names: NameTable, _ places: PlaceFormatter, _ style: Style,
    hasKey: Bool
  ) -> String {
    let author = Printable.string(commit.author)
    let head = style.strong(String(decoding: commit.id.letters.prefix(12), as: UTF8.self))
    let key = hasKey ? names.text(self.key) + "  " : ""
    // A statement in both revisions is listed only where it is now.
    let because = causes.filter { $0.side == .to || !$0.isInBoth }.map { cause in
      places.text(cause.place) + (cause.side == .from ? " (removed)" : "")
    }
    return "\(head) \(CalendarDate.text(daysSince1970: commit.day)) \(author)  \(key)\(values)"
      + (because.isEmpty ? "" : "   \(because.joined(separator: ", "))") + "\n"
  }

  private var values: String {
    let reason = absence.map { " (\($0.reason.rawValue))" } ?? ""
    if failures.from.isEmpty && failures.to.isEmpty {
      return ImpactFormatter.values(shown) + (shown.to == nil ? reason : "")
    }
    let sides = shown.sides(60)
    func text(_ side: String?, _ failures: [Diagnostic], _ reason: String = "") -> String {
      failures.first.map { "error: \($0.message)" } ?? side ?? "none" + reason
    }
    return "\(text(sides.from, failures.from)) → \(text(sides.to, failures.to, reason))"
  }
}
