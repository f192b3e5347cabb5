/// Searches a tree of names for paths similar to a given path: by case, punctuation or ending, else by typos.
package struct NameSearch<Place: NamedPlace> {
  /// How a path resembles the given path, best first.
  package enum Likeness: Int {
    /// The names joined by dots are the same text.
    case unquoted
    case letters
    /// The last names are equal.
    case end
    /// The last names have the same letters.
    case lettersOfEnd

    /// Whether the whole path matches, not only its end.
    package var isWhole: Bool { rawValue < Self.end.rawValue }
  }

  private let top: Place
  private let labels: [Place.Label]
  private let spelled: [UInt8]
  private let letters: [UInt8]
  private let slips: NameSlips

  package init(_ labels: [Place.Label], in top: Place) {
    (self.labels, self.top) = (labels, top)
    let names = labels.map(top.spelling)
    spelled = Array(names.joined(separator: [0x2E]))
    letters = names.flatMap { Self.words($0).joined() }
    slips = NameSlips(names.flatMap { Self.words($0) })
  }

  /// Similar paths, live and short ones first; if there are none, the paths with the fewest typos.
  package func found(
    _ patience: Patience
  ) -> (alike: [(likeness: Likeness, way: [Place.Label])], slipped: [[Place.Label]]) {
    var alike: [(rank: Int, likeness: Likeness, way: [Place.Label])] = []
    var slipped = Slipped()
    top.search(from: Path(), patience) { path, label, place in
      let inner = path.appending(label, Self.words(place.spelling(label)))
      if inner.labels != labels, let likeness = likeness(of: inner) {
        alike.append((2 * likeness.rawValue + (place.isLive ? 0 : 1), likeness, inner.labels))
      } else if alike.isEmpty, let slip = slips.cost(of: inner.words, inner.starts) {
        slipped.note(inner.labels, slip, isLive: place.isLive)
      }
      return inner
    }
    let sorted = alike.enumerated().sorted {
      ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
    }
    return (sorted.map { ($0.element.likeness, $0.element.way) }, alike.isEmpty ? slipped.ways : [])
  }

  private func likeness(of path: Path) -> Likeness? {
    for (index, start) in path.starts.enumerated().reversed() {
      let end = path.words[start...].joined()
      if path.labels[index...].elementsEqual(labels) { return .end }
      guard !letters.isEmpty, end.elementsEqual(letters) else { continue }
      if index > 0 { return .lettersOfEnd }
      let text = path.labels.map(top.spelling).joined(separator: [0x2E])
      return text.elementsEqual(spelled) ? .unquoted : .letters
    }
    return nil
  }

  private static func words(_ name: [UInt8]) -> [[UInt8]] {
    var words: [[UInt8]] = []
    var word: [UInt8] = []
    for byte in name {
      if byte.isLetterOrDigit || byte >= 0x80 {
        word.append(byte.lowered)
      } else if !word.isEmpty {
        words.append(word)
        word = []
      }
    }
    return word.isEmpty ? words : words + [word]
  }

  private struct Path {
    private(set) var labels: [Place.Label] = []
    private(set) var words: [[UInt8]] = []
    private(set) var starts: [Int] = []

    func appending(_ label: Place.Label, _ more: [[UInt8]]) -> Path {
      var path = self
      path.labels.append(label)
      path.starts.append(words.count)
      path.words += more
      return path
    }
  }

  /// The paths with the fewest typos: whole paths before ends, live before removed.
  private struct Slipped {
    private(set) var ways: [[Place.Label]] = []
    private var least: (rank: Int, cost: Int) = (.max, .max)

    mutating func note(_ way: [Place.Label], _ slip: (isWhole: Bool, cost: Int), isLive: Bool) {
      let mine = (rank: (slip.isWhole ? 0 : 2) + (isLive ? 0 : 1), cost: slip.cost)
      if mine > least { return }
      // The first whole path is enough; an end may follow any prefix, so all are kept.
      if mine == least {
        if !slip.isWhole { ways.append(way) }
        return
      }
      (least, ways) = (mine, [way])
    }
  }
}
