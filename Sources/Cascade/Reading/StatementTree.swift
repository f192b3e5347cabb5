import JSONSource

/// What one level says about one key and about everything below it, its files put together.
///
/// It knows nothing of other levels. What files write is handed down from an object to a member only
/// when somebody looks at the member, and what an object includes is opened only then.
package final class StatementTree {
  /// The value that the level's files write here.
  package enum Own {
    case nothing
    case leaf(Definition)
    /// An object: its parts, one for each file that writes it.
    case object([Definition])
  }

  /// One thing that is written here, in the order of reading.
  enum Source {
    case written(Definition)
    /// What one file writes together with what it includes, which is laid over it first.
    case joined([Definition])
    /// What a later file of the level wrote over: its names stay mentioned, its directives in force.
    case overwritten(Definition)
    /// The command line takes the place of all that was said so far, at the end of a path from here.
    case replacement(ArraySlice<Name>)
  }

  /// What one file writes, and in which no directive stands: most of what is written, taken as it is.
  let plain: Definition?
  private var sources: [Source]
  private var content: StatementContent?
  private var known = NameMap<Member>()
  private var marked = NameMap<Concerns>()
  private var patterns: PatternMembers?
  /// Whether `**` leads here, so that it leads on to every member, too.
  let isDeep: Bool
  package private(set) var concerns: Concerns = []
  private var naming = Naming()

  /// What is said of exactly this key.
  private struct Naming {
    var markers: [Marker] = []
    var firstStop: Marker?
    var isReaching = false
    /// What says that of the object here certain keys alone go down.
    var passing: [Marker] = []
    /// Those keys.
    var passed: StatementTree?
  }

  /// A member that somebody looked at, or to which a marker leads.
  private struct Member {
    let tree: StatementTree
    /// Whether what is written there has been handed down.
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

  /// What property files write, in the order of reading.
  static func make(_ files: [PropertyFile]) -> StatementTree {
    if files.count == 1, files[0].isPlain(0) {
      return StatementTree(plain: Definition(file: files[0], node: 0))
    }
    return StatementTree(files.map { .written(Definition(file: $0, node: 0)) })
  }

  /// Whether a file has a member of this name here, whatever became of it.
  package var isMention: Bool { plain != nil || !sources.isEmpty }

  /// Whether a marker may name this key, or something in it.
  package var isMarked: Bool { concerns.contains(.marked) }

  /// The value here, where one file alone writes it and includes nothing in it.
  var only: Definition? { plain ?? opened.only }

  /// What is written here, with what is included opened.
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

  /// The part of the own value that is read last.
  package var lastPart: Definition? { plain ?? opened.own.parts.last }

  /// What is written here in the place of all that is there, an object too, as the command line does it.
  var replacing: Definition? { plain == nil ? opened.replacing : nil }

  /// The names of members that files mention, in order; a name may come twice.
  package var mentions: [Name] { plain.map(\.memberNames) ?? opened.mentions }

  private var opening: Naming {
    openIfNeeded()
    return naming
  }

  /// What is said of exactly this key; a `**` in what is included here may name it.
  package var markers: [Marker] { opening.markers }
  /// Of the stops among the markers the one read first; every key that they name asks for it.
  var firstStop: Marker? { opening.firstStop }
  /// Whether a stop or an exclusion is among the markers.
  var isReaching: Bool { opening.isReaching }

  /// What says that of the object here certain keys alone go down.
  var passing: [Marker] { opening.passing }
  /// Those keys.
  var passed: StatementTree? { opening.passed }

  /// What is said with `*` of every member.
  var any: StatementTree? {
    openIfNeeded()
    return patterns?.any
  }

  /// What is said behind `**`, of this key and of all that is in it; nil where a `**` leads here.
  var deep: StatementTree? {
    openIfNeeded()
    return patterns?.deep
  }

  /// Whether a marker names this key, `**` standing for no name, too.
  var isNamed: Bool { !markers.isEmpty || deep?.markers.isEmpty == false }

  /// Whether something of certain concerns is said by patterns that may stand for every member.
  package func isWide(_ concerns: Concerns = .all) -> Bool {
    openIfNeeded()
    return isDeep
      || patterns?.all.contains { !$0.concerns.isDisjoint(with: concerns) } == true
  }

  /// What is said of a member by patterns that stand for its name, but for what is said behind a `**` here.
  func fitting(_ name: Name) -> [StatementTree] {
    openIfNeeded()
    let found = patterns?.fitting(name) ?? []
    return isDeep ? [self] + found : found
  }

  /// The patterns with `*` in a part of a name to which markers of certain concerns lead.
  func likes(concerning concerns: Concerns) -> [NamePattern] {
    openIfNeeded()
    return patterns?.likes(concerning: concerns) ?? []
  }

  /// Whether markers of some concerns name something in this key.
  func leads(to some: Concerns) -> Bool {
    openIfNeeded()
    return !concerns.isDisjoint(with: some)
      && (marked.values.contains { !$0.isDisjoint(with: some) }
        || patterns?.all.contains { !$0.concerns.isDisjoint(with: some) } == true)
  }

  /// The places next to this one to which markers of certain concerns lead.
  func inner(_ concerns: Concerns) -> [StatementTree] {
    let named = marked(concerns).compactMap { member($0) }
    return named + (patterns?.all.filter { !$0.concerns.isDisjoint(with: concerns) } ?? [])
  }

  /// What is said of a member by its name; nil where nothing is.
  package func member(_ name: Name) -> StatementTree? {
    switch said(of: name) {
    case .value(let written)?: StatementTree(plain: written)
    case .tree(let tree)?: tree
    case nil: nil
    }
  }

  /// What is said of a member by its name: most is a value that one file alone writes, in which no directive stands.
  enum Said {
    case value(Definition)
    case tree(StatementTree)
  }

  func said(of name: Name) -> Said? {
    if let plain, known.isEmpty { return plain.member(name).map { .value($0) } }
    if let place = known.place(of: name) {
      let member = known.values[place]
      if member.isComplete { return member.tree.plain.map { .value($0) } ?? .tree(member.tree) }
    }
    if !isMention { return known[name].map { .tree($0.tree) } }
    // What is included here may lead to it, too.
    let written = opened.sources(of: name)
    if let tree = known[name]?.tree {
      tree.receive(written)
      known[name] = Member(tree: tree, isComplete: true)
      return .tree(tree)
    }
    guard let first = written.first else { return nil }
    if written.count == 1, case .written(let only) = first, only.isPlain {
      // In one of several files it is not to be sought again.
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

  /// The names of members that markers of certain concerns lead to.
  func marked(_ concerns: Concerns) -> [Name] {
    openIfNeeded()
    if marked.isEmpty { return [] }
    return zip(marked.names, marked.values).compactMap { $1.isDisjoint(with: concerns) ? nil : $0 }
  }

  /// Whether a marker may name a member, or something in it, or says what alone goes down of all members.
  package func mayMark(_ name: Name) -> Bool {
    openIfNeeded()
    return isDeep || patterns != nil || !naming.passing.isEmpty || marked[name] != nil
  }

  /// How many members markers lead to, whatever they concern.
  var markedCount: Int {
    openIfNeeded()
    return marked.names.count
  }

  /// The markers of one directive that name exactly this key.
  package func markers(_ directive: Directive) -> [Marker] {
    markers.isEmpty ? [] : markers.filter { $0.directive == directive }
  }

  /// Adds the markers of a file whose top object stands here, and notes that something is included below,
  /// so that whoever passes looks there.
  func add(_ file: PropertyFile) {
    let count = file.prefix.count
    for marker in file.markers {
      var parts = marker.pattern.parts[count...]
      if marker.directive.meansAllInside, parts.last == .deep {
        // What stands for no name means all in what is around it, and the top is no key.
        parts.removeLast()
        if marker.pattern.parts.count == 1 { parts = [.any] }
      }
      let end = place(of: parts, marker.directive.concern.union(.marked))
      if marker.directive == .pass {
        end.notePassing(marker)
        continue
      }
      end.naming.markers.append(marker)
      end.naming.isReaching = end.naming.isReaching || marker.directive.reaches
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
    of parts: ArraySlice<KeyPattern.Part>, _ concern: Concerns
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
