import JSONSource
import Legible

extension View {
  /// The key that somebody may have meant by one without a value.
  package func suggestion(for key: Key) -> Key? { suggestions(for: key).first }

  /// Keys that somebody may have meant by one without a value: what differs in case and signs only, what
  /// ends so, else what is a slip away. Also such whose values are gone, since whoever misspells one wants
  /// to know why it is. Where a delta is given, only what it touches is looked at.
  func suggestions(
    for key: Key, in delta: Delta? = nil, _ patience: Patience = Patience(searches: 2)
  ) -> [Key] {
    let top = MentionedPlace(node: root, names: names, delta: delta)
    let (alike, slipped) = NameSearch(key.names, in: top).found(patience)
    // The same letters from the top on are what was meant; what ends so may be.
    let whole = alike.filter(\.likeness.isWhole)
    let ways = alike.isEmpty ? slipped : (whole.isEmpty ? alike : whole).map(\.way)
    if !ways.isEmpty { return ways.map { Key($0) } }
    let (way, hasSlip) = top.following(key.names, patience)
    return hasSlip ? [Key(way)] : []
  }
}

/// What some level mentions of a view.
private struct MentionedPlace: NamedPlace {
  let node: ViewNode
  let names: NameTable
  /// Nil where all in it counts.
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
