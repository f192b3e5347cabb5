import Answers
import Cascade
import FileTree
import Reports
import Sessions
import Snapshots

/// The revisions that made effective values of a scope what they are, the newest first.
///
/// Each revision is asked anew, but for those in which all that was read to answer another one is the same.
package final class KeyHistory {
  private let query: Query
  private let history: RevisionHistory
  private let scope: Scope
  private let keys: [KeyPattern]
  /// The latest first.
  private var moments: [Moment] = []
  /// By the directories for which they were asked.
  private var known: [ObjectID: Moment] = [:]
  /// The one that was wanted last: a commit's parent mostly is the next commit.
  private var last: (root: ObjectID, moment: Moment)?
  /// What is secret in any revision that was looked at: it is masked in all.
  private let secrets: ReportMask
  /// What holds before all revisions, and where one has no root: then other trees and the command line say all.
  private lazy var nothing: Result<Moment, Failure> = Result { () throws(Failure) in
    Moment(states(in: try tree(nil)), nil)
  }
  /// Whether some revision that was asked has the scope.
  package private(set) var meetsScope = false

  /// What holds at one time, and what was read to know that.
  private final class Moment {
    let states: KeyStates
    let trace: RevisionTrace?

    init(_ states: KeyStates, _ trace: RevisionTrace?) {
      (self.states, self.trace) = (states, trace)
    }
  }

  /// Among how many a revision is looked for that reads the same: branches take turns.
  private static let mostMoments = 6
  private static let mostKnown = 256

  /// Takes the commits, the scope, and what names the keys in it.
  package init(
    _ query: Query, _ history: RevisionHistory, _ scope: Scope, _ patterns: [KeyPattern]
  ) {
    (self.query, self.history, self.scope, keys) = (query, history, scope, patterns)
    secrets = ReportMask(query.names, reveals: query.show.isRevealing)
  }

  /// A revision that makes a difference to keys, with the tree before it.
  private typealias Found = (
    commit: CommitStream.Commit, keys: [Key], roots: BeforeAfter<ObjectID?>
  )

  /// Tells of each revision what it changes, once it is known what any of them calls secret; no more revisions than
  /// `limit`. Hands back how many were told.
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

  // MARK: One time

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
    // What this clone lacks is an error by itself, and nothing is said of that revision.
    if !time.problems.isEmpty, tree.lack == nil { noteSecrets(of: time) }
    return withExtendedLifetime(time) {
      time.scope.map { KeyStates(of: keys, in: $0, secrets) }
        ?? (time.problems.isEmpty
          ? KeyStates(of: keys) : KeyStates(of: keys, failed: time.problems))
    }
  }

  /// Notes what the scope's files call secret at a time at which it cannot be resolved.
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

  /// The scope in one tree. What is asked of it needs the world, which goes with this.
  private struct Time {
    private(set) var world: World?
    /// Nil where it is not there, or cannot be read.
    private(set) var scope: Evaluation?
    /// Why it cannot.
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

  // MARK: What is told

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
