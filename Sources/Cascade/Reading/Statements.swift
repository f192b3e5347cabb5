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

  /// What is said here or below, by what has to look at it.
  struct Concerns: OptionSet {
    let rawValue: UInt8
    static let laying = Concerns(rawValue: 1)
    static let exclusion = Concerns(rawValue: 2)
    static let final = Concerns(rawValue: 4)
    static let merge = Concerns(rawValue: 8)
    static let attribute = Concerns(rawValue: 16)
  }

  let rank: Rank
  private(set) var own = Own.nothing
  /// What earlier files of the level wrote here, which a later one wrote over.
  private(set) var overwritten: [Written] = []
  /// Whether a file has a member of this name here, whatever became of it.
  private(set) var isMention = false
  /// Whether an object here takes the place of all that is there, as the command line's does.
  private(set) var isReplacing = false
  private(set) var concerns: Concerns = []
  /// What is said of exactly this key.
  private(set) var markers: [Marker] = []
  private(set) var plain: Written?
  private(set) var members = NameMap<Statements>()
  // The names among the members that markers lead to, so that a step need not look at all others.
  private var marked = NameMap<Concerns>()
  /// What is said with `*` of every member.
  private(set) var any: Statements?

  init(_ rank: Rank) {
    self.rank = rank
  }

  func add(_ written: Written) {
    isMention = true
    concerns.insert(.laying)
    guard written.isObject else {
      let before = overwritten + own.parts
      forget()
      overwritten = before
      own = .leaf(written)
      return
    }
    for fragment in written.file.fragments(at: written.node) {
      add(Written(file: fragment, node: 0))
    }
    if written.file.writes(written.node) { addPart(written) }
    if plain == nil && members.isEmpty && any == nil && written.file.isPlain(written.node) {
      plain = written
    } else {
      unfold()
      addMembers(of: written)
    }
  }

  /// Makes what is said of a key from now on take the place of all that was there, and of what was said.
  func replaceAll(at key: Key) {
    var place = self
    for name in key.names {
      place.unfold()
      place = place.child(name)
    }
    place.forget()
    place.isReplacing = true
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
      child(member.name).add(object.at(member.value))
    }
  }

  func add(_ marker: Marker) {
    let concern = marker.kind.concern
    var place = self
    place.concerns.insert(concern)
    hasMarkers = true
    for part in marker.pattern.parts {
      switch part {
      case .name(let name):
        place.unfold()
        place.marked[name] = (place.marked[name] ?? []).union(concern)
        place = place.child(name)
      case .any:
        let wildcard = place.any ?? Statements(rank)
        place.any = wildcard
        place = wildcard
      }
      place.concerns.insert(concern)
    }
    place.markers.append(marker)
  }

  /// Whether a directive speaks of this key or of one below it.
  private(set) var hasMarkers = false

  /// The markers of one kind that name exactly this key.
  func markers(_ kind: Marker.Kind) -> [Marker] {
    markers.isEmpty ? [] : markers.filter { $0.kind == kind }
  }

  /// The names of members that markers of certain concerns lead to.
  func marked(_ concerns: Concerns) -> [Name] {
    zip(marked.names, marked.values).compactMap { $1.isDisjoint(with: concerns) ? nil : $0 }
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
    let new = Statements(rank)
    members[name] = new
    return new
  }
}

extension Marker.Kind {
  fileprivate var concern: Statements.Concerns {
    switch self {
    case .stop, .remove: .laying
    case .exclude: .exclusion
    case .final: .final
    case .merge: .merge
    default: .attribute
    }
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
  /// Whether this is an object without any ordinary member, and without a directive that might give
  /// it some.
  var isEmptyObject: Bool {
    isObject && document.members(node).allSatisfy(\.isDirective)
  }
}
