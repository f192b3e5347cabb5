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
  /// The newest time, what is secret there or was in what was told, and what of keys was where it was told of them: then
  /// it is in all that comes after.
  private var newest: Time?
  private let secrets: ReportMask
  private var masks: [Key: Mask] = [:]
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

  /// Tells of each revision, as soon as it is found, what it changes; no more revisions than `limit`. Hands back how
  /// many were told.
  package func tell(
    limit: Int, _ body: ([LoggedChange]) throws(Failure) -> Void
  ) throws(Failure) -> Int {
    var count = 0
    let start = try history.root(in: history.start)
    _ = try moment(start)
    newest = Time(try tree(start), isFormer: false, self)
    if let scope = newest?.scope { secrets.note(scope.view.levels) }
    while count < limit, let commit = try history.next(moments.first?.trace) {
      if try history.isCutOff(commit) {
        query.show.note(
          "the history ends at \(String(decoding: commit.id.letters.prefix(12), as: UTF8.self)), since this clone is "
            + "shallow; 'git fetch --unshallow' brings what is before")
        continue
      }
      let changes = try changes(by: commit)
      if changes.isEmpty { continue }
      try body(changes)
      count += 1
    }
    history.end()
    return count
  }

  private func changes(by commit: CommitStream.Commit) throws(Failure) -> [LoggedChange] {
    let root = try history.root(in: commit)
    let now = try moment(root)
    var parents: [(root: ObjectID?, moment: Moment)] = []
    for parent in commit.parents {
      let root = try history.root(in: parent)
      parents.append((root, try moment(root)))
    }
    if parents.isEmpty { parents = [(nil, try nothing.get())] }
    if parents.contains(where: { $0.moment === now }) { return [] }
    let keys = now.states.differing(from: parents.map(\.moment.states))
    return keys.isEmpty
      ? [] : try changes(keys, commit, BeforeAfter(from: parents[0].root, to: root))
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
    return withExtendedLifetime(time) {
      time.scope.map { KeyStates(of: keys, in: $0) }
        ?? (time.problems.isEmpty
          ? KeyStates(of: keys) : KeyStates(of: keys, failed: time.problems))
    }
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

  private func changes(
    _ keys: [Key], _ commit: CommitStream.Commit, _ roots: BeforeAfter<ObjectID?>
  ) throws(Failure) -> [LoggedChange] {
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
      for scope in [scopes.from, scopes.to] {
        if let scope { secrets.note(scope.view.levels) }
      }
      return keys.map { key in
        let change = KeyChange(of: key, scopes, problems, besides: mask(key))
        masks[key] = change.mask
        return LoggedChange(commit, scope, change, causes?.causes(of: key) ?? [])
      }
    }
    for lack in [trees.from.lack, trees.to.lack] {
      if let lack { throw history.failure(lack) }
    }
    return told
  }

  /// What of a key is secret now, or was in what was told.
  private func mask(_ key: Key) -> Mask {
    let told = secrets.mask(key)
    if let known = masks[key] { return told.union(known) }
    guard let scope = newest?.scope, !scope.isRevealing else { return told }
    let value = try? scope.value(key)?.whole()
    return scope.whole(scope.mask(key).union(value?.mask ?? .none).union(told), of: value)
  }

  private func tree(_ root: ObjectID?) throws(Failure) -> RevisionTree {
    if let root { return RevisionTree(object: root, blobs: history.blobs) }
    do throws(FileError) { return try RevisionTree(listing: [], blobs: history.blobs) } catch {
      throw .file(error, .former)
    }
  }
}
