/// One scope as the rules see it, once all scopes below it have been seen, too.
package final class CheckedScope {
  let view: View
  let passage: View.Passage
  /// What was wrong where its files and directories were read.
  private(set) var problems: [Diagnostic]
  /// The path of a `.heir` in it.
  let settings: [UInt8]?
  /// Whether everything that it inherits could be read.
  let inheritsAll: Bool
  /// Whether all of its own files could be read.
  let isWhole: Bool
  /// Whether all files below it could be read.
  private(set) var isWholeBelow = true
  /// Its exclusions that took something from a scope below.
  private(set) var actingExclusions: Set<ObjectIdentifier> = []

  init(
    _ view: View, problems: [Diagnostic], settings: [UInt8]?, inheritsAll: Bool, isWhole: Bool
  ) {
    self.view = view
    self.problems = problems
    self.settings = settings
    self.inheritsAll = inheritsAll
    self.isWhole = isWhole
    passage = view.passage
  }

  /// Whether nothing unread stands behind what holds here, so that values may be compared. What a
  /// broken file would have said is unknown, so in its scope and below it only files are judged.
  var isCertain: Bool { inheritsAll && isWhole }

  /// The number of its level, from the root.
  var number: Int { view.levels.count - 1 }

  var files: [PropertyFile] { view.levels.last?.files ?? [] }

  func noteActing(_ marker: Marker) { actingExclusions.insert(ObjectIdentifier(marker)) }

  func noteBrokenBelow(_ problem: Diagnostic?) {
    isWholeBelow = false
    if let problem { problems.append(problem) }
  }

  /// Calls `body` for each key that the scope writes, with what holds there and what it inherits, its
  /// own stops and the exclusions on the way applied.
  func forEachOwnValue(_ body: (Key, Entry, _ inherited: Entry?, _ parts: [Written]) -> Void) {
    OwnEntries.forEach(in: view.root, level: number) { path, entry in
      guard case .value(let parts) = entry.event, !path.isEmpty else { return }
      body(Key(path), entry, entry.behind, parts)
    }
  }
}
