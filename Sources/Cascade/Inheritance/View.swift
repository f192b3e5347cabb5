import JSONSource
import SafeText

/// The effective values of a scope with their reasons (I1), evaluated on demand.
package final class View {
  package let names: NameTable
  package let lineage: Lineage
  package let root: ViewNode
  package let activeDeclarations: LineageDeclarations?
  let fold: Fold
  /// The layers of the levels, by position. Scopes below share those of the root's tree.
  private let tops: [Int]
  /// Cached, because every object asks for the outcomes of its members.
  package private(set) lazy var valueOutcomes = ValueOutcomes()

  /// `above` is the parent directory's view, `sibling` another view below it. Equal nodes are shared.
  package init(
    _ lineage: Lineage, _ names: NameTable, above: View? = nil, beside sibling: View? = nil
  ) {
    self.lineage = lineage
    self.names = names
    var base = above
    var count = above == nil ? 0 : lineage.commonCount
    if lineage.treeCount == 1, let sibling {
      let shared = zip(lineage.levels, sibling.levels).prefix { $0 === $1 }.count
      if shared > count { (base, count) = (sibling, shared) }
    }
    // In a single tree an added level does not affect earlier positions; in several trees positions shift.
    if let base, lineage.treeCount == 1,
      !lineage.levels[count...].contains(where: \.hasDeclarations),
      !base.levels[count...].contains(where: \.hasDeclarations)
    {
      activeDeclarations = base.activeDeclarations
    } else {
      activeDeclarations = LineageDeclarations(lineage)
    }
    var tops: [Int] = []
    var layers: [FoldLayer] = []
    if let base, lineage.canShare {
      tops += base.tops.prefix(count)
      if let last = tops.last { layers += base.fold.layers[...last] }
    }
    // The boundary after the last shared level.
    var passage = base !== above || tops.isEmpty ? nil : base?.passage
    var before: Int?
    for position in tops.count..<lineage.levels.count {
      if let last = tops.last, lineage.tree(at: position) == lineage.tree(at: position - 1) {
        let boundary =
          passage
          ?? lineage.boundary(after: last, layers[last], before: before, activeDeclarations)
        if let boundary { layers.append(boundary) }
      } else {
        before = tops.last
      }
      passage = nil
      tops.append(layers.count)
      layers.append(
        FoldLayer(
          lineage.levels[position], at: position, activeDeclarations, over: layers.lastWithEffect))
    }
    self.tops = tops
    fold = Fold(layers)
    root = ViewNode(fold, RecordID(topOf: layers.count - 1))
  }

  /// The view with the settings of the command line, which are the nearest level.
  package init(_ view: View, commandLine: Level) {
    lineage = view.lineage.adding(commandLine: commandLine)
    names = view.names
    activeDeclarations = LineageDeclarations(lineage)
    let layers = view.fold.layers
    tops = view.tops + [layers.count]
    fold = Fold(
      layers + [
        FoldLayer(
          commandLine, at: lineage.levels.count - 1, activeDeclarations,
          over: RecordID(topOf: layers.count - 1), isCommandLine: true)
      ])
    root = ViewNode(fold, RecordID(topOf: layers.count))
  }

  /// The top object after a level.
  package func top(at position: Int) -> ViewNode { ViewNode(fold, RecordID(topOf: tops[position])) }

  package var scope: Scope { lineage.scope }

  package var levels: [Level] { lineage.levels }

  package func level(of file: SourceFile) -> Level? {
    levels.first { $0.home == file.home && $0.scope == file.scope }
  }

  /// The node after the level at the position, or after all; nil if none of them mentions the key.
  package func node(_ key: Key, at position: Int? = nil) -> ViewNode? {
    key.names.reduce(position.map(top) ?? root) { $0?.member($1) }
  }

  package func activeDeclarations(of key: Key) -> LineageDeclarations? {
    key.names.reduce(activeDeclarations) { $0?.descending($1) }
  }

  package var isOpen: Bool { activeDeclarations?.isOpen(before: .max) ?? true }

  /// The boundary before the levels of scopes below; nil if nothing is excluded.
  private lazy var passage: FoldLayer? = {
    let last = tops[lineage.ancestors.count - 1]
    return lineage.boundary(after: last, fold.layers[last], before: nil, activeDeclarations)
  }()

  /// The top objects of the boundaries to scopes below; empty if nothing is excluded.
  package func boundaries() -> [ViewNode] {
    let ends = lineage.ownPositions.map { tops[$0] }
    let later = zip(ends, ends.dropFirst()).map { before, end in
      (end, lineage.boundary(after: end, fold.layers[end], before: before, activeDeclarations))
    }
    return ([(ends[0], passage)] + later).compactMap { end, boundary in
      boundary.map { ViewNode(Fold(fold.layers[...end] + [$0]), RecordID(topOf: end + 1)) }
    }
  }

  package func suggestion(for key: Key) -> Key? { suggestions(for: key).first }

  /// Spellings with other case or punctuation first, then suffixes, then the nearest name at the first missing one.
  /// Removed keys are included, so that the reason can be shown.
  func suggestions(
    for key: Key, _ searchLimit: SearchLimit = SearchLimit(searches: 2)
  ) -> [Key] {
    let alike = NameSearch.found(key.names, in: mentioned, searchLimit, listed: mentionedList)
    // A match of the whole key is better than a match of its end.
    let whole = alike.filter(\.isWhole)
    if !alike.isEmpty { return (whole.isEmpty ? alike : whole).map { Key($0.way) } }
    let (way, hasTypo) = mentioned.following(key.names, searchLimit)
    return hasTypo ? [Key(way)] : []
  }

  private lazy var mentioned = MentionedPlace(root, names)
  private lazy var mentionedList = PlaceList(whole: mentioned)

  /// The last node along a key's path through objects, and the remaining names.
  package typealias Deepest = (node: ViewNode, rest: ArraySlice<Name>)

  package func deepest(_ key: Key) -> Deepest {
    var node = root
    var rest = key.names[...]
    while let name = rest.first {
      // The top is always an object; evaluating it would be wasted.
      if !node.isTop {
        switch node.state {
        case .leaf(let written) where written.isArray || written.isComputed: return (node, rest)
        case .array: return (node, rest)
        default: break
        }
      }
      guard let member = node.sharedMember(name) else { return (node, rest) }
      node = member
      rest.removeFirst()
    }
    return (node, rest)
  }

  /// Whether a level writes a computed value for the key itself.
  package func isComputed(_ place: Deepest) -> Bool {
    let (node, rest) = place
    return rest.isEmpty ? node.isComputedValue : element(rest, of: node)?.isComputed == true
  }

  /// An element, or a value in it.
  private func element(_ path: ArraySlice<Name>, of node: ViewNode) -> Element? {
    path.first.flatMap(names.index).flatMap(node.element)?.inner(path.dropFirst())
  }

  /// The array if the next name is an index or `+` (K3).
  package func arrayIndexed(by key: Key) -> Key? {
    let (node, rest) = deepest(key)
    guard let name = rest.first, node.isArray,
      names.index(name) != nil || names.bytes(of: name).elementsEqual("+".utf8)
    else { return nil }
    return key.prefix(key.names.count - rest.count)
  }

  /// An object that meets another kind or a replacing strategy needs all its inclusions (D45).
  package func openInclusions(along key: Key) -> [Diagnostic] {
    let including = lineage.including
    if including.isEmpty { return [] }
    let problems = including.flatMap { $0.openInclusions(along: key) }
    var node: ViewNode? = root
    var activeDeclarations = activeDeclarations
    for (index, name) in key.names.enumerated() {
      node = node?.member(name)
      activeDeclarations = activeDeclarations?.descending(name)
      let decides =
        node?.chain.contains { $0.written.last?.isObject == false } == true
        || activeDeclarations?.declaration(at: .max, \.fitsObjects)?.strategy == .replace
      if decides {
        let around = key.prefix(index + 1)
        // These include all inclusions along the key.
        return including.flatMap { $0.openInclusions(along: around) }
      }
    }
    return problems
  }

  /// nil if the key is not set anywhere.
  package func absence(_ key: Key) -> Absence? { absence(deepest(key)) }

  func absence(_ place: Deepest) -> Absence? {
    place.rest.isEmpty ? place.node.absence : elementAbsence(place.rest, after: place.node)
  }

  /// The reason of the array's member, otherwise of an earlier array with the element.
  func elementAbsence(_ rest: ArraySlice<Name>, after node: ViewNode) -> Absence? {
    if !rest.isEmpty, let inner = rest.reduce(node as ViewNode?, { $0?.member($1) }) {
      return inner.absence
    }
    var taken: Absence?
    for node in node.chain {
      if let part = node.written.last {
        if part.isArray, Element(part).inner(rest) != nil {
          if case .replaced(let nearer)? = taken?.withdrawal, nearer.isArray {
            taken?.isOfOtherArray = true
          }
          return taken
        }
        taken = Absence(withdrawal: .replaced(by: part))
      }
      if case .withdrawn(let withdrawal)? = node.displacement {
        taken = Absence(withdrawal: withdrawal)
      }
    }
    return nil
  }

  package func mentions(_ key: Key) -> Bool {
    let (node, rest) = deepest(key)
    if rest.isEmpty { return node.isLive || node.absence != nil || node.isMentioned }
    return node.isComputedValue || element(rest, of: node) != nil
      || elementAbsence(rest, after: node) != nil
  }

  package func hasElement(_ key: Key) -> Bool {
    let (node, rest) = deepest(key)
    return element(rest, of: node) != nil
  }

  /// Arrays are searched only if `withElements` is true.
  package func mentions(_ pattern: KeyPattern, withElements: Bool = false) -> Bool {
    root.mentions(PatternState(pattern), withElements)
  }
}

