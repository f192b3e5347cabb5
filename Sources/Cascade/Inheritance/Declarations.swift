import JSONSource

/// The keys of a view of which attributes speak, at and below an asked one, each with its markers.
struct Declarations {
  struct Found {
    let marker: Marker
    let key: Key
    let entry: Entry?
    /// Whether the key should have a value for the marker's sake, and has none.
    let isMissing: Bool
    /// Whether no other marker of its level says something else of the key.
    var isInForce = true
  }

  /// A trie's place, and whether the last step to it was a `*`.
  private typealias Place = (statements: Statements, isByAny: Bool)

  private var found: [Found] = []
  private let asked: Key
  private let concerns: Statements.Concerns
  private let isOfInterest: (Entry?, [Statements]) -> Bool

  /// Finds them; `statements` is what levels say from the top. Where `isOfInterest` denies it, nothing is
  /// looked at here and below.
  static func find(
    in root: Entry, _ statements: [Statements], under asked: Key = Key(),
    _ concerns: Statements.Concerns = .attribute,
    where isOfInterest: @escaping (Entry?, [Statements]) -> Bool = { _, _ in true }
  ) -> [Found] {
    var declarations = Declarations(asked, concerns, isOfInterest)
    declarations.visit(Key(), root, statements.map { ($0, false) })
    return declarations.found
  }

  private init(
    _ asked: Key, _ concerns: Statements.Concerns,
    _ isOfInterest: @escaping (Entry?, [Statements]) -> Bool
  ) {
    self.asked = asked
    self.concerns = concerns
    self.isOfInterest = isOfInterest
  }

  private func speaks(_ statements: Statements) -> Bool {
    !statements.concerns.isDisjoint(with: concerns)
  }

  private mutating func visit(_ key: Key, _ entry: Entry?, _ places: [Place]) {
    guard isOfInterest(entry, places.map(\.statements)) else { return }
    let depth = key.names.count
    if depth >= asked.names.count {
      let markers = places.flatMap(\.statements.markers).filter(\.kind.isAttribute)
      for marker in markers {
        found.append(
          Found(
            marker: marker, key: key, entry: entry, isMissing: entry?.isLive != true,
            isInForce: marker.isInForce(among: markers)))
      }
    }
    if depth >= asked.names.count, let entry, entry.isLive, !entry.isObject {
      noteSecrets(in: entry, key, places)
    }
    // What is in a computed value is not written.
    if entry?.isComputedValue == true { return }
    let onWay = depth < asked.names.count ? asked.names[depth] : nil
    var names = NameMap<Void>()
    for (statements, _) in places {
      for name in statements.marked(concerns) { names[name] = () }
      // A `*` stands for what there is; behind it, a name for what each object there should have.
      if let any = statements.any, speaks(any), entry?.isObject == true {
        for member in entry?.members?.live() ?? [] { names[member.name] = () }
      }
    }
    for name in names.names where onWay == nil || onWay == name {
      let member = entry?.members?.entry(name)
      var next: [Place] = []
      for (statements, isByAny) in places {
        // Behind a `*` only objects have to have something.
        if let named = statements.members[name], speaks(named),
          !isByAny || entry?.isObject == true
        {
          next.append((named, false))
        }
        if let any = statements.any, speaks(any), member?.isLive == true {
          next.append((any, true))
        }
      }
      if !next.isEmpty { visit(key.appending(name), member, next) }
    }
  }
}

extension Marker {
  /// Whether this one counts where its level says different things of one key: the one with the fewest
  /// `*`, then the one that is exact earlier, then the one read last (T3, as in I8).
  func isInForce(among others: [Marker]) -> Bool {
    !kind.saysOneThing
      || !others.contains {
        $0 !== self && $0.kind == kind && $0.file.rank == file.rank && $0.prevails(over: self)
      }
  }
}

extension Declarations {
  /// Finds the secrets that may stand in an array: there `*` leads to any element (A1).
  private mutating func noteSecrets(in entry: Entry, _ key: Key, _ places: [Place]) {
    guard entry.elements != nil else { return }
    var rest = places.compactMap { $0.statements.any }
    while let statements = rest.popLast() {
      for marker in statements.markers(.secret) {
        found.append(Found(marker: marker, key: key, entry: entry, isMissing: false))
      }
      rest += statements.members.values + [statements.any].compactMap { $0 }
    }
  }
}

extension Marker.Kind {
  /// Whether it says something of a key that another one might say otherwise.
  fileprivate var saysOneThing: Bool {
    switch self {
    case .type, .about, .deprecated, .until, .because: true
    case .stop, .exclude, .final, .merge, .remove, .secret, .required: false
    }
  }

  /// Whether it is no property and takes nothing: what I10 lists, and section 6.
  var isAttribute: Bool {
    switch self {
    case .secret, .type, .required, .about, .deprecated, .until, .because, .final, .merge: true
    case .stop, .exclude, .remove: false
    }
  }
}
