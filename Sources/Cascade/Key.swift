import JSONSource
import Legible

/// A key: the path of member names from an object to a value in it.
package struct Key: Hashable {
  package var names: [Name]

  package init(_ names: [Name] = []) {
    self.names = names
  }

  package func appending(_ name: Name) -> Key { Key(names + [name]) }

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
  fileprivate func cut(_ names: [ArraySlice<UInt8>]) -> [UInt8]? {
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

/// A key in a directive, relative to the object that holds it; a part may stand for any one name.
package struct KeyPattern {
  package enum Part: Hashable {
    case name(Name)
    case any
  }

  package var parts: [Part]

  /// Names the top, where there are no parts.
  package init(parts: [Part]) { self.parts = parts }

  /// The one key that it names, where no part stands for any name.
  package var key: Key? {
    var names: [Name] = []
    for part in parts {
      guard case .name(let name) = part else { return nil }
      names.append(name)
    }
    return Key(names)
  }

  /// Whether it names a key or something around it.
  package func leadsTo(_ key: Key) -> Bool {
    parts.count <= key.names.count
      && zip(parts, key.names).allSatisfy { part, name in part == .any || part == .name(name) }
  }
}

extension NameTable {
  /// A pattern as it is written, from the top of its scope.
  package func spelling(_ pattern: KeyPattern) -> [UInt8] {
    var output: [UInt8] = []
    for (index, part) in pattern.parts.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ".")) }
      switch part {
      case .any: output.append(UInt8(ascii: "*"))
      case .name(let name): KeySyntax.append(bytes(of: name), to: &output)
      }
    }
    return output
  }

  /// A pattern among words, cut as a key is.
  package func shown(_ pattern: KeyPattern) -> [UInt8] {
    let star = [UInt8(ascii: "*")][...]
    let names = pattern.parts.map { part in
      if case .name(let name) = part { bytes(of: name) } else { star }
    }
    return cut(names) ?? spelling(pattern)
  }

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
