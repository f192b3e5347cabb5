import Answers
import Cascade
import JSONSource

/// One scope as the rules see it.
package final class CheckedScope {
  let walked: WalkedScope
  let view: View
  /// What was wrong where its files and directories were read, and what it includes.
  private(set) var problems: [Diagnostic]
  /// Whether all files below it could be read.
  private(set) var isWholeBelow = true
  /// Its markers that found something here or below, and those whose keys exist.
  private var credited: Set<ObjectIdentifier> = []
  private var named: Set<ObjectIdentifier> = []
  /// How many of its markers have yet to find their keys, here or below.
  private(set) lazy var seekingCount = (markers + passed).count { $0.directive.seeksBelow }
  /// The keys that are mentioned below, where some markers seek theirs, and its own turn in the walk.
  let mentioned: MentionedKeys
  private let elsewhere: Elsewhere
  let slips: SlipIndex
  let turn: Int
  let today: CalendarDate
  /// What is declared of the keys that are touched here, and what is declared here.
  var declared: [Declaration] = []
  /// At which marker more is required and missing than anybody reads.
  var excess: Marker?
  /// What is required and missing here.
  var missing: [Declaration] = []
  /// The leaves that are worked out here otherwise than in the scope above.
  var computing: [ValueCursor] = []
  /// Whether machines that nobody has asked about may inherit from it: what does nothing wherever anybody looked
  /// may do something there.
  private(set) lazy var mayServeUnseen =
    visited.place.mayServeUnseen || elsewhere.servingUnseen.contains(view.scope)
  /// Whether what it lacks may be there by facts that nobody has given.
  private(set) lazy var lacksFacts = visited.place.lacksFacts
  /// Whether its own levels hold a directive that speaks of keys.
  let hasMarkers: Bool
  /// The directives of levels that have no say in the scope above.
  let directives: Set<Directive>
  /// Whether a level of its lineage makes something final, what is included looked at.
  let declaresFinal: Bool
  /// Whether one requires anything.
  let declaresRequired: Bool
  /// Whether what it or a scope above includes is too much to be put together, and so to be looked through.
  let isTooMuch: Bool
  /// The view of the scope with further parents that was looked at before.
  private let before: View?

  init(
    _ walked: WalkedScope, below above: CheckedScope?, _ mentioned: MentionedKeys,
    _ elsewhere: Elsewhere, _ slips: SlipIndex, turn: Int, today: CalendarDate,
    after before: View?
  ) {
    self.slips = slips
    self.before = before
    (self.walked, view) = (walked, walked.view)
    (self.mentioned, self.turn, self.today) = (mentioned, turn, today)
    self.elsewhere = elsewhere
    let (reading, levels) = (walked.visited.reading, walked.visited.levels)
    problems = reading.problems + reading.childProblems + walked.inclusions
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

  /// Whether nobody inherits from it, as far as that is known.
  var isLast: Bool { visited.isLast && !elsewhere.inherited.contains(view.scope) }

  /// Whether values may be compared; where they may not, only files are judged.
  var isCertain: Bool { walked.isCertain }

  /// Its own levels, one for each tree, with their positions.
  private(set) lazy var own: [(position: Int, level: Level)] = view.lineage.own

  /// Where the levels stand that have no say in the scope above.
  private var added: [Int] { visited.addedPositions }

  /// Where its levels stand, those of the scopes that it inherits from besides the one above, and, where trees are
  /// stacked, all: what a level of an overlay says may meet another tree's value in a scope below its own.
  var meetingPositions: [Int] {
    view.lineage.treeCount > 1 ? Array(view.tops.indices) : added
  }

  /// Those of them that are not the same in the scope with further parents that was looked at before.
  private(set) lazy var newPositions: [Int] = {
    guard let before else { return meetingPositions }
    return meetingPositions.filter {
      $0 >= before.tops.count || before.tops[$0] !== view.tops[$0]
    }
  }()

  /// Its own markers, fragments' included, as they are read.
  private(set) lazy var markers: [Marker] = hasMarkers ? visited.levels.flatMap(\.markers) : []

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

  /// Notes that a marker does something here or below.
  func credit(_ marker: Marker) {
    credited.insert(ObjectIdentifier(marker))
    note(named: marker)
  }

  /// Notes that there is a key that a marker names.
  func note(named marker: Marker) {
    if named.insert(ObjectIdentifier(marker)).inserted && marker.directive.seeksBelow {
      seekingCount -= 1
    }
  }

  func isNamed(_ marker: Marker) -> Bool {
    named.contains(ObjectIdentifier(marker)) || elsewhere.isNamed(marker)
  }

  func isCredited(_ marker: Marker) -> Bool {
    credited.contains(ObjectIdentifier(marker)) || elsewhere.isCredited(marker)
  }

  func noteBrokenBelow(_ problem: Diagnostic?) {
    isWholeBelow = false
    if let problem { problems.append(problem) }
  }

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

  private var needed: Set<Definition.ID> = []

  /// Whether what is said in vain here does something in a scope below, where a tree before an overlay says
  /// something, too, or in another one that inherits it.
  func isNeeded(_ written: Definition) -> Bool {
    needed.contains(written.id) || elsewhere.isNeeded(written)
  }

  func note(needed written: Definition) { needed.insert(written.id) }

  /// The markers that take something on the way to this scope where its levels, or those of others, meet what is
  /// inherited.
  var actingInLineage: [Marker] {
    var acting: [Marker] = []
    for position in newPositions {
      let top = view.tops[position]
      if view.levels[position].hasMarkers { top.forEachTouched { acting += $0.takingMarkers } }
      if let passage = top.behind as? BoundaryNode {
        passage.forEachTouched { acting += $0.takingMarkers }
      }
    }
    return acting
  }

  /// The markers that took something on the step to this scope.
  private(set) lazy var acting: Set<ObjectIdentifier> = {
    var acting: Set<ObjectIdentifier> = []
    for (position, level) in own where level.hasMarkers {
      view.tops[position].forEachTouched {
        acting.formUnion($0.takingMarkers.map(ObjectIdentifier.init))
      }
    }
    return acting
  }()

  /// What was tried against finals, with the key.
  private(set) lazy var refusals: [(key: Key, refusal: Refusal)] = {
    if !declaresFinal { return [] }
    var found: [(key: Key, refusal: Refusal)] = []
    // Levels farther up have told of themselves; those of overlays may break what a scope of a tree
    // before made final below them.
    let isNew = added.contains { view.levels[$0].statements.concerns.contains(.final) }
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
