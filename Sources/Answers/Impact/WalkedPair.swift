import Cascade
import JSONSource

/// A scope of both snapshots, as visited by an impact.
final class WalkedPair {
  let scopes: BeforeAfter<WalkedScope>
  /// The edits of the levels that its parent lacks.
  let edits: [ScopeEdits]
  /// The edited keys of its lineage, by scope.
  /// Nil if any key may differ, for instance because parents or their order changed.
  let edited: [KeyTree<Void>]?
  /// The keys with a change or failure in an ancestor, and those that are new in this scope.
  private let reportedAbove: [KeyTree<Void>]
  private var reported: KeyTree<Void>?
  /// Whether a final, an exclusion, a merge strategy or an inclusion lets an edit affect keys beside it.
  private let isInterwoven: Bool
  /// Whether its own files set only values, equal in both snapshots, over the parent's.
  private let addsSameValues: Bool
  /// Whether the whole lineage is unchanged, and no dependency made a difference so far.
  var isSame: Bool
  let number: Int?

  init(
    _ scopes: BeforeAfter<WalkedScope>, _ edits: [ScopeEdits], below above: WalkedPair?,
    hasSameParents: Bool, number: Int?
  ) {
    (self.scopes, self.edits, self.number) = (scopes, edits, number)
    newPositions = BeforeAfter { side in
      let shared = above?.scopes[side].visited.role == .shared ? above?.newPositions[side] : nil
      return (shared ?? []) + scopes[side].visited.addedPositions
    }
    isSame = (above?.isSame ?? true) && edits.isEmpty && hasSameParents
    let own = hasSameParents ? edits.map(\.keys) : [nil]
    reportedAbove = above.map { $0.reportedAbove + ($0.reported.map { [$0] } ?? []) } ?? []
    let aboveEdited = above.map(\.edited) ?? []
    edited =
      own.contains { $0 == nil }
      ? nil : aboveEdited.map { $0 + KeyTree.joined(own.compactMap(\.self)) }
    let sides = [scopes.from.visited, scopes.to.visited]
    isInterwoven =
      above?.isInterwoven == true || sides.contains { $0.added.contains(where: \.interweaves) }
    let isAboveAsked =
      above.map { $0.scopes.from.visited.isAsked && $0.scopes.to.visited.isAsked } ?? false
    addsSameValues =
      edits.isEmpty && hasSameParents && isAboveAsked && !isInterwoven
      && sides.allSatisfy { visited in
        visited.lineage.treeCount == 1 && !visited.lineage.hasFurtherParents
          && !visited.levels.contains(where: \.mayCompute)
      }
  }

  /// The positions of levels that the nearest asked scope before does not have.
  let newPositions: BeforeAfter<[Int]>

  var isNew: Bool { scopes.from.delta.isWhole || scopes.to.delta.isWhole }

  func note(reported key: Key) {
    if reportedAbove.contains(where: { $0.known(key)?.content != nil }) { return }
    let keys = reported ?? KeyTree()
    reported = keys
    keys.place(of: key).content = ()
  }

  var isCertain: Bool { scopes.from.isCertain && scopes.to.isCertain }

  var scope: Scope { scopes.to.view.scope }
  private(set) lazy var scopesInOrder = BeforeAfter { side in
    let order = scopes[side].view.lineage.ancestors.map(\.scope)
    return (order: order, all: Set(order))
  }

  /// Whether the scopes common to both lineages changed their order.
  private(set) lazy var isMoved: Bool = {
    let (from, to) = (scopesInOrder.from, scopesInOrder.to)
    return !from.order.filter(to.all.contains).elementsEqual(to.order.filter(from.all.contains))
  }()

  /// Records which edits translate secrets of this scope, or of a descendant that declares secrets.
  func noteTranslations(in other: WalkedPair) {
    if edits.isEmpty { return }
    for side in [Side.from, .to] {
      let scope = other.scopes[side]
      if other === self || scope.hidesSomething {
        for one in edits { one.note(in: scope.asked, side) }
      }
    }
  }
}

