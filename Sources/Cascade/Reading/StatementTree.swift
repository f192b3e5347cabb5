import JSONSource

/// The statements of a level about a key and everything below it.
/// Members are read and inclusions opened on demand.
package final class StatementTree {
  /// The value that the files of the level set.
  package enum Own {
    case nothing
    case leaf(Definition)
    case object([Definition])
  }

  /// A part of the value, in reading order.
  enum Source {
    case written(Definition)
    /// A file's value with its inclusions, which are combined first.
    case joined([Definition])
    /// A value that a later file replaced. Its names count as mentions, and its directives apply.
    case overwritten(Definition)
    /// Replacement by the command line at a path from here.
    case replacement(ArraySlice<Name>)
  }

  /// A value from a single file without directives, which most values are.
  let plain: Definition?
  private var sources: [Source]
  private var content: StatementContent?
  private var known = NameMap<Member>()
  private var marked = NameMap<StatementKinds>()
  private var patterns: PatternMembers?
  /// Whether `**` leads here, so that the node applies to every descendant.
  let isDeep: Bool
  package private(set) var concerns: StatementKinds = []
  private var naming = ExactMarkers()

  /// The markers that match exactly this key.
  private struct ExactMarkers {
    var markers: [Marker] = []
    var firstStop: Marker?
    var hasRemovals = false
    var passing: [Marker] = []
    var passed: StatementTree?
  }

  /// A member that was requested, or that a marker leads to.
  private struct Member {
    let tree: StatementTree
    /// Whether the written value has been passed to the member.
    var isComplete: Bool
  }

  init(_ sources: [Source] = [], isDeep: Bool = false) {
    plain = nil
    self.isDeep = isDeep
    self.sources = []
    receive(sources)
  }

  private init(plain written: Definition) {
    plain = written
    isDeep = false
    sources = []
    concerns = .laying
  }

  static func make(_ files: [PropertyFile]) -> StatementTree {
    if files.count == 1, files[0].isPlain(0) {
      return StatementTree(plain: Definition(file: files[0], node: 0))
    }
    return StatementTree(files.map { .written(Definition(file: $0, node: 0)) })
  }

  /// Whether a file mentions the key, even if a later file replaced the value.
  package var isMention: Bool { plain != nil || !sources.isEmpty }

  /// Whether a marker may match this key or a key below it.
  package var isMarked: Bool { concerns.contains(.marked) }

  /// The value if a single file writes it, without inclusions.
  var only: Definition? { plain ?? opened.only }

  package var opened: StatementContent {
    if let content { return content }
    let made = StatementContent(plain.map { [.written($0)] } ?? sources)
    content = made
    for fragment in made.fragments { add(fragment) }
    return made
  }

  private func openIfNeeded() {
    if content == nil && concerns.contains(.inclusion) { _ = opened }
  }

  package var own: Own {
    if let plain { return plain.kind == .object ? .object([plain]) : .leaf(plain) }
    return opened.own
  }

  package var lastPart: Definition? { plain ?? opened.own.parts.last }
  var replacing: Definition? { plain == nil ? opened.replacing : nil }
  package var mentions: [Name] { plain.map(\.memberNames) ?? opened.mentions }

  private var opening: ExactMarkers {
    openIfNeeded()
    return naming
  }

  /// Opens inclusions first, because an included `**` may match.
  package var markers: [Marker] { opening.markers }
  /// The first `$stop` in reading order; cached because every matching key asks for it.
  var firstStop: Marker? { opening.firstStop }
  var hasRemovals: Bool { opening.hasRemovals }

  var passing: [Marker] { opening.passing }
  var passed: StatementTree? { opening.passed }

  var any: StatementTree? {
    openIfNeeded()
    return patterns?.any
  }

  /// The statements of `**`; nil if `**` leads here.
  var deep: StatementTree? {
    openIfNeeded()
    return patterns?.deep
  }

  /// Whether a marker matches this key, including `**` that matches no name.
  var isNamed: Bool { !markers.isEmpty || deep?.markers.isEmpty == false }

  /// Whether patterns that may match every member lead to such statements.
  package func isWide(_ concerns: StatementKinds = .all) -> Bool {
    openIfNeeded()
    return isDeep
      || patterns?.all.contains { !$0.concerns.isDisjoint(with: concerns) } == true
  }

  /// Without those of a `**` here.
  func fitting(_ name: Name) -> [StatementTree] {
    openIfNeeded()
    let found = patterns?.fitting(name) ?? []
    return isDeep ? [self] + found : found
  }

  func likes(concerning concerns: StatementKinds) -> [NamePattern] {
    openIfNeeded()
    return patterns?.likes(concerning: concerns) ?? []
  }

  /// Whether such statements may match inside this key.
  func leads(to some: StatementKinds) -> Bool {
    openIfNeeded()
    return !concerns.isDisjoint(with: some)
      && (marked.values.contains { !$0.isDisjoint(with: some) }
        || patterns?.all.contains { !$0.concerns.isDisjoint(with: some) } == true)
  }

  /// The next nodes that lead to statements of the given kinds.
  func inner(_ concerns: StatementKinds) -> [StatementTree] {
    let named = marked(concerns).compactMap { member($0) }
    return named + (patterns?.all.filter { !$0.concerns.isDisjoint(with: concerns) } ?? [])
  }

  package func member(_ name: Name) -> StatementTree? {
    switch said(of: name) {
    case .value(let written)?: StatementTree(plain: written)
    case .tree(let tree)?: tree
    case nil: nil
    }
  }

  /// The statements about a member; most are a single value without directives.
  enum MemberStatements {
    case value(Definition)
    case tree(StatementTree)
  }

  func said(of name: Name) -> MemberStatements? {
    if let plain, known.isEmpty { return plain.member(name).map { .value($0) } }
    if let place = known.place(of: name) {
      let member = known.values[place]
      if member.isComplete { return member.tree.plain.map { .value($0) } ?? .tree(member.tree) }
    }
    if !isMention { return known[name].map { .tree($0.tree) } }
    // An included file may lead there too.
    let written = opened.sources(of: name)
    if let tree = known[name]?.tree {
      tree.receive(written)
      known[name] = Member(tree: tree, isComplete: true)
      return .tree(tree)
    }
    guard let first = written.first else { return nil }
    if written.count == 1, case .written(let only) = first, only.isPlain {
      // Cached, because finding it again would search several files.
      if sources.count > 1 {
        known[name] = Member(tree: StatementTree(plain: only), isComplete: true)
      }
      return .value(only)
    }
    let tree = StatementTree(written)
    known[name] = Member(tree: tree, isComplete: true)
    return .tree(tree)
  }

  private func receive(_ written: [Source]) {
    sources = written
    if !written.isEmpty { concerns.insert(.laying) }
    if written.contains(where: \.includes) { concerns.formUnion(.all) }
  }

  func marked(_ concerns: StatementKinds) -> [Name] {
    openIfNeeded()
    if marked.isEmpty { return [] }
    return zip(marked.names, marked.values).compactMap { $1.isDisjoint(with: concerns) ? nil : $0 }
  }

  /// Includes `$pass` lists.
  package func mayMark(_ name: Name) -> Bool {
    openIfNeeded()
    return isDeep || patterns != nil || !naming.passing.isEmpty || marked[name] != nil
  }

  var markedCount: Int {
    openIfNeeded()
    return marked.names.count
  }

  package func markers(_ directive: Directive) -> [Marker] {
    markers.isEmpty ? [] : markers.filter { $0.directive == directive }
  }

  /// The top object of the file is here. Paths of inclusions are marked.
  func add(_ file: PropertyFile) {
    let count = file.prefix.count
    for marker in file.markers {
      var parts = marker.pattern.parts[count...]
      if marker.directive.coversNestedKeys, parts.last == .deep {
        // A final `**` already covers everything in the enclosing object. The top object is no key.
        parts.removeLast()
        if marker.pattern.parts.count == 1 { parts = [.any] }
      }
      let end = place(of: parts, marker.directive.concern.union(.marked))
      if marker.directive == .pass {
        end.notePassing(marker)
        continue
      }
      end.naming.markers.append(marker)
      end.naming.hasRemovals = end.naming.hasRemovals || marker.directive.reaches
      if marker.directive == .stop,
        end.naming.firstStop.map({ marker.isRead(before: $0) }) ?? true
      {
        end.naming.firstStop = marker
      }
    }
    for place in file.placesOfInclusions where place.count > count {
      _ = self.place(of: place[count...].map(KeyPattern.Part.name)[...], .all)
    }
  }

  private func notePassing(_ marker: Marker) {
    naming.passing.append(marker)
    let passed = naming.passed ?? StatementTree()
    naming.passed = passed
    for key in marker.passed {
      let parts = key.pattern.parts[marker.pattern.parts.count...]
      passed.place(of: parts, .exclusion).naming.markers.append(key)
    }
  }

  private func place(
    of parts: ArraySlice<KeyPattern.Part>, _ concern: StatementKinds
  ) -> StatementTree {
    var place = self
    place.concerns.formUnion(concern)
    for part in parts {
      switch part {
      case .name(let name):
        place.marked[name] = (place.marked[name] ?? []).union(concern)
        if let member = place.known[name] {
          place = member.tree
        } else {
          let tree = StatementTree()
          place.known[name] = Member(tree: tree, isComplete: false)
          place = tree
        }
      case .like, .any, .deep:
        let patterns = place.patterns ?? PatternMembers()
        place.patterns = patterns
        place = patterns.place(of: part) ?? place
      }
      place.concerns.formUnion(concern)
    }
    return place
  }
}

