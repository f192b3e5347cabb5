import JSONSource
import SafeText

/// A key: the path of member names from an object to a value in it.
package struct Key: Hashable {
  package var names: [Name]

  package init(_ names: [Name] = []) { self.names = names }

  package func appending(_ name: Name) -> Key {
    if names.isEmpty { return Key([name]) }
    var names = names
    names.reserveCapacity(names.count + 1)
    names.append(name)
    return Key(names)
  }

  /// The keys around it, from the top object.
  package var around: [Key] { names.indices.map(prefix) }

  package func prefix(_ count: Int) -> Key { Key(Array(names.prefix(count))) }

  /// Whether the key equals the other key or is below it.
  package func isIn(_ other: Key) -> Bool { names.starts(with: other.names) }
}

extension NameTable {
  /// The key as written: each name bare if possible, otherwise quoted.
  package func spelling(_ key: Key) -> [UInt8] { spelling(KeyPattern(key)) }

  package func shown(_ key: Key) -> [UInt8] { shown(KeyPattern(key)) }

  package func text(_ key: Key) -> String { String(decoding: shown(key), as: UTF8.self) }

  /// The start and the end of a long key, with the number of bytes left out; nil if the key is short.
  func cut(_ names: [ArraySlice<UInt8>]) -> [UInt8]? {
    let count = names.reduce(names.count - 1) { $0 + $1.count }
    if count <= Printable.longest { return nil }
    var left = count
    func half(
      _ names: some Sequence<ArraySlice<UInt8>>,
      _ cut: (ArraySlice<UInt8>, Int) -> ArraySlice<UInt8>
    ) -> [[UInt8]] {
      var room = Printable.longest / 2
      var parts: [[UInt8]] = []
      for name in names where room > 0 {
        let part = cut(name, room)
        parts.append(.init { KeySyntax.append(part, to: &$0) })
        left -= part.count
        room -= name.count + 1
      }
      return parts
    }
    let head = half(names, Printable.start)
    let tail = half(names.reversed(), Printable.end)
    let between = "… (\(Printable.amount(left)) bytes more) …"
    let dot = [UInt8(ascii: ".")]
    return Array(head.joined(separator: dot)) + Array(between.utf8)
      + Array(tail.reversed().joined(separator: dot))
  }

  /// The array index that the name spells (RFC 6901 §4: no sign, no leading zero).
  package func index(_ name: Name) -> Int? {
    let text = bytes(of: name)
    guard let first = text.first, text.count <= 9, text.count == 1 || first != UInt8(ascii: "0")
    else { return nil }
    return text.decimal
  }

  /// Whether the key may lead into an array.
  package func hasIndex(_ key: Key) -> Bool {
    key.names.dropFirst().contains { index($0) != nil }
  }

  package func nearest(to name: Name, among others: some Sequence<Name>) -> Name? {
    let others = Array(others)
    return NearMiss.nearest(to: bytes(of: name), in: others.map(bytes)).map { others[$0] }
  }
}

/// Suggestions for keys without a value, cached by key. The number of searches is limited.
package final class KeySuggestions {
  private var known: [Key: Key?] = [:]
  private let searchLimit: SearchLimit

  package init(searches: Int = 10) { searchLimit = SearchLimit(searches: searches) }

  func suggestion(for key: Key, _ look: (SearchLimit) -> Key?) -> Key? {
    if let known = known[key] { return known }
    if searchLimit.isExhausted { return nil }
    let found = look(searchLimit)
    known[key] = .some(found)
    return found
  }
}
