import JSONSource
import Legible

/// Looks through a view for keys that differ from one in case, signs, or what stands before it, else in
/// slips.
struct KeySearch {
  /// After so many keys it ends, since it is only advice.
  static let patience = 50_000

  private let key: Key
  private let names: NameTable
  private let spelled: [UInt8]
  private let letters: [UInt8]
  private let slips: KeySlips

  /// How a key resembles the one that was asked for, the best first.
  private enum Likeness: Int {
    /// Its names with dots between are the same text.
    case unquoted
    case letters
    /// Its last names are the key.
    case end
    /// Its last names have the letters of the key.
    case lettersOfEnd
  }

  init(_ key: Key, _ names: NameTable) {
    (self.key, self.names) = (key, names)
    spelled = Array(key.names.map { names.bytes(of: $0) }.joined(separator: [0x2E]))
    letters = key.names.flatMap { Self.letters(names.bytes(of: $0)) }
    slips = KeySlips(key.names.flatMap { Self.words(names.bytes(of: $0)) })
  }

  /// Those that have a value before those whose value is gone, the shortest first; `patience` is for how many
  /// keys there is still time.
  func found(in root: ViewNode, _ patience: inout Int) -> [Key] {
    var alike: [(rank: Int, key: Key)] = []
    var slipped = Slipped()
    var level: [(node: ViewNode, path: Path)] = [(root, Path())]
    let most = min(Self.patience, max(0, patience))
    var rest = most
    defer { patience -= most - rest }
    while !level.isEmpty {
      var next: [(node: ViewNode, path: Path)] = []
      for (node, path) in level {
        for name in node.mentionedNames() {
          if rest == 0 { return alike.isEmpty ? slipped.keys : sorted(alike) }
          rest -= 1
          guard let member = node.member(name), member.isMentioned else { continue }
          let inner = path.appending(name, Self.words(names.bytes(of: name)))
          if inner.names != key.names, let likeness = likeness(of: inner) {
            alike.append((2 * likeness.rawValue + (member.isLive ? 0 : 1), Key(inner.names)))
          } else if alike.isEmpty, let slip = slips.cost(of: inner.words, inner.starts) {
            slipped.note(Key(inner.names), slip, isLive: member.isLive)
          }
          next.append((member, inner))
        }
      }
      level = next
    }
    return alike.isEmpty ? slipped.keys : sorted(alike)
  }

  private func sorted(_ alike: [(rank: Int, key: Key)]) -> [Key] {
    // The same letters from the top on are what was meant; what ends so may be.
    let isCertain = alike.contains { $0.rank < 2 * Likeness.end.rawValue }
    let chosen = isCertain ? alike.filter { $0.rank < 2 * Likeness.end.rawValue } : alike
    return chosen.enumerated().sorted {
      ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
    }.map(\.element.key)
  }

  private func likeness(of path: Path) -> Likeness? {
    if letters.isEmpty {
      return path.names.suffix(key.names.count).elementsEqual(key.names) ? .end : nil
    }
    var count = 0
    for (start, part) in path.letters.enumerated().reversed() {
      count += part.count
      if count < letters.count { continue }
      guard count == letters.count, path.letters[start...].joined().elementsEqual(letters) else {
        return nil
      }
      if path.names[start...].elementsEqual(key.names) { return .end }
      if start > 0 { return .lettersOfEnd }
      let text = path.names.map { names.bytes(of: $0) }.joined(separator: [0x2E])
      return text.elementsEqual(spelled) ? .unquoted : .letters
    }
    return nil
  }

  /// A name without case and without signs.
  private static func letters(_ name: some Sequence<UInt8>) -> [UInt8] {
    name.filter { $0.isLetterOrDigit || $0 >= 0x80 }.map(\.lowered)
  }

  /// The parts of a name between signs, without case.
  private static func words(_ name: some Collection<UInt8>) -> [[UInt8]] {
    name.split { letters(CollectionOfOne($0)).isEmpty }.map { letters($0) }
  }

  private struct Path {
    private(set) var names: [Name] = []
    /// Each name's letters.
    private(set) var letters: [[UInt8]] = []
    private(set) var words: [[UInt8]] = []
    /// Where in the words each name begins.
    private(set) var starts: [Int] = []

    func appending(_ name: Name, _ more: [[UInt8]]) -> Path {
      var path = self
      path.names.append(name)
      path.letters.append(Array(more.joined()))
      path.starts.append(words.count)
      path.words += more
      return path
    }
  }

  /// The keys with the fewest slips: whole ones before ends, those with a value before others.
  private struct Slipped {
    private(set) var keys: [Key] = []
    private var least: (rank: Int, cost: Int) = (.max, .max)

    mutating func note(_ key: Key, _ slip: (isWhole: Bool, cost: Int), isLive: Bool) {
      let mine = (rank: (slip.isWhole ? 0 : 2) + (isLive ? 0 : 1), cost: slip.cost)
      if mine > least { return }
      // Of whole keys the first is enough; what comes before an end is anybody's guess.
      if mine == least {
        if !slip.isWhole { keys.append(key) }
        return
      }
      (least, keys) = (mine, [key])
    }
  }
}