extension WalkedPair {
  private typealias Values = BeforeAfter<ValueCursor?>
  private typealias Places = [KeyTree<Void>]

  /// Looking up this many keys is faster than listing the delta.
  private static let few = 16

  /// Whether its own files do not touch any edited or changed key of its ancestors.
  var leavesAlone: Bool {
    guard addsSameValues, let edited else { return false }
    let places = edited + reportedAbove
    guard places.reduce(0, { $0 + $1.members.names.count }) <= Self.few else { return false }
    return !scopes.to.visited.levels.contains { level in
      level.files.contains { file in
        places.contains { $0.isTouched(by: Definition(file: file, node: 0)) }
      }
    }
  }

  /// Calls `body` for the keys to compare, with their values in both snapshots.
  /// `reported` are the keys reported so far, which determine the order; `isComputing` allows dependencies on any key.
  func forEachDifference(
    reported: KeyTree<Void>, isComputing: Bool, _ body: (Key, ValueCursor?, ValueCursor?) -> Void
  ) {
    let isCoarse = isInterwoven || isComputing
    func visit(_ key: Key, _ values: Values, _ deltas: BeforeAfter<Delta?>, _ places: Places?) {
      let areWhole = deltas.from?.isWhole == true || deltas.to?.isWhole == true
      guard !areWhole, values.from?.node.isObject == true, values.to?.node.isObject == true else {
        body(key, values.from, values.to)
        return
      }
      for name in Self.touched(deltas, places) {
        let inner = places?.compactMap { $0.members[name] }
        let isWhole = isCoarse || inner?.contains { $0.content != nil } != false
        visit(
          key.appending(name), BeforeAfter { values[$0]?.liveMember(name) },
          BeforeAfter { deltas[$0]?.member(name) }, isWhole ? nil : inner)
      }
    }
    visit(
      Key(), BeforeAfter { scopes[$0].asked.cursor }, BeforeAfter { scopes[$0].delta },
      edited.map { $0 + [reported] })
  }

  private static func touched(_ deltas: BeforeAfter<Delta?>, _ places: Places?) -> [Name] {
    if let places, places.reduce(0, { $0 + $1.members.names.count }) <= few {
      var touched = NameMap<Void>()
      for name in places.lazy.flatMap(\.members.names)
      where deltas.from?.member(name) != nil || deltas.to?.member(name) != nil {
        touched[name] = ()
      }
      if touched.names.count <= 1 { return touched.names }
    }
    var names = NameMap<Void>()
    for side in [Side.from, .to] {
      for name in deltas[side]?.names ?? []
      where places?.contains(where: { $0.members[name] != nil }) != false {
        names[name] = ()
      }
    }
    return names.names
  }
}

extension KeyTree<Void> {
  /// Joins the trees, because a scope may have thousands of parents with a tree each.
  fileprivate static func joined(_ trees: [KeyTree]) -> [KeyTree] {
    if trees.count < 2 { return trees }
    let joined = KeyTree()
    for tree in trees {
      tree.forEach(Key()) { key, _ in joined.place(of: key).content = () }
    }
    return [joined]
  }

  fileprivate func isTouched(by object: Definition) -> Bool {
    zip(members.names, members.values).contains { name, place in
      guard let value = object.member(name) else { return false }
      return place.content != nil || !value.isObject || place.isTouched(by: value)
    }
  }
}

extension Level {
  fileprivate var interweaves: Bool {
    hasMarkers
      && (hasInclusions || !statements.concerns.isDisjoint(with: [.final, .merge, .exclusion]))
  }
}

extension ValueCursor {
  func liveMember(_ name: Name) -> ValueCursor? {
    guard let node = node.member(name), node.isLive else { return nil }
    return member(name, node)
  }
}
