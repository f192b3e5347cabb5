import Answers
import Cascade
import JSONSource
import Legible

/// Looks for the key that a marker was probably meant to name.
struct NearestKey {
  struct Found {
    let key: Key
    /// Whether it differs by a slip of the pen; else it only ends in the same name.
    let isNear: Bool
  }

  /// Where a key leads: in a view, and among the keys that are mentioned below.
  private struct Place {
    let key: Key
    let node: ViewNode?
    let mention: Int?
  }

  private let names: NameTable
  private let mentioned: MentionedKeys
  private let turn: Int
  private let top: Place
  // It is only advice, so that the search has a bound.
  private static let most = 10_000

  /// Looks among what holds at a node and, where a turn is given, the keys mentioned since.
  init(_ names: NameTable, _ node: ViewNode?, _ mentioned: MentionedKeys, since turn: Int?) {
    self.names = names
    self.mentioned = mentioned
    self.turn = turn ?? 0
    top = Place(key: Key(), node: node, mention: turn == nil ? nil : MentionedKeys.top)
  }

  /// The nearest key to a pattern that fits none.
  func search(_ pattern: KeyPattern) -> Found? {
    var places = [top]
    for (index, part) in pattern.parts.enumerated() {
      let next = follow(part, places)
      if next.isEmpty {
        return slip(pattern.parts[index...], places).map { Found(key: $0, isNear: true) }
          ?? elsewhere(pattern).map { Found(key: $0, isNear: false) }
      }
      places = next
    }
    return nil
  }

  private func follow(_ part: KeyPattern.Part, _ places: [Place]) -> [Place] {
    if case .name(let name) = part { return places.compactMap { member(name, of: $0) } }
    var found: [Place] = []
    for place in places where found.count < Self.most { found += members(of: place) }
    return found
  }

  private func member(_ name: Name, of place: Place) -> Place? {
    let member = place.node?.isObject == true ? place.node?.member(name) : nil
    let node = member?.isLive == true ? member : nil
    let mention = place.mention.flatMap { mentioned.member(name, of: $0, since: turn) }
    if node == nil && mention == nil { return nil }
    return Place(key: place.key.appending(name), node: node, mention: mention)
  }

  private func memberNames(of place: Place) -> [Name] {
    guard mentioned.isAdvising else { return [] }
    var all = NameMap<Void>()
    for member in place.node?.liveMembers() ?? [] { all[member.name] = () }
    for name in place.mention.flatMap({ mentioned.names(of: $0, since: turn) }) ?? [] {
      all[name] = ()
    }
    mentioned.spend(all.names.count + 1)
    return all.names
  }

  private func members(of place: Place) -> [Place] {
    memberNames(of: place).compactMap { member($0, of: place) }
  }

  /// The key where the way goes astray by a misspelt name, or by dots that are part of one.
  private func slip(_ rest: ArraySlice<KeyPattern.Part>, _ places: [Place]) -> Key? {
    guard case .name(let name)? = rest.first else { return nil }
    let joined = names.spelling(KeyPattern(parts: Array(rest)))
    for place in places {
      let members = memberNames(of: place).prefix(Self.most)
      let words = members.map { Array(names.bytes(of: $0)) }
      if rest.count > 1, let whole = words.firstIndex(of: joined) {
        return place.key.appending(members[whole])
      }
      guard let near = NearMiss.nearest(to: Array(names.bytes(of: name)), in: words).first,
        let index = words.firstIndex(of: near), let mended = member(members[index], of: place)
      else { continue }
      var ends = [mended]
      for part in rest.dropFirst() {
        let next = follow(part, ends)
        if next.isEmpty { break }
        ends = next
      }
      return ends.first?.key
    }
    return nil
  }

  /// A key anywhere that ends in the same name.
  private func elsewhere(_ pattern: KeyPattern) -> Key? {
    guard case .name(let name)? = pattern.parts.last else { return nil }
    var rest = [top]
    var next = 0
    while next < rest.count && rest.count < Self.most {
      if let found = member(name, of: rest[next]) { return found.key }
      rest += members(of: rest[next])
      next += 1
    }
    return nil
  }
}
