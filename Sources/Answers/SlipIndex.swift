import Cascade
import JSONSource
import SafeText

/// Finds names of a run that differ by one typo: they are equal without case, or after each loses at most one letter.
/// The remainders are kept by hash, so that a name is compared with few others.
package final class SlipIndex {
  private struct Found {
    var slips: [Name] = []
    /// The number of names of the table that were searched.
    var scanned = 0
  }

  private var found: [Name: Found] = [:]
  private var named: [UInt64: [Name]] = [:]
  private var filed = 0
  /// Each name takes memory.
  private static let most = 100_000
  /// The number of names that may still be compared one by one.
  private var searchLimit = 100_000

  package init() {}

  /// The nearest of some names, within the limit of searches; then one that is a typo of it.
  func nearest(to name: Name, among known: NameMap<Void>, _ names: NameTable) -> Name? {
    if searchLimit <= 0 { return slips(of: name, names).first { known[$0] != nil } }
    searchLimit -= known.names.count
    return names.nearest(to: name, among: known.names.lazy.filter { $0 != name })
  }

  package func slips(of name: Name, _ names: NameTable) -> [Name] {
    var known = found[name] ?? Found()
    if known.scanned == names.count || names.count > Self.most { return known.slips }
    file(names)
    let word = names.bytes(of: name)
    guard NearMiss.hasEnoughLetters(word) else { return [] }
    NearMiss.forEachRest(of: word) { rest in
      guard let all = named[rest], all.count > 1 else { return }
      let start = all.indices.bisected { Int(all[$0].id) >= known.scanned }
      for other in all[start...] where other != name && !known.slips.contains(other) {
        if NearMiss.isTypo(word, names.bytes(of: other)) { known.slips.append(other) }
      }
    }
    known.scanned = names.count
    found[name] = known
    return known.slips
  }

  private func file(_ names: NameTable) {
    for name in names.names(from: filed) where NearMiss.hasEnoughLetters(names.bytes(of: name)) {
      NearMiss.forEachRest(of: names.bytes(of: name)) { rest in
        // Of two equal letters beside each other either may be missing.
        if named[rest]?.last != name { named[rest, default: []].append(name) }
      }
    }
    filed = names.count
  }
}
