import JSONSource
import Legible

extension View {
  /// The key that somebody may have meant by one without a value.
  package func suggestion(for key: Key) -> Key? { suggestions(for: key).first }

  /// Keys that somebody may have meant by one without a value: what differs in case and signs only, what
  /// ends so, else what is a slip away. Also such whose values are gone, since whoever misspells one wants
  /// to know why it is.
  func suggestions(for key: Key) -> [Key] {
    let alike = KeySearch(key, names).found(in: root)
    return alike.isEmpty ? misspelt(key).map { [$0] } ?? [] : alike
  }

  /// Where the key goes astray, the nearest name.
  private func misspelt(_ key: Key) -> Key? {
    var node = root
    for (index, name) in key.names.enumerated() {
      if let member = node.member(name), member.isMentioned {
        node = member
        continue
      }
      let siblings = node.mentionedNames().prefix(KeySearch.patience)
      let words = siblings.map { Array(names.bytes(of: $0)) }
      let word = Array(names.bytes(of: name))
      guard let nearest = NearMiss.nearest(to: word, in: words).first,
        let near = words.firstIndex(of: nearest)
      else { return nil }
      let prefix = key.names[..<index]
      let mended = Key(prefix + [siblings[near]] + key.names[(index + 1)...])
      let (found, rest) = deepest(mended)
      if rest.isEmpty && found.isLive { return mended }
      return Key(prefix + [siblings[near]])
    }
    return nil
  }
}

/// Looks through a view for keys that differ from one in case, signs, or what stands before it.
private struct KeySearch {
  /// After so many keys it ends, since it is only advice.
  static let patience = 50_000

  private let key: Key
  private let names: NameTable
  private let spelled: [UInt8]
  private let letters: [UInt8]

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
  }

  /// Those that have a value before those whose value is gone, the shortest first.
  func found(in root: ViewNode) -> [Key] {
    var alike: [(rank: Int, key: Key)] = []
    var level: [(node: ViewNode, path: Path)] = [(root, Path(names: [], letters: []))]
    var rest = Self.patience
    while !level.isEmpty {
      var next: [(node: ViewNode, path: Path)] = []
      for (node, path) in level {
        for name in node.mentionedNames() {
          if rest == 0 { return sorted(alike) }
          rest -= 1
          guard let member = node.member(name), member.isMentioned else { continue }
          let inner = path.appending(name, Self.letters(names.bytes(of: name)))
          if inner.names != key.names, let likeness = likeness(of: inner) {
            alike.append((2 * likeness.rawValue + (member.isLive ? 0 : 1), Key(inner.names)))
          }
          next.append((member, inner))
        }
      }
      level = next
    }
    return sorted(alike)
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
    name.compactMap { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte + 0x20
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...:
        byte
      default: nil
      }
    }
  }

  private struct Path {
    let names: [Name]
    let letters: [[UInt8]]

    func appending(_ name: Name, _ more: [UInt8]) -> Path {
      Path(names: names + [name], letters: letters + [more])
    }
  }
}
