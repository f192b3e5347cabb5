import Cascade
import JSONSource

/// The schema of a scope's property file.
/// It follows from written and declared names, not from effective values.
package final class ScopeSchema {
  package let scope: Scope
  package private(set) var top: KeySchema.Members?
  /// Shared schemas of keys that no level writes but patterns name, by number.
  package private(set) var definitions: [KeySchema?] = []
  /// Whether a limit was exceeded, so that the schema is incomplete.
  package private(set) var isTooMuch = false

  private let view: View
  private let own: Int
  private let mask: Mask
  /// Kept, because their identities are addresses.
  private var places: [SchemaPlace] = []
  private var numbers: [SchemaPlace.ID: Int] = [:]
  private var count = 0
  /// A name that no file can contain and only `*` matches.
  private let stranger: Name

  package static let most = 250_000
  private static let maxDefinitions = 1000

  package init(_ evaluation: Evaluation) {
    view = evaluation.view
    scope = view.scope
    own = view.lineage.own[0].position
    mask = evaluation.isRevealing ? .none : evaluation.mask(Key())
    stranger = view.names.intern([0xFF])
    top = members(.top(of: view, mask, own))
  }

  // MARK: Members

  private func members(_ place: SchemaPlace) -> KeySchema.Members? {
    if place.takesAnything { return nil }
    let isClosed = place.isClosed
    let hasPatterns = place.cursor.hasAny
    let names = place.names
    // Counted before descending: each name may lead to as many again. Each pattern is compared with all others.
    let likeCount = hasPatterns ? place.cursor.likes.count : 0
    count += names.count + 1 + likeCount * likeCount
    if count > Self.most { isTooMuch = true }
    var named: [(name: Name, entry: KeySchema.Entry)] = []
    for name in names {
      if isTooMuch { return nil }
      let member = place.member(name)
      guard place.knows(member) else { continue }
      let entry = entry(member)
      if case .any = entry, !isClosed, !hasPatterns { continue }
      named.append((name, entry))
    }
    let other = place.member(stranger)
    var others: KeySchema.Entry?
    if place.knows(other) { others = hasPatterns || isClosed ? entry(other) : .any }
    let likes = hasPatterns ? likes(place, named.map(\.name)) : []
    if named.isEmpty, likes.isEmpty, case .any? = others { return nil }
    return KeySchema.Members(named: named, likes: likes, others: others)
  }

  /// If several patterns match a name, the most specific pattern includes the others; without one the name is open.
  private func likes(_ place: SchemaPlace, _ named: [Name]) -> [KeySchema.PatternMatches] {
    let all = place.cursor.likes.map { like in
      let text = Array(view.names.bytes(of: like.name))
      let witness = view.names.intern(text.map { $0 == UInt8(ascii: "*") ? 0xFF : $0 })
      return (like, text: text, witness: witness, member: place.member(witness))
    }.filter { place.knows($0.member) }
    return all.indices.map { index in
      let (like, text, witness, member) = all[index]
      let rivals = all.indices.filter { $0 != index && !all[$0].0.matches(witness) }
      return KeySchema.PatternMatches(
        pattern: text, names: named.filter(like.matches), others: rivals.map { all[$0].text },
        entry: entry(member))
    }
  }

  // MARK: Keys

  private func entry(_ place: SchemaPlace) -> KeySchema.Entry {
    if isTooMuch { return .any }
    if place.isWritten || !place.leadsOn { return key(place).map { .key($0) } ?? .any }
    if let known = numbers[place.id] { return .definition(known) }
    let number = places.count
    if number == Self.maxDefinitions {
      isTooMuch = true
      return .any
    }
    places.append(place)
    numbers[place.id] = number
    definitions.append(nil)
    definitions[number] = key(place)
    return .definition(number)
  }

  private func key(_ place: SchemaPlace) -> KeySchema? {
    let declared = place.cursor.declarations(of: Key(), nil)
    func text(_ directive: Directive) -> [UInt8]? {
      declared.activeDeclarations(directive).last?.marker.text
    }
    let types = declared.activeDeclarations(.type).compactMap { one -> DeclaredType? in
      if case .type(let type) = one.marker.detail { type } else { nil }
    }
    let key = KeySchema(
      about: text(.about), deprecation: text(.deprecated), finalMarker: place.finalMarker,
      isFinal: place.isFinal,
      mask: place.mask, inherited: inherited(place), types: types, meeting: place.meeting,
      members: types.allSatisfy { $0.allows(.object) } ? members(place) : nil)
    let saysNothing =
      key.about == nil && key.deprecation == nil && !key.isFinal && key.inherited == nil
      && types.isEmpty && key.members == nil
    return saysNothing ? nil : key
  }

  private func inherited(_ place: SchemaPlace) -> (shown: ShownValue?, places: [SourceRange])? {
    guard let node = place.inherited, node.isLive else { return nil }
    switch node.state {
    case .absent, .object: return nil
    case .leaf(let written):
      return (written.isComputing ? nil : place.mask.shown(written), node.places)
    case .array(let merged):
      let isComputing = merged.arrays.contains(where: \.isComputing)
      return (isComputing ? nil : place.mask.shown(node, view.names), node.places)
    }
  }
}