extension StatementTree.Source {
  var includes: Bool {
    switch self {
    case .written(let written), .overwritten(let written): written.includesSomething
    case .joined(let all): all.contains(where: \.includesSomething)
    case .replacement: false
    }
  }
}

extension StatementTree.Own {
  package var parts: [Definition] {
    switch self {
    case .nothing: []
    case .leaf(let value): [value]
    case .object(let parts): parts
    }
  }
}

/// The statements of a level about members of an object that patterns match (K4).
final class PatternMembers {
  private(set) var any: StatementTree?
  /// `**` matches the object itself and everything below.
  private(set) var deep: StatementTree?
  private var likes = NameMap<(pattern: NamePattern, tree: StatementTree)>()
  // Caches the patterns that match each name if there are many.
  private var known = NameMap<[StatementTree]>()
  private static var few: Int { 4 }

  var all: [StatementTree] { [any, deep].compactMap { $0 } + likes.values.map(\.tree) }

  func likes(concerning concerns: StatementKinds) -> [NamePattern] {
    likes.values.filter { !$0.tree.concerns.isDisjoint(with: concerns) }.map(\.pattern)
  }

  func place(of part: KeyPattern.Part) -> StatementTree? {
    switch part {
    case .name: return nil
    case .any:
      let place = any ?? StatementTree()
      any = place
      return place
    case .deep:
      let place = deep ?? StatementTree(isDeep: true)
      deep = place
      return place
    case .like(let pattern):
      if let like = likes[pattern.name] { return like.tree }
      let place = StatementTree()
      likes[pattern.name] = (pattern, place)
      known = NameMap()
      return place
    }
  }

  func fitting(_ name: Name) -> [StatementTree] {
    let all = any.map { [$0] } ?? []
    guard let first = likes.values.first else { return all }
    if let known = known[name] { return all + known }
    let bytes = first.pattern.bytes(of: name)
    let found = likes.values.filter { $0.pattern.pattern.matches(bytes) }.map(\.tree)
    if likes.values.count > Self.few { known[name] = found }
    return all + found
  }
}
