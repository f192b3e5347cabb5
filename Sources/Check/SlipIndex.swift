import JSONSource
import Legible

/// The names of a run that are one slip from those that somebody asks about.
///
/// Each name is looked for once, among those that begin or end as it does; most have none.
final class SlipIndex {
  private struct Found {
    var slips: [Name] = []
    /// How many names of the table were looked at.
    var scanned = 0
  }

  /// Names of one length that begin, or end, with one letter.
  private struct Ending: Hashable {
    let length: Int
    let isFirst: Bool
    let letter: UInt8
  }

  private var found: [Name: Found] = [:]
  private var named: [Ending: [Name]] = [:]
  private var filed = 0

  func slips(of name: Name, _ names: NameTable) -> [Name] {
    var known = found[name] ?? Found()
    if known.scanned == names.count { return known.slips }
    file(names)
    let word = names.bytes(of: name)
    for ending in Self.endings(of: word) {
      for length in word.count - 1...word.count + 1 {
        let all =
          named[Ending(length: length, isFirst: ending.isFirst, letter: ending.letter)] ?? []
        for other in all[all.indices.bisected { Int(all[$0].id) >= known.scanned }...]
        where other != name && NearMiss.isSlip(word, names.bytes(of: other)) {
          if !known.slips.contains(other) { known.slips.append(other) }
        }
      }
    }
    known.scanned = names.count
    found[name] = known
    return known.slips
  }

  private func file(_ names: NameTable) {
    for name in names.names(from: filed) {
      let word = names.bytes(of: name)
      for ending in Self.endings(of: word) { named[ending, default: []].append(name) }
    }
    filed = names.count
  }

  private static func endings(of word: ArraySlice<UInt8>) -> [Ending] {
    guard word.count >= NearMiss.fewest, let first = word.first, let last = word.last else {
      return []
    }
    return [
      Ending(length: word.count, isFirst: true, letter: NearMiss.folded(first)),
      Ending(length: word.count, isFirst: false, letter: NearMiss.folded(last)),
    ]
  }
}
