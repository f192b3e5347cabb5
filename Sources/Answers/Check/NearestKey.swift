import Cascade
import JSONSource
import SafeText

/// Finds the existing key that is nearest to the pattern of a marker.
struct NearestKey {
  struct Match {
    let key: Key
    /// Whether it differs by a typo; otherwise it only ends in the same name.
    let isNear: Bool
  }

  private let top: Place
  private let searchLimit: SearchLimit

  init(_ names: NameTable, _ node: ViewNode?, _ mentioned: MentionedKeys, in scopes: Range<Int>?) {
    searchLimit = mentioned.searchLimit
    top = Place(
      names: names, node: node, mention: scopes.map { _ in mentioned.top }, scopes: scopes ?? 0..<0)
  }

  func search(_ pattern: KeyPattern) -> Match? {
    // `**` is treated as matching no name.
    let parts = pattern.parts.filter { $0 != .deep }
    let names: [Name?] = parts.map { if case .name(let name) = $0 { name } else { nil } }
    let (way, hasTypo) = top.following(names, searchLimit)
    if hasTypo { return Match(key: Key(way), isNear: true) }
    guard way.count < names.count, let last = names.last.flatMap({ $0 }) else { return nil }
    var key: Key?
    top.search(from: Key(), searchLimit) { around, name, _ in
      if name == last { key = around.appending(name) }
      return key == nil ? around.appending(name) : nil
    }
    return key.map { Match(key: $0, isNear: false) }
  }

  /// The members of a node, together with the mentioned keys.
  private struct Place: NamedPlace {
    let names: NameTable
    let node: ViewNode?
    let mention: MentionedKeys.Tree?
    let scopes: Range<Int>

    var isLive: Bool { true }

    var labels: [Name] {
      var all = NameMap<Void>()
      for member in node?.liveMembers() ?? [] { all[member.name] = () }
      for name in mention?.members.names ?? [] where mention(of: name) != nil { all[name] = () }
      return all.names
    }

    func below(_ name: Name) -> Place? {
      let member = node?.isObject == true ? node?.member(name) : nil
      let node = member?.isLive == true ? member : nil
      let mention = mention(of: name)
      if node == nil && mention == nil { return nil }
      return Place(names: names, node: node, mention: mention, scopes: scopes)
    }

    private func mention(of name: Name) -> MentionedKeys.Tree? {
      mention?.members[name].flatMap { $0.isMentioned(in: scopes) ? $0 : nil }
    }

    func spelling(_ name: Name) -> [UInt8] { Array(names.bytes(of: name)) }
  }
}
