import Cascade
import JSONSource

/// A visited scope, or shared levels, as the rules see it.
package final class CheckedScope {
  let walked: WalkedScope
  let view: View
  var problems: [Diagnostic]
  /// The failed inclusions, also of the shared levels before it.
  private let inclusions: [Diagnostic]
  let mentioned: MentionedKeys
  let effects: StatementEffects
  let slips: SlipIndex
  let today: CalendarDate
  /// The attributes declared here, and those of keys that may differ from the parent's.
  var declared: [Declaration] = []
  /// The marker at which the limit of missing keys was exceeded.
  var excess: Marker?
  var missing: [Declaration] = []
  /// The computed values that may differ from the parent's.
  var computing: [ValueCursor] = []
  private(set) lazy var mayServeUnknown = visited.place.source.mayServeOtherMachines(
    visited.scope)
  private(set) lazy var lacksFacts = visited.place.source.lacksFacts(visited.scope)
  /// The directives of the levels that the parent lacks.
  let directives: Set<Directive>
  /// Whether a level of the lineage makes a key final, or requires one.
  let declaresFinal: Bool
  let declaresRequired: Bool
  let isTooMuch: Bool

  init(
    _ walked: WalkedScope, below above: CheckedScope?, _ mentioned: MentionedKeys,
    _ effects: StatementEffects, _ slips: SlipIndex, today: CalendarDate
  ) {
    (self.walked, view) = (walked, walked.view)
    (self.mentioned, self.effects, self.slips, self.today) = (mentioned, effects, slips, today)
    let (reading, levels) = (walked.visited.reading, walked.visited.levels)
    problems = reading.problems + reading.childProblems
    let shared = above?.visited.role == .shared ? above?.inclusions : nil
    inclusions = (shared ?? []) + walked.inclusions
    // Inclusions of ancestors are reported there.
    problems += inclusions.filter {
      guard let other = $0.place?.file.scope else { return true }
      return other == walked.view.scope || !walked.view.scope.isIn(other)
    }
    isTooMuch =
      above?.isTooMuch == true
      || levels.contains { $0.files.contains(where: \.includesTooMuch) }
    directives = Set(
      walked.visited.added.lazy.filter(\.hasMarkers).flatMap(\.markers).map(\.directive))
    declaresFinal = above?.declaresFinal == true || directives.contains(.final)
    declaresRequired = above?.declaresRequired == true || directives.contains(.required)
  }

  var visited: VisitedScope { walked.visited }

  /// The evaluation over all trees, available while the scope is entered.
  var asked: Evaluation { walked.asked }

  /// Whether values may be compared; otherwise only files are judged.
  var isCertain: Bool { walked.isCertain }

  /// Its own levels, one for each tree, with their positions.
  private(set) lazy var own: [(position: Int, level: Level)] = view.lineage.own

  /// The positions of the levels to judge: all with overlays, because an overlay's level may meet any value.
  var newPositions: [Int] {
    view.lineage.treeCount > 1 ? Array(view.levels.indices) : visited.addedPositions
  }

  /// Its own markers, with those of fragments, in reading order.
  private(set) lazy var markers: [Marker] = visited.levels.flatMap(\.markers)

  /// The markers that need a matching key at or below the scope.
  var seeking: [Marker] { (markers + passed).filter(\.directive.appliesToDescendants) }

  /// The patterns that each of its own levels removes.
  private(set) lazy var taken = own.map { _, level in
    let markers = level.markers.lazy.filter { $0.directive.takes && $0.directive != .pass }
    return (home: level.home, parts: Set(markers.map(\.pattern.parts)))
  }

  /// Its attributes of keys that their own level sets.
  private(set) lazy var setting: Set<ObjectIdentifier> = {
    var setting: Set<ObjectIdentifier> = []
    for own in own where own.level.hasMarkers {
      own.level.statements.forEachMarker(at: PatternCursor([own], .attribute)) {
        setting.insert(ObjectIdentifier($0))
      }
    }
    return setting
  }()

  /// The keys of its `$pass` lists, each as a marker.
  private(set) lazy var passed: [Marker] = markers.flatMap(\.passed)

  /// The nodes of its own values over inherited ones, parents first, and its new names.
  /// Scalars that replace scalars, and objects that merge, may be missing.
  private(set) lazy var meetings = {
    var values: [ViewNode] = []
    var names: [(name: Name, object: ViewNode, position: Int)] = []
    for (position, _) in own {
      view.top(at: position).forEachOwnValue { meeting in
        switch meeting {
        case .over(let node): values.append(node)
        case .new(let name, let object): names.append((name, object, position))
        }
      }
    }
    return (values: values, names: names)
  }()

  /// The values without effect in this scope.
  private(set) lazy var unchanging: [ViewNode] = meetings.values.filter(\.changesNothing)

  private(set) lazy var unchangingInOverlays: [Name: [ViewNode]] = Dictionary(
    grouping: unchanging.filter { view.lineage.tree(at: $0.step.position) > 0 },
    by: { $0.key.names[0] })

  private(set) lazy var refusals: [(key: Key, refusal: Refusal)] = {
    if !declaresFinal { return [] }
    var found: [(key: Key, refusal: Refusal)] = []
    // An overlay may break a final that an earlier tree sets in a descendant.
    let isNew =
      view.lineage.treeCount > 1
      && visited.addedPositions.contains {
        view.levels[$0].statements.concerns.contains(.final)
      }
    let positions = isNew ? Array(view.levels.indices) : visited.addedPositions
    for position in positions {
      view.top(at: position).forEachDeclared { node in
        found += node.refusals.map { (node.key, $0) }
      }
    }
    return found
  }()

  /// Whether a final refused the marker, which another rule reports.
  func isRefused(_ marker: Marker) -> Bool { refused.contains(ObjectIdentifier(marker)) }

  private lazy var refused = Set(
    refusals.compactMap { $0.refusal.attempt.marker.map(ObjectIdentifier.init) })

  func warning(
    _ rule: Diagnostic.Rule, _ key: Key, _ problem: Diagnostic.KeyProblem, at place: SourceRange,
    notes: [Diagnostic.Note] = []
  ) -> Diagnostic {
    Diagnostic(.warning, rule, KeyPattern(key), view.names, problem, at: place, notes: notes)
  }

  /// The computed values whose dependencies to judge: all if the scope makes a key final.
  var drawing: [ValueCursor] {
    guard own.contains(where: { $0.level.statements.concerns.contains(.final) }) else {
      return computing
    }
    var found: [ValueCursor] = []
    asked.cursor.collectComputing(into: &found)
    return found
  }

  /// The required keys that are missing, in order of discovery: the parent's, updated by this scope.
  func missing(after above: [Declaration]) -> [Declaration] {
    let asked = declared.filter { $0.marker.directive == .required }
    if above.isEmpty && asked.isEmpty { return [] }
    let new = Dictionary(grouping: asked, by: \.key)
    let delta = walked.delta
    let old = above.filter { declared in
      if let all = new[declared.key], all.contains(where: { $0.marker === declared.marker }) {
        return false
      }
      // A `*` without a match requires nothing.
      return declared.marker.pattern.key != nil || !delta.reaches(declared.key.names[...])
        || view.asks(for: declared.key, declared.marker)
    }
    return old + asked.filter(\.isMissing)
  }
}

extension ViewNode {
  /// A note with the place of the inherited value.
  var noteOfInherited: [Diagnostic.Note] { place.map { [.init(.inherited, at: $0)] } ?? [] }
}

extension View {
  /// Whether each star of a marker still matches a member on the way to a key.
  fileprivate func asks(for key: Key, _ marker: Marker) -> Bool {
    var cursor = PatternCursor(level(of: marker.file).map { [(0, $0)] } ?? [], .required)
    var node: ViewNode? = root
    for name in key.names {
      let member = node?.member(name)
      cursor = cursor.applying(to: node).descending(name, to: member)
      node = member
    }
    return cursor.markers.contains { $0.marker === marker }
  }
}
