import JSONSource
import SafeText

extension View {
  package func suggestion(for key: Key) -> Key? { suggestions(for: key).first }

  /// Spellings with other case or punctuation first, then suffixes, then typos.
  /// Removed keys are included, so that the reason can be shown.
  func suggestions(
    for key: Key, in delta: Delta? = nil, _ searchLimit: SearchLimit = SearchLimit(searches: 2)
  ) -> [Key] {
    let top = MentionedPlace(node: root, names: names, delta: delta)
    let (alike, typoMatches) = NameSearch(key.names, in: top).found(searchLimit)
    // A match of the whole key is better than a match of its end.
    let whole = alike.filter(\.likeness.isWhole)
    let ways = alike.isEmpty ? typoMatches : (whole.isEmpty ? alike : whole).map(\.way)
    if !ways.isEmpty { return ways.map { Key($0) } }
    let (way, hasTypo) = top.following(key.names, searchLimit)
    return hasTypo ? [Key(way)] : []
  }
}

/// A mentioned key in a search for near names.
private struct MentionedPlace: NamedPlace {
  let node: ViewNode
  let names: NameTable
  let delta: Delta?

  init(node: ViewNode, names: NameTable, delta: Delta?) {
    (self.node, self.names) = (node, names)
    self.delta = delta?.isWhole == true ? nil : delta
  }

  var labels: [Name] { delta?.names ?? node.mentionedNames() }
  var isLive: Bool { node.isLive }

  func below(_ label: Name) -> MentionedPlace? {
    let inner = delta?.member(label)
    guard delta == nil || inner != nil, let member = node.member(label), member.isMentioned else {
      return nil
    }
    return MentionedPlace(node: member, names: names, delta: inner)
  }

  func spelling(_ label: Name) -> [UInt8] { Array(names.bytes(of: label)) }
}
