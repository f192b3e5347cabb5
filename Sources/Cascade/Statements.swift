import JSONSource

/// What one level says about one key and about everything below it, its files put together.
///
/// It knows nothing of other levels. An object in which no directive stands is kept as the node it is
/// and unfolded only where something else is said of its inside.
package final class Statements {
  /// The value that the level's files write here.
  enum Own {
    case nothing
    case leaf(Written)
    /// An object: its parts, one for each file that writes it.
    case object([Written])
  }

  /// The parts of the fold that have to look at a statement.
  struct Concerns: OptionSet {
    let rawValue: UInt8
    static let laying = Concerns(rawValue: 1)
    static let exclusion = Concerns(rawValue: 2)
  }

  let depth: Int
  private(set) var own = Own.nothing
  /// What earlier files of the level wrote here, which a later one wrote over.
  private(set) var overwritten: [Written] = []
  /// Whether a file has a member of this name here, whatever became of it.
  private(set) var isMention = false
  private(set) var concerns: Concerns = []
  private(set) var stops: [Marker] = []
  private(set) var excludes: [Marker] = []
  private(set) var plain: Written?
  private(set) var members = NameMap<Statements>()
  // The names among the members that markers lead to, so that a step need not look at all others.
  private var stopped = NameMap<Void>()
  private var excluded = NameMap<Void>()
  /// What is said with `*` of every member.
  private(set) var any: Statements?

  init(depth: Int) {
    self.depth = depth
  }

  func add(_ written: Written) {
    isMention = true
    concerns.insert(.laying)
    guard written.kind == .object else {
      let before = overwritten + own.parts
      forget()
      overwritten = before
      own = .leaf(written)
      return
    }
    if written.file.writes(written.node) { addPart(written) }
    if plain == nil && members.isEmpty && any == nil && written.file.isPlain(written.node) {
      plain = written
    } else {
      unfold()
      addMembers(of: written)
    }
  }

  /// Adds an object to the parts of the value; a `{}` is one only as long as there is nothing else.
  private func addPart(_ written: Written) {
    guard case .object(let parts) = own, !parts.allSatisfy(\.isEmptyObject) else {
      if case .leaf(let leaf) = own { overwritten.append(leaf) }
      own = .object([written])
      return
    }
    if !written.isEmptyObject { own = .object(parts + [written]) }
  }

  private func addMembers(of object: Written) {
    for member in object.document.members(object.node) where !member.isDirective {
      child(member.name).add(Written(file: object.file, node: member.value))
    }
  }

  func add(_ marker: Marker) {
    let concern: Concerns = marker.kind == .stop ? .laying : .exclusion
    var place = self
    place.concerns.insert(concern)
    for part in marker.pattern.parts {
      switch part {
      case .name(let name):
        place.unfold()
        if marker.kind == .stop { place.stopped[name] = () } else { place.excluded[name] = () }
        place = place.child(name)
      case .any:
        let wildcard = place.any ?? Statements(depth: depth)
        place.any = wildcard
        place = wildcard
      }
      place.concerns.insert(concern)
    }
    switch marker.kind {
    case .stop: place.stops.append(marker)
    case .exclude: place.excludes.append(marker)
    }
  }

  /// The names of members that markers of one phase lead to.
  func marked(_ phase: Concerns) -> [Name] {
    phase == .laying ? stopped.names : excluded.names
  }

  /// Makes members out of an object that stood as it was.
  func unfold() {
    guard let object = plain else { return }
    plain = nil
    addMembers(of: object)
  }

  /// Drops every value here and below, for a later file of the level wrote over them; the names stay
  /// mentioned and the markers stay in force.
  private func forget() {
    own = .nothing
    overwritten = []
    unfold()
    for member in members.values { member.forget() }
  }

  private func child(_ name: Name) -> Statements {
    if let known = members[name] { return known }
    let new = Statements(depth: depth)
    members[name] = new
    return new
  }
}

extension Statements.Own {
  /// The values of which it is made, as the files stand.
  var parts: [Written] {
    switch self {
    case .nothing: []
    case .leaf(let value): [value]
    case .object(let parts): parts
    }
  }
}

extension Written {
  /// Whether this is an object without any ordinary member.
  var isEmptyObject: Bool {
    kind == .object && document.members(node).allSatisfy(\.isDirective)
  }
}
