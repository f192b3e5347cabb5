import JSONSource
import Legible

/// A key: the path of member names from an object to a value in it.
package struct Key: Hashable {
  package var names: [Name]

  package init(_ names: [Name] = []) {
    self.names = names
  }

  package func appending(_ name: Name) -> Key {
    if names.isEmpty { return Key([name]) }
    var names = names
    names.reserveCapacity(names.count + 1)
    names.append(name)
    return Key(names)
  }

  /// Whether it is another key, or leads into what that one names.
  package func isIn(_ other: Key) -> Bool { names.starts(with: other.names) }
}

extension NameTable {
  /// A key as it is written, each name bare where it can be and quoted where it must be.
  package func spelling(_ key: Key) -> [UInt8] {
    var output: [UInt8] = []
    for (index, name) in key.names.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ".")) }
      KeySyntax.append(bytes(of: name), to: &output)
    }
    return output
  }

  /// A key among words: one that is very long is cut in its middle.
  package func shown(_ key: Key) -> [UInt8] {
    cut(key.names.map { bytes(of: $0) }) ?? spelling(key)
  }

  /// The same, as text for messages.
  package func text(_ key: Key) -> String {
    String(decoding: shown(key), as: UTF8.self)
  }

  /// The first and the last bytes of a key's names, with how many are left out; nil where it is not too
  /// long.
  func cut(_ names: [ArraySlice<UInt8>]) -> [UInt8]? {
    let count = names.reduce(names.count - 1) { $0 + $1.count }
    if count <= Printable.longest { return nil }
    var (head, tail): ([[UInt8]], [[UInt8]]) = ([], [])
    var left = count
    func spelled(_ part: ArraySlice<UInt8>) -> [UInt8] {
      left -= part.count
      return .init { KeySyntax.append(part, to: &$0) }
    }
    var room = Printable.longest / 2
    for name in names where room > 0 {
      let part = Printable.start(of: name, room)
      head.append(spelled(part))
      room -= name.count + 1
    }
    room = Printable.longest / 2
    for name in names.reversed() where room > 0 {
      tail.append(spelled(Printable.end(of: name, room)))
      room -= name.count + 1
    }
    let between = "… (\(Printable.amount(left)) bytes more) …"
    let dot = [UInt8(ascii: ".")]
    return Array(head.joined(separator: dot)) + Array(between.utf8)
      + Array(tail.reversed().joined(separator: dot))
  }
}

extension NameTable {
  /// An array index as RFC 6901 §4 spells it: no sign, no zero in front.
  package func index(_ name: Name) -> Int? {
    let text = bytes(of: name)
    guard let first = text.first, text.count <= 9, text.count == 1 || first != UInt8(ascii: "0")
    else { return nil }
    var value = 0
    for byte in text {
      guard byte.isDigit else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return value
  }
}
