import Answers
import Cascade
import JSONSource

/// A scope of a walk, or levels that several scopes share, as the rules see it.
package final class CheckedScope {
  let walked: WalkedScope
  let view: View
  /// The problems of its files, directories and inclusions.
  private(set) var problems: [Diagnostic]
  /// The inclusions that fail here and in the levels that it shares.
  private let inclusions: [Diagnostic]
  let mentioned: MentionedKeys
  let effects: StatementEffects
  let slips: SlipIndex
  let today: CalendarDate
  /// The attributes of the keys that may differ from the scope above, and those that are declared here.
  var declared: [Declaration] = []
  /// The marker at which more required keys are missing than are reported.
  var excess: Marker?
  /// The required keys that are missing.
  var missing: [Declaration] = []
  /// The computed values that may differ from the scope above.
  var computing: [ValueCursor] = []
  private(set) lazy var mayServeUnknown = visited.place.mayServeUnseen
  /// Whether facts that are not given may set what it lacks.
  private(set) lazy var lacksFacts = visited.place.lacksFacts
  /// Whether its own levels contain a directive that names keys.
  let hasMarkers: Bool
  /// The directives of levels that the scope above does not have.
  let directives: Set<Directive>
  /// Whether a level of its lineage makes something final, or requires something.
  let declaresFinal: Bool
  let declaresRequired: Bool
  /// Whether it or a scope above includes too much.
  let isTooMuch: Bool

  init(
    _ walked: WalkedScope, below above: CheckedScope?, _ mentioned: MentionedKeys,
    _ effects: StatementEffects, _ slips: SlipIndex, today: CalendarDate
  ) {
    (self.walked, view) = (walked, walked.view)
    (self.mentioned, self.effects, self.slips, self.today) = (mentioned, effects, slips, today)
    let (reading, levels) = (walked.visited.reading, walked.visited.levels)
    problems = reading.problems + reading.childProblems
    let inclusions =
      above?.visited.role == .shared
      ? (above?.inclusions ?? []) + walked.inclusions : walked.inclusions
    self.inclusions = inclusions
    // The inclusions of scopes above are reported there.
    problems += inclusions.filter {
      guard let other = $0.place?.file.scope else { return true }
      return other == walked.view.scope || !walked.view.scope.isIn(other)
    }
    isTooMuch =
      above?.isTooMuch == true
      || levels.contains { $0.files.contains(where: \.includesTooMuch) }
    hasMarkers = levels.contains(where: \.hasMarkers)
    var said: Set<Directive> = []
    for level in walked.visited.added where level.hasMarkers {
      said.formUnion(level.markers.lazy.map(\.directive))
    }
    directives = said
    declaresFinal = above?.declaresFinal == true || directives.contains(.final)
    declaresRequired = above?.declaresRequired == true || directives.contains(.required)
  }

  var visited: VisitedScope { walked.visited }

  /// What all trees together give, worked out; only as long as the scope is being entered.
  var asked: Evaluation { walked.asked }

  /// Whether values may be compared; where they may not, only files are judged.
  var isCertain: Bool { walked.isCertain }

  /// Its own levels, one for each tree, with their positions.
  private(set) lazy var own: [(position: Int, level: Level)] = view.lineage.own

  private var added: [Int] { visited.addedPositions }

  /// The positions of the levels that have not been seen in the scope above. If trees are stacked, an overlay's level
  /// may meet another tree's value anywhere.
  var newPositions: [Int] { view.lineage.treeCount > 1 ? Array(view.tops.indices) : added }

  /// Its own markers, fragments' included, as they are read.
  private(set) lazy var markers: [Marker] = hasMarkers ? visited.levels.flatMap(\.markers) : []

  /// The markers that need a key at or below the scope.
  var seeking: [Marker] { (markers + passed).filter(\.directive.seeksBelow) }

  /// What its levels take away, one list for each tree.
  private(set) lazy var taken: [Set<[KeyPattern.Part]>] = own.map { _, level in
    Set(
      level.markers.lazy.filter { $0.directive.takes && $0.directive != .pass }
        .map(\.pattern.parts))
  }

  /// Its attributes of keys that the same level sets, found in one walk over what it sets.
  private(set) lazy var setting: Set<ObjectIdentifier> = {
    var setting: Set<ObjectIdentifier> = []
    for own in own where own.level.hasMarkers {
      LevelValue(own.level, Key())?.forEachMarker(at: PatternCursor([own], .attribute)) {
        setting.insert(ObjectIdentifier($0))
      }
    }
    return setting
  }()

  /// The keys that it lets go down alone, each as a marker of its own.
  private(set) lazy var passed: [Marker] = markers.flatMap(\.passed)

  /// The scope that was probably meant by one that does not exist.
  func nearestScope(to scope: Scope) -> Scope? { asked.nearestScope(to: scope) }

  func note(_ problem: Diagnostic) { problems.append(problem) }

  /// The nodes of the keys that the scope writes over something that was there before, an object before
  /// its members, but for other values in the place of values that are no objects.
  var ownValues: [ViewNode] { meetings.values }

  /// The names that it writes into objects that were there, and of which nobody spoke before.
  var newNames: [(name: Name, object: ViewNode, position: Int)] { meetings.names }

  private lazy var meetings = {
    var values: [ViewNode] = []
    var names: [(name: Name, object: ViewNode, position: Int)] = []
    for (position, _) in own {
      view.tops[position].forEachMeeting { meeting in
        switch meeting {
        case .over(let node): values.append(node)
        case .new(let name, let object): names.append((name, object, position))
        }
      }
    }
    return (values: values, names: names)
  }()

  /// Those that the scope writes in vain, as far as this scope tells.
  private(set) lazy var unchanging: [ViewNode] = ownValues.filter(\.changesNothing)

  /// Those of overlays, by the first names of their keys.
  private(set) lazy var unchangingInOverlays: [Name: [ViewNode]] = Dictionary(
    grouping: unchanging.filter { view.lineage.tree(at: $0.step.position) > 0 },
    by: { $0.key.names[0] })

  /// What `$type` declares of the keys to be judged here, and what is wrong with them.
  private(set) lazy var judged: [(declared: Declaration, problem: Diagnostic?)] =
    declared.inForce(.type).map { declared in
      // What cannot be worked out is told by other rules.
      (declared, try? asked.typeProblem(declared))
    }

  /// What was tried against finals, with the key.
  private(set) lazy var refusals: [(key: Key, refusal: Refusal)] = {
    if !declaresFinal { return [] }
    var found: [(key: Key, refusal: Refusal)] = []
    // A level of an overlay may break what a tree before it made final below.
    let isNew =
      view.lineage.treeCount > 1
      && added.contains { view.levels[$0].statements.concerns.contains(.final) }
    let positions = isNew ? Array(view.tops.indices) : added
    for position in positions {
      view.tops[position].forEachTouched { path, node in
        found += node.refusals.map { (Key(path), $0) }
      }
    }
    return found
  }()

  /// Whether a final withstood a marker, which another rule tells.
  func isRefused(_ marker: Marker) -> Bool { refused.contains(ObjectIdentifier(marker)) }

  private lazy var refused = Set(
    refusals.compactMap { $0.refusal.attempt.marker.map(ObjectIdentifier.init) })

  /// Whether a marker is one of this scope's own.
  func isOwn(_ marker: Marker) -> Bool { marker.file.scope == view.scope }
}

extension CheckedScope {
  func finding(
    _ severity: Diagnostic.Severity, _ rule: Diagnostic.Rule, _ key: Key,
    _ problem: Diagnostic.KeyProblem, at place: SourceRange, notes: [Diagnostic.Note] = []
  ) -> Diagnostic {
    Diagnostic(severity, rule, KeyPattern(key), view.names, problem, at: place, notes: notes)
  }
}

extension ViewNode {
  /// What is written of a scalar, an array or a computed value that holds here.
  var leafParts: Set<Definition.ID> {
    switch state {
    case .leaf(let written): [written.id]
    case .array(let merged): Set(merged.arrays.map(\.id))
    case .absent, .object: []
    }
  }
}

extension CheckedScope {
  /// The computed values to look at for what they draw on: all, where something becomes final here.
  var drawing: [ValueCursor] {
    guard own.contains(where: { $0.level.statements.concerns.contains(.final) }) else {
      return computing
    }
    var found: [ValueCursor] = []
    asked.cursor.collectComputing(into: &found)
    return found
  }
}
