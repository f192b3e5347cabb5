import Cascade
import JSONSource

extension View {
  /// The members written by the levels at `positions` that closed objects do not know (A7), with the nearest known
  /// name.
  /// For an edited scope, `former` is its view before: only names that its own level wrote then are known.
  package func unknownKeys(
    at positions: some Sequence<Int>, _ slips: SlipIndex = SlipIndex(), since former: View? = nil
  ) -> [Diagnostic] {
    var found: [Diagnostic] = []
    let old = former.flatMap(ClosedPlace.init(top:))
    guard let top = ClosedPlace(top: self) else { return [] }
    top.forEachUnknown(in: Key(), at: Set(positions), since: old, slips) { found.append($0) }
    return found
  }

  /// The unknown members at, below and around keys, written by any level.
  package func unknownKeys(along keys: [Key]) -> [Diagnostic] {
    unknownKeys(at: levels.indices).filter { problem in
      keys.contains { problem.named?.isAlong($0) == true }
    }
  }

  /// Whether an attribute names the key or a key below it.
  package func declares(_ key: Key) -> Bool {
    PatternCursor(lineage.levels(concerning: .naming), .naming).descending(key.names)
      .isDeclared
  }

  /// Whether the objects around a key accept it from the scope's own level in the root's tree.
  package func knows(_ key: Key) -> Bool {
    guard var place = ClosedPlace(top: self), let own = lineage.own.first?.position else {
      return true
    }
    for name in key.names {
      let member = place.member(name)
      if place.closer(of: member, writtenFirstAt: min(member.first ?? .max, own + 1)) != nil {
        return false
      }
      place = member
    }
    return true
  }
}

extension Key {
  /// Whether either key contains the other.
  package func isAlong(_ other: Key) -> Bool {
    zip(names, other.names).allSatisfy { $0 == $1 }
  }
}

/// A key with the statements and declarations about it, and the `$closed` markers around it.
/// It ignores effective values: a member stays known if its value is stopped or excluded.
struct ClosedPlace {
  private let names: NameTable
  let writings: [(position: Int, tree: StatementTree)]
  private let closing: PatternCursor
  private let naming: PatternCursor
  private let around: [(position: Int, marker: Marker)]
  let closers: [(position: Int, marker: Marker)]
  /// Whether a pattern ending in `**` makes it and all keys below it known.
  let isCovered: Bool

  init?(top view: View) {
    if view.lineage.levels(concerning: .closed).isEmpty { return nil }
    self.init(of: view)
  }

  init(of view: View) {
    self.init(
      view.names, view.lineage.levels.enumerated().map { ($0, $1.statements) },
      PatternCursor(view.lineage.levels(concerning: .closed), .closed),
      PatternCursor(view.lineage.levels(concerning: .naming), .naming), around: [],
      isCovered: false)
  }

  private init(
    _ names: NameTable, _ writings: [(position: Int, tree: StatementTree)],
    _ closing: PatternCursor, _ naming: PatternCursor,
    around: [(position: Int, marker: Marker)], isCovered: Bool
  ) {
    (self.names, self.writings, self.closing, self.naming) = (names, writings, closing, naming)
    self.around = around
    closers = around + closing.markers(.closed)
    self.isCovered =
      isCovered
      || naming.markers.contains {
        $0.marker.directive.declaresMember && $0.marker.pattern.parts.last == .deep
      }
  }

  func member(_ name: Name) -> ClosedPlace {
    let inner = writings.compactMap { writing in
      writing.tree.member(name).flatMap { $0.isWritten ? (writing.position, $0) : nil }
    }
    return ClosedPlace(
      names, inner, closing.descending(name), naming.descending(name), around: closers,
      isCovered: isCovered)
  }

  var first: Int? { writings.first?.position }

  /// The marker that refuses a member, written first at a position; nil if it is accepted.
  func closer(of member: ClosedPlace, writtenFirstAt first: Int) -> (position: Int, marker: Marker)?
  {
    guard let closer = closers.first(where: { $0.position < first }) else { return nil }
    return member.isNamed ? nil : closer
  }

  /// Calls `body` for the unknown members written by the levels at `judged`.
  /// Members that the former object, closed by the same level, lacked are unknown, too.
  func forEachUnknown(
    in object: Key, at judged: Set<Int>, since former: ClosedPlace?, _ slips: SlipIndex,
    _ body: (Diagnostic) -> Void
  ) {
    if !mayRefuse && former?.mayRefuse != true { return }
    var known: [Int: NameMap<Void>] = [:]
    let own = writings.filter { judged.contains($0.position) }
    for name in own.flatMap(\.tree.mentions).uniqued {
      let (member, old) = (member(name), former?.member(name))
      let key = object.appending(name)
      var (around, closer) = (self, closer(of: member, writtenFirstAt: member.first ?? .max))
      if closer == nil, let former, !member.isNamed {
        closer = former.closers.first { judged.contains($0.position) }
        around = former
        if let first = old?.first, let own = closer?.position, first <= own { closer = nil }
      }
      if let closer {
        let all = known[closer.position] ?? around.known(at: closer.position)
        known[closer.position] = all
        let near = slips.nearest(to: name, among: all, names).map(object.appending)
        for writing in member.writings where judged.contains(writing.position) {
          guard let part = writing.tree.lastPart else { continue }
          body(unknown(key, closer.marker, at: part.namePlace, near))
        }
      } else if member.writings.contains(where: \.tree.isWrittenObject) {
        member.forEachUnknown(in: key, at: judged, since: old, slips, body)
      }
    }
  }

  private var mayRefuse: Bool { !closers.isEmpty || !closing.isEmpty }

  private var isNamed: Bool { isCovered || naming.isDeclared }

  private func unknown(
    _ key: Key, _ closer: Marker, at place: SourceRange, _ nearest: Key?
  ) -> Diagnostic {
    let notes = nearest.map { [Diagnostic.Note(.nearest(names.shown($0)))] } ?? []
    return Diagnostic(
      .error, .unknownKey, KeyPattern(key), names, .unknown, at: place,
      notes: [.init(.closed, at: closer.place)] + notes)
  }

  private func known(at position: Int) -> NameMap<Void> {
    var known = NameMap<Void>()
    for writing in writings where writing.position <= position {
      for name in writing.tree.mentions where writing.tree.member(name)?.isWritten == true {
        known[name] = ()
      }
    }
    for name in naming.names where naming.descending(name).isDeclared { known[name] = () }
    return known
  }
}

extension PatternCursor {
  /// Whether an attribute names the key or a key below it, other than by `**`.
  fileprivate var isDeclared: Bool {
    markers.contains { $0.marker.directive.declaresMember }
      || markersAhead.contains { $0.directive.declaresMember }
  }
}

extension StatementTree {
  /// Whether a value is written here: an object with only directives is none (I6).
  fileprivate var isWritten: Bool { if case .nothing = own { false } else { true } }

  fileprivate var isWrittenObject: Bool { if case .object = own { true } else { false } }
}
