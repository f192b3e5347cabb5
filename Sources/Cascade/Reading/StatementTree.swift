import JSONSource

/// The statements of a level about a key and everything below it.
/// Members are read and inclusions opened on demand.
package final class StatementTree {
  /// The value that the files of the level set.
  package enum Own {
    case nothing
    case leaf(Definition)
    case object(Parts)

    package var parts: Parts {
      switch self {
      case .nothing: Parts()
      case .leaf(let value): Parts(value)
      case .object(let parts): parts
      }
    }
  }

  /// The values of several files at one key; most keys have one, which needs no array.
  package struct Parts: RandomAccessCollection {
    private let one: Definition?
    private var more: [Definition] = []

    package init(_ one: Definition? = nil) { self.one = one }

    package var startIndex: Int { 0 }
    package var endIndex: Int { one == nil ? 0 : 1 + more.count }

    package subscript(index: Int) -> Definition {
      if index == 0, let one { return one }
      return more[index - 1]
    }

    /// Parts have a first value.
    mutating func append(_ part: Definition) { more.append(part) }
  }

  /// A part of the value, in reading order.
  enum Source {
    /// A file's value after those that it includes, which are combined first.
    case written([Definition])
    /// A value that a later file replaced. Its names count as mentions, and its directives apply.
    case overwritten(Definition)
    /// Replacement by the command line at a path from here.
    case replacement(ArraySlice<Name>)

    var includes: Bool {
      switch self {
      case .written(let all): all.contains(where: \.includesSomething)
      case .overwritten(let written): written.includesSomething
      case .replacement: false
      }
    }
  }

  /// A value from a single file without directives but computed values, which most values are.
  let plain: Definition?
  private lazy var details = Details()
  /// Whether `**` leads here, so that the node applies to every descendant.
  let isDeep: Bool
  package private(set) var concerns: StatementKinds = []

  /// Everything that a plain value lacks, allocated separately to keep plain values small.
  private final class Details {
    var sources: [Source] = []
    var content: StatementContent?
    var known = NameMap<Member>()
    var marked = NameMap<StatementKinds>()
    var patterns: PatternMembers?
    /// The markers that match exactly this key.
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
    receive(sources)
  }

  private init(plain written: Definition) {
    plain = written
    isDeep = false
    concerns = .value
  }

  static func make(_ sources: [Source]) -> StatementTree {
    if sources.count == 1, case .written(let all) = sources[0], all.count == 1, all[0].isPlain {
      return StatementTree(plain: all[0])
    }
    return StatementTree(sources)
  }

  /// Whether such statements occur at or below the key.
  package func has(_ kinds: StatementKinds) -> Bool { !concerns.isDisjoint(with: kinds) }

  /// Whether a file mentions the key, even if a later file replaced the value.
  package var isMention: Bool { plain != nil || !details.sources.isEmpty }

  /// Whether a marker may match this key or a key below it.
  package var isMarked: Bool { concerns.contains(.marked) }

  /// The value if a single file writes it, without inclusions.
  var only: Definition? { plain ?? opened.only }

  package var opened: StatementContent {
    if let content = details.content { return content }
    let made = StatementContent(plain.map { [.written([$0])] } ?? details.sources)
    details.content = made
    for fragment in made.fragments { add(fragment) }
    return made
  }

  package var own: Own {
    if let plain { return plain.isObject ? .object(Parts(plain)) : .leaf(plain) }
    return opened.own
  }

  package var lastPart: Definition? { plain ?? opened.own.parts.last }
  var replacing: Definition? { plain == nil ? opened.replacing : nil }
  package var mentions: [Name] {
    var names: [Name] = []
    forEachMention { names.append($0) }
    return names
  }

  func forEachMention(_ body: (Name) -> Void) {
    if let plain {
      plain.forEachMember { name, _ in body(name) }
    } else {
      opened.forEachMention(body)
    }
  }

  /// Opens inclusions first, because an included `**` may match.
  private var opening: Details {
    if concerns.contains(.inclusion) && details.content == nil { _ = opened }
    return details
  }

  package var markers: [Marker] { opening.markers }
  /// The first `$stop` in reading order; cached because every matching key asks for it.
  var firstStop: Marker? { opening.firstStop }
  var hasRemovals: Bool { opening.hasRemovals }

  var passing: [Marker] { opening.passing }
  var passed: StatementTree? { opening.passed }

  var any: StatementTree? { opening.patterns?.any }
  /// The statements of `**`; nil if `**` leads here.
  var deep: StatementTree? { opening.patterns?.deep }

  /// Whether a marker matches this key, including `**` that matches no name.
  var isNamed: Bool { !markers.isEmpty || deep?.markers.isEmpty == false }

  /// Whether patterns that may match every member lead to such statements.
  package func isWide(_ concerns: StatementKinds = .all) -> Bool {
    let patterns = opening.patterns
    return isDeep || patterns?.all.contains { $0.has(concerns) } == true
  }

  /// Without those of a `**` here.
  func fitting(_ name: Name) -> [StatementTree] {
    let found = opening.patterns?.fitting(name) ?? []
    return isDeep ? [self] + found : found
  }

  func likes(concerning concerns: StatementKinds) -> [NamePattern] {
    opening.patterns?.likes(concerning: concerns) ?? []
  }

  /// Whether such statements may match inside this key.
  func leads(to some: StatementKinds) -> Bool {
    let details = opening
    return has(some)
      && (details.marked.values.contains { !$0.isDisjoint(with: some) }
        || details.patterns?.all.contains { $0.has(some) } == true)
  }

  /// The next nodes that lead to statements of the given kinds.
  func inner(_ concerns: StatementKinds) -> [StatementTree] {
    let named = marked(concerns).compactMap { member($0) }
    return named + (details.patterns?.all.filter { $0.has(concerns) } ?? [])
  }

  package func member(_ name: Name) -> StatementTree? {
    if let plain, !isMarked { return plain.member(name).map(StatementTree.init(plain:)) }
    if let member = details.known[name], member.isComplete { return member.tree }
    if !isMention { return details.known[name]?.tree }
    // An included file may lead there too.
    let written = opened.sources(of: name)
    if let tree = details.known[name]?.tree {
      tree.receive(written)
      details.known[name] = Member(tree: tree, isComplete: true)
      return tree
    }
    if written.isEmpty { return nil }
    let tree = StatementTree.make(written)
    details.known[name] = Member(tree: tree, isComplete: true)
    return tree
  }

  /// The statements of the fold about a member.
  func statements(of name: Name) -> KeyStatements {
    if let plain, !isMarked { return plain.member(name).map(KeyStatements.plain) ?? .none }
    // Most members of a file with directives are plain, and nothing leads to them.
    let details = details
    if plain != nil || !details.sources.isEmpty, let only = (details.content ?? opened).only,
      details.known[name] == nil
    {
      guard let value = only.member(name) else { return .none }
      if value.isPlain { return .plain(value) }
    }
    return member(name).map(KeyStatements.init) ?? .none
  }

  private func receive(_ written: [Source]) {
    details.sources = written
    if !written.isEmpty { concerns.insert(.value) }
    if written.contains(where: \.includes) { concerns.formUnion(.all) }
  }

  func marked(_ concerns: StatementKinds) -> [Name] {
    let marked = opening.marked
    return zip(marked.names, marked.values).compactMap { $1.isDisjoint(with: concerns) ? nil : $0 }
  }

  /// Includes `$pass` lists.
  package func mayMark(_ name: Name) -> Bool {
    let details = opening
    return isDeep || details.patterns != nil || !details.passing.isEmpty
      || details.marked[name] != nil
  }

  var markedCount: Int { opening.marked.names.count }

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
      end.details.markers.append(marker)
      end.details.hasRemovals = end.details.hasRemovals || marker.directive.reaches
      if marker.directive == .stop,
        end.details.firstStop.map({ marker.isRead(before: $0) }) ?? true
      {
        end.details.firstStop = marker
      }
    }
    for inclusion in file.findings.inclusions where inclusion.place.count > count {
      _ = place(of: inclusion.place[count...].map(KeyPattern.Part.name)[...], .all)
    }
  }

  private func notePassing(_ marker: Marker) {
    details.passing.append(marker)
    let passed = details.passed ?? StatementTree()
    details.passed = passed
    for key in marker.passed {
      let parts = key.pattern.parts[marker.pattern.parts.count...]
      passed.place(of: parts, .exclusion).details.markers.append(key)
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
        place.details.marked[name] = (place.details.marked[name] ?? []).union(concern)
        let member =
          place.details.known[name] ?? Member(tree: StatementTree(), isComplete: false)
        place.details.known[name] = member
        place = member.tree
      case .like, .any, .deep:
        let patterns = place.details.patterns ?? PatternMembers()
        place.details.patterns = patterns
        place = patterns.place(of: part) ?? place
      }
      place.concerns.formUnion(concern)
    }
    return place
  }

  package func place(of key: Key) -> StatementTree? { key.names.reduce(self) { $0?.member($1) } }

  package var writes: Bool { if case .nothing = own { false } else { true } }

  package var leaf: Definition? { if case .leaf(let written) = own { written } else { nil } }

  package var members: [(name: Name, value: StatementTree)] {
    if leaf != nil { return [] }
    return mentions.uniqued.compactMap { name in
      member(name).flatMap { $0.writes ? (name, $0) : nil }
    }
  }

  package func forEachLeaf(_ key: Key, _ body: (Key, StatementTree) -> Void) {
    let members = members
    if leaf != nil || members.isEmpty && !key.names.isEmpty { body(key, self) }
    for member in members { member.value.forEachLeaf(key.appending(member.name), body) }
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
    likes.values.filter { $0.tree.has(concerns) }.map(\.pattern)
  }

  func place(of part: KeyPattern.Part) -> StatementTree? {
    switch part {
    case .name: return nil
    case .any:
      any = any ?? StatementTree()
      return any
    case .deep:
      deep = deep ?? StatementTree(isDeep: true)
      return deep
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