/// A key that files of the scope may set.
private struct SchemaPlace {
  private let known: ClosedPlace
  let cursor: PatternCursor
  private let activeDeclarations: LineageDeclarations?
  let mask: Mask
  private let node: ViewNode?
  private let own: Int
  private let isFinalAround: Bool

  static func top(of view: View, _ mask: Mask, _ own: Int) -> SchemaPlace {
    SchemaPlace(
      known: ClosedPlace(of: view),
      cursor: PatternCursor(view.lineage.levels(concerning: .declaration), .declaration),
      activeDeclarations: view.activeDeclarations, mask: mask, node: view.top(at: own), own: own,
      isFinalAround: false)
  }

  func member(_ name: Name) -> SchemaPlace {
    SchemaPlace(
      known: known.member(name), cursor: cursor.descending(name),
      activeDeclarations: activeDeclarations?.member(name), mask: mask.descending(name),
      node: node?.member(name), own: own, isFinalAround: isFinal)
  }

  private var ownFinal: Marker? { activeDeclarations?.finalMarker(before: own) }

  var isFinal: Bool { ownFinal != nil }

  /// The place of the `$final`, unless the key around it is final.
  var finalMarker: SourceRange? { isFinalAround ? nil : ownFinal?.place }

  func knows(_ member: SchemaPlace) -> Bool {
    known.closer(of: member.known, writtenFirstAt: min(member.known.first ?? own, own)) == nil
  }

  var isClosed: Bool { known.closers.contains { $0.position < own } }
  var isWritten: Bool { !known.writings.isEmpty }
  /// Whether every key in it is known and undeclared.
  var takesAnything: Bool { known.isCovered && !isWritten && !leadsOn }
  var leadsOn: Bool { cursor.hasAny || !cursor.names.isEmpty }

  /// Identifies the declarations of a key that no level writes.
  struct ID: Hashable {
    let isClosed: Bool
    let isFinal: Bool
    let isSecret: Bool
    let cursor: [ObjectIdentifier]
  }

  var id: ID {
    ID(isClosed: isClosed, isFinal: isFinal, isSecret: mask.isSecret, cursor: cursor.identity)
  }

  var names: [Name] {
    let written = known.writings.filter { $0.tree.leaf == nil }.flatMap(\.tree.mentions)
    return (written + cursor.names).uniqued
  }

  /// The value if the scope's own level had only its removals.
  var inherited: ViewNode? { node.flatMap { $0.step.position == own ? $0.inherited : $0 } }

  var meeting: KeySchema.ArrayMergeMode {
    switch activeDeclarations?.declaration(at: own, \.fitsArrays)?.strategy {
    case nil, .replace, .deep: .replacing
    case .by: .matching
    case .append, .prepend, .union, .unionPrepend: .joining
    }
  }
}
