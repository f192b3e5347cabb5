import JSONSource

/// One scope as the rules see it, once all scopes below it have been seen, too.
package final class CheckedScope {
  let lineage: Lineage
  /// What was wrong where its files and directories were read.
  private(set) var problems: [Diagnostic]
  let reading: Checker.Reading
  /// Whether everything that it inherits could be read.
  let inheritsAll: Bool
  /// Whether all files below it could be read.
  private(set) var isWholeBelow = true
  /// Its markers that found something here or below.
  private(set) var credited: Set<ObjectIdentifier> = []
  let today: CalendarDate
  /// What holds in all trees together.
  let view: View
  private let stages: [View]
  private let names: NameTable
  private let outside: any Outside
  private lazy var resolver = Resolver(names, outside)
  /// What all trees together give, worked out.
  private(set) lazy var asked = resolver.scope(
    Asked(lineage.scope, hasCommandLine: false), view)

  init(
    _ lineage: Lineage, _ reading: Checker.Reading, inheritsAll: Bool, today: CalendarDate,
    _ names: NameTable, _ outside: any Outside
  ) {
    self.lineage = lineage
    self.reading = reading
    self.inheritsAll = inheritsAll
    self.today = today
    self.names = names
    self.outside = outside
    problems = reading.problems
    if lineage.isAlone {
      (view, stages) = (lineage.base, [])
    } else {
      stages = lineage.stages
      view = stages[stages.count - 1]
    }
    let levels = stages.isEmpty ? [view.levels[view.levels.count - 1]] : view.levels
    hasMarkers = levels.contains { $0.statements.hasMarkers }
    hasDeclarations = view.levels.contains {
      !$0.statements.concerns.isDisjoint(with: Self.declarations)
    }
  }

  /// Whether its own levels hold a directive that speaks of keys.
  let hasMarkers: Bool
  private let hasDeclarations: Bool
  private static let declarations: Statements.Concerns = [.attribute, .final, .merge]

  /// Its own levels, one for each tree, each with the view that ends with it.
  private(set) lazy var own: [(level: Level, number: Int, view: View)] = {
    (stages.isEmpty ? [view] : stages).compactMap { view in
      guard let level = view.levels.last, level.scope.depth == lineage.scope.depth else {
        return nil
      }
      return (level, view.levels.count - 1, view)
    }
  }()

  /// Whether all of its own files could be read.
  var isWhole: Bool { reading.isWhole }

  /// Whether nothing unread stands behind what holds here, so that values may be compared. What a
  /// broken file would have said is unknown, so in its scope and below it only files are judged.
  var isCertain: Bool { inheritsAll && isWhole }

  /// The number of the root tree's level.
  var number: Int { lineage.base.levels.count - 1 }

  /// Its own markers, fragments' included, as they are read.
  private(set) lazy var markers: [Marker] = hasMarkers ? own.flatMap(\.level.markers) : []

  func credit(_ marker: Marker) { credited.insert(ObjectIdentifier(marker)) }

  func isCredited(_ marker: Marker) -> Bool { credited.contains(ObjectIdentifier(marker)) }

  func noteBrokenBelow(_ problem: Diagnostic?) {
    isWholeBelow = false
    if let problem { problems.append(problem) }
  }

  /// A key that the scope writes: what holds there, and what it inherits, its own stops and the
  /// exclusions on the way applied.
  struct OwnValue {
    let key: Key
    let entry: Entry
    let inherited: Entry?
    let parts: [Written]
  }

  /// The keys that the scope writes, an object before its members.
  private(set) lazy var ownValues: [OwnValue] = {
    var found: [OwnValue] = []
    for view in stages.isEmpty ? [view] : own.map(\.view) {
      OwnEntries.forEach(in: view.root, level: view.levels.count - 1) { path, entry in
        guard case .value(let parts) = entry.event, !path.isEmpty else { return }
        found.append(
          OwnValue(key: Key(path), entry: entry, inherited: entry.behind, parts: parts))
      }
    }
    return found
  }()

  /// The markers that took something on the step to this scope.
  var acting: [ObjectIdentifier: Marker] {
    own.reduce(into: [:]) { acting, own in
      acting.merge(OwnEntries.acting(in: own.view.root, level: own.number)) { $1 }
    }
  }

  /// What was tried against finals, with the key.
  lazy var refusals: [(key: Key, refusal: Refusal)] = {
    if view.isOpen { return [] }
    var found: [(key: Key, refusal: Refusal)] = []
    // Levels farther up have told of themselves; those of overlays may break what a root's scope made
    // final below them.
    for view in stages.isEmpty ? [view] : stages {
      let number = view.levels.count - 1
      OwnEntries.forEach(in: view.root, level: number) { path, entry in
        var current: Entry? = entry
        while let entry = current, entry.level == number {
          if case .refused(let refusals) = entry.event {
            found += refusals.map { (Key(path), $0) }
          }
          current = entry.behind
        }
      }
    }
    return found
  }()

  /// The keys of which attributes speak, as far as this scope adds a key or an attribute to what is
  /// inherited, or works a value out anew.
  lazy var declared: [Declarations.Found] = {
    if !hasDeclarations { return [] }
    let statements = view.levels.map(\.statements).filter {
      !$0.concerns.isDisjoint(with: Self.declarations)
    }
    let (rank, number) = (Rank(tree: 0, depth: lineage.scope.depth), number)
    let isLast = reading.isLast
    let hasOverlays = !lineage.isAlone
    return Declarations.find(in: view.root, statements, Self.declarations) { entry, statements in
      // Required keys are looked for where there are no scopes below.
      hasOverlays || isLast || entry?.level == number || entry?.isComputing == true
        || statements.contains { $0.rank == rank }
    }
  }()

  /// Whether a marker is one of this scope's own.
  func isOwn(_ marker: Marker) -> Bool { marker.file.scope.depth == lineage.scope.depth }

  /// The leaves that are worked out in this scope.
  lazy var computing: [EffectiveValue] = {
    var found: [EffectiveValue] = []
    func visit(_ key: Key, _ entry: Entry) {
      guard entry.isObject else {
        found.append(EffectiveValue(entry: entry, key: key))
        return
      }
      for (name, member) in entry.members?.computing() ?? [] {
        visit(key.appending(name), member)
      }
    }
    if view.root.isComputing { visit(Key(), view.root) }
    return found
  }()

  /// What cannot be worked out, but for want of a variable that is not allowed.
  lazy var unresolved: [Diagnostic] = {
    guard isCertain else { return [] }
    var found: [Diagnostic] = []
    for value in computing {
      do throws(Unresolved) { _ = try asked.worked(value) } catch {
        if !error.needsVariable { found += error.diagnostics }
      }
    }
    return found
  }()
}
