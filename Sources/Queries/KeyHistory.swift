import Answers
import Cascade
import FileTree
import Reports
import Sessions
import Snapshots

/// The commits that changed effective values of a scope, newest first. A revision is not evaluated again if all files
/// read for a known revision are equal.
package final class KeyHistory {
  private let query: Query
  private let history: RevisionHistory
  private let scope: Scope
  private let keys: [KeyPattern]
  private var moments: [Moment] = []
  private var known: [ObjectID: Moment] = [:]
  /// A commit's parent is usually the next commit.
  private var last: (root: ObjectID, moment: Moment)?
  /// A secret of any revision is masked in all revisions.
  private let secrets: ReportMask
  /// The state before all revisions, or without a root: overlays and the command line alone.
  private lazy var nothing: Result<Moment, Failure> = Result { () throws(Failure) in
    Moment(states(in: try tree(nil)), nil)
  }
  package private(set) var meetsScope = false

  /// The values at a revision, and the files read for them.
  private final class Moment {
    let states: KeyStates
    let trace: RevisionTrace?

    init(_ states: KeyStates, _ trace: RevisionTrace?) {
      (self.states, self.trace) = (states, trace)
    }
  }

  /// Number of states to compare with, because revisions of branches alternate.
  private static let mostMoments = 6
  private static let mostKnown = 256

  package init(
    _ query: Query, _ history: RevisionHistory, _ scope: Scope, _ patterns: [KeyPattern]
  ) {
    (self.query, self.history, self.scope, keys) = (query, history, scope, patterns)
    secrets = ReportMask(query.names, reveals: query.show.isRevealing)
  }

  /// A commit that changes keys, with the root before and after it.
  private typealias Found = (
    commit: CommitStream.Commit, keys: [Key], roots: BeforeAfter<ObjectID?>
  )

  /// Reports up to `limit` commits, after all are found, because a secret of any revision is masked in all. Returns
  /// the number of commits reported.
  package func tell(
    limit: Int, _ body: ([LoggedChange]) throws(Failure) -> Void
  ) throws(Failure) -> Int {
    var found: [Found] = []
    var failure: Failure?
    do throws(Failure) { try find(limit: limit, &found) } catch { failure = error }
    if !found.isEmpty { query.show.noteMasks(secrets.unread) }
    for revision in found { try body(changes(by: revision)) }
    if let failure { throw failure }
    return found.count
  }

  private func find(limit: Int, _ found: inout [Found]) throws(Failure) {
    let start = try history.root(in: history.start)
    _ = try moment(start)
    while found.count < limit, let commit = try history.next(moments.first?.trace) {
      if try history.isCutOff(commit) {
        query.show.note(
          "the history ends at \(String(decoding: commit.id.letters.prefix(12), as: UTF8.self)), because this clone is "
            + "shallow; use 'git fetch --unshallow'")
        continue
      }
      if let difference = try difference(commit) { found.append(difference) }
    }
    history.end()
  }

  private func difference(_ commit: CommitStream.Commit) throws(Failure) -> Found? {
    let root = try history.root(in: commit)
    let now = try moment(root)
    var parents: [(root: ObjectID?, moment: Moment)] = []
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

  private func moment(_ root: ObjectID?) throws(Failure) -> Moment {
    guard let root else { return try nothing.get() }
    if let last, last.root == root { return last.moment }
    let moment = try found(root)
    last = (root, moment)
    return moment
  }

  private func found(_ root: ObjectID) throws(Failure) -> Moment {
    for (place, moment) in moments.enumerated() where try history.holds(moment.trace, in: root) {
      if place > 0 { moments.insert(moments.remove(at: place), at: 0) }
      return moment
    }
    if let moment = known[root] { return moment }
    if known.count == Self.mostKnown { known = [:] }
    let tree = RevisionTree(object: root, blobs: history.blobs)
    let states = states(in: tree)
    if let lack = tree.lack { throw history.failure(lack) }
    let moment = Moment(states, tree.trace)
    moments.insert(moment, at: 0)
    if moments.count > Self.mostMoments { moments.removeLast() }
    known[root] = moment
    return moment
  }

  private func states(in tree: RevisionTree) -> KeyStates {
    let time = Time(tree, isFormer: false, self)
    if time.scope != nil || !time.problems.isEmpty { meetsScope = true }
    // An object that the clone lacks is an error, and the revision is not reported.
    if !time.problems.isEmpty, tree.lack == nil { noteSecrets(of: time) }
    return withExtendedLifetime(time) {
      // The mask opens the inclusions after the last revision, when this one is gone.
      for level in time.scope?.view.levels ?? [] { _ = level.openInclusions(along: Key()) }
      return time.scope.map { KeyStates(of: keys, in: $0, secrets) }
        ?? (time.problems.isEmpty
          ? KeyStates(of: keys) : KeyStates(of: keys, failed: time.problems))
    }
  }

  /// Notes the secrets of a revision in which the scope cannot be resolved.
  private func noteSecrets(of time: Time) {
    var isRead = false
    do throws(Failure) {
      guard let world = time.world else { throw .diagnostics(time.problems) }
      try world.forEachReading(along: try world.wayAsFarAsItGoes(to: scope)) { lineage, reading in
        secrets.note(lineage.levels)
        secrets.note(unread: reading)
        if !reading.isWhole { isRead = true }
      }
    } catch { isRead = false }
    if !isRead, let problem = time.problems.first { secrets.note(unread: problem) }
  }

  /// The scope in a tree, and the world that its evaluation needs.
  private struct Time {
    private(set) var world: World?
    private(set) var scope: Evaluation?
    private(set) var problems: [Diagnostic] = []

    init(_ tree: RevisionTree, isFormer: Bool, _ history: KeyHistory) {
      let query = history.query
      do throws(Failure) {
        let root: any TreeFolder
        do throws(FileError) { root = try tree.root() } catch {
          throw .file(error, isFormer ? .former : .tree(0))
        }
        let snapshot = try query.snapshot.replacingRoot(by: root, called: [], isFormer: isFormer)
        let world = query.present.at(snapshot)
        self.world = world
        let way = try world.wayAsFarAsItGoes(to: history.scope)
        if way.count > history.scope.depth || query.options.isVirtual {
          scope = try query.scope(history.scope, at: world)
        }
      } catch { problems = error.diagnostics }
    }
  }

  // MARK: Report

  private func changes(by found: Found) throws(Failure) -> [LoggedChange] {
    let roots = found.roots
    let trees = BeforeAfter(from: try tree(roots.from), to: try tree(roots.to))
    let times = BeforeAfter(
      from: Time(trees.from, isFormer: true, self), to: Time(trees.to, isFormer: false, self))
    let told = withExtendedLifetime(times) {
      var causes: KeyCauses?
      if let from = times.from.world, let to = times.to.world {
        let found = KeyCauses(scope, query.names, BeforeAfter(from: from, to: to))
        try? BeforeAfter(from: from, to: to).walk(from: scope, found)
        causes = found
      }
      let scopes = BeforeAfter { times[$0].scope }
      let problems = BeforeAfter { times[$0].problems }
      return found.keys.map { key in
        let change = KeyChange(of: key, scopes, problems, besides: secrets.mask(key), secrets.keys)
        return LoggedChange(found.commit, scope, change, causes?.causes(of: key) ?? [])
      }
    }
    for lack in [trees.from.lack, trees.to.lack] {
      if let lack { throw history.failure(lack) }
    }
    return told
  }

  private func tree(_ root: ObjectID?) throws(Failure) -> RevisionTree {
    if let root { return RevisionTree(object: root, blobs: history.blobs) }
    do throws(FileError) { return try RevisionTree(listing: [], blobs: history.blobs) } catch {
      throw .file(error, .former)
    }
  }
}