extension Lineage {
  /// An added final may refuse an exclusion that a later tree declares above it.
  fileprivate var canShare: Bool {
    treeCount == 1
      || !added.contains { levels[$0].statements.concerns.contains(.final) }
      || !excluding.contains { tree(at: $0.position) > 0 }
  }

  /// The layer after a level, where exclusions act; nil if nothing is excluded there or before.
  fileprivate func boundary(
    after last: Int, _ layer: FoldLayer, before: Int?, _ activeDeclarations: LineageDeclarations?
  ) -> FoldLayer? {
    let here = scopeIndex(at: layer.position)
    let above = excluding.filter { scopeIndex(at: $0.position) <= here }
    if above.isEmpty { return nil }
    return FoldLayer(
      at: layer.position + 1, activeDeclarations, over: RecordID(topOf: last),
      KeyExclusions(
        leaving: last, before: before.map(RecordID.init(topOf:)),
        fresh: PatternCursor(above.filter { scopeIndex(at: $0.position) == here }, .exclusion),
        old: PatternCursor(above.filter { scopeIndex(at: $0.position) < here }, .exclusion)))
  }
}

/// A mentioned key in searches for near names, which keep what they visit.
private final class MentionedPlace: NamedPlace {
  private let node: ViewNode
  private let names: NameTable
  private(set) lazy var labels = node.mentionedNames()
  private var members = NameMap<MentionedPlace>()

  init(_ node: ViewNode, _ names: NameTable) { (self.node, self.names) = (node, names) }

  var isLive: Bool { node.isLive }

  func below(_ label: Name) -> MentionedPlace? {
    if let known = members[label] { return known }
    guard let member = node.member(label), member.isMentioned else { return nil }
    let place = MentionedPlace(member, names)
    members[label] = place
    return place
  }

  func spelling(_ label: Name) -> ArraySlice<UInt8> { names.bytes(of: label) }
}

extension ViewNode {
  fileprivate func mentions(_ way: PatternState, _ withElements: Bool) -> Bool {
    if way.isAtEnd, !isTop, isLive || absence != nil || isMentioned { return true }
    let element = way.afterElement
    if withElements, !element.isEmpty, let elements, elements.contains(where: { $0.has(element) }) {
      return true
    }
    return way.next(among: mentionedNames()).contains {
      member($0)?.mentions($1, withElements) == true
    }
  }
}
