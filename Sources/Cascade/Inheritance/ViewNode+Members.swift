import JSONSource

extension ViewNode {
  /// In order of first mention (F4).
  package func mentionedNames() -> [Name] {
    // Most objects are written by a single level.
    var mentions: [[Name]] = []
    var areDistinct = true
    for node in chain {
      let names = node.ownMentions
      if !names.isEmpty {
        areDistinct = mentions.isEmpty && node.hasDistinctMentions
        mentions.append(names)
      }
    }
    if areDistinct { return mentions.first ?? [] }
    return mentions.reversed().flatMap { $0 }.uniqued
  }

  func findLiveMembers() -> [(name: Name, node: ViewNode)] {
    let chain = Array(chain)
    // Across nodes that only add values, the nearest node that mentions a name has the member.
    let opaque = chain.firstIndex { !$0.onlyAddsValues } ?? chain.count
    var holders = NameMap<Int>()
    let start = chain[opaque...].firstIndex(where: \.startsOrder) ?? chain.count
    var later = NameMap<Void>()
    if start < chain.count {
      for node in chain[...start] { for name in node.ownMentions { later[name] = () } }
    }
    for index in chain.indices.reversed() {
      for name in chain[index].ownMentions where index <= start || later[name] == nil {
        holders[name] = min(index, opaque)
      }
    }
    return zip(holders.names, holders.values).compactMap { name, index in
      chain[index].member(name).flatMap { $0.isLive ? (name, $0) : nil }
    }
  }

  /// Visits each node below that this step created, an object before its members.
  package func forEachTouched(
    where isOfInterest: (ViewNode) -> Bool = { _ in true }, _ body: (ViewNode) -> Void
  ) {
    for name in touchedNames() {
      guard let member = member(name), member.step === step, isOfInterest(member) else { continue }
      body(member)
      member.forEachTouched(where: isOfInterest, body)
    }
  }

  package var isMentioned: Bool { chain.contains { $0.isMention } }

  /// The reason for the last member removed in this step (D2).
  final var lastRemovedAbsence: Absence? {
    var last: Absence?
    for name in touchedNames() {
      guard let member = member(name), member.step === step, !member.isLive,
        member.previous?.isLive == true, let absence = member.absence
      else { continue }
      if let last, !absence.withdrawal.isLater(than: last.withdrawal) { continue }
      last = absence
    }
    return last
  }
}
