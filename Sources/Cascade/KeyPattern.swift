import JSONSource
import Legible

/// A key in a directive, relative to the object that holds it; parts of it may stand for many names (K4).
package struct KeyPattern {
  package enum Part: Hashable {
    case name(Name)
    /// Any one name that matches: a bare name with `*` in it.
    case like(NamePattern)
    /// Any one name: `*`.
    case any
    /// Any number of names, also none: `**`.
    case deep

    /// Whether it is a name that stands for itself alone.
    package var isExact: Bool { if case .name = self { true } else { false } }
  }

  package var parts: [Part]

  /// Names the top, where there are no parts.
  package init(parts: [Part]) { self.parts = parts }

  /// Names one key.
  package init(_ key: Key) { parts = key.names.map(Part.name) }

  /// The one key that it names, where each part stands for itself.
  package var key: Key? {
    var names: [Name] = []
    for part in parts {
      guard case .name(let name) = part else { return nil }
      names.append(name)
    }
    return Key(names)
  }

  /// Whether it names keys of more than one length.
  var isDeep: Bool { parts.contains(.deep) }

  /// Whether it names a key or something around it.
  package func leadsTo(_ key: Key) -> Bool {
    var way = PatternWay(self)
    for name in key.names where !way.isAtEnd && !way.isEmpty { way = way.descending(name) }
    return way.isAtEnd
  }
}

/// A bare name in which `*` stands for any bytes, as it names members.
package struct NamePattern: Hashable {
  /// As it is written.
  package let name: Name
  let pattern: StarPattern
  private let names: NameTable

  init(_ text: [UInt8], _ names: NameTable) {
    (name, pattern, self.names) = (names.intern(text), StarPattern(text), names)
  }

  package static func == (one: NamePattern, other: NamePattern) -> Bool { one.name == other.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// Whether a name is one of those for which it stands.
  package func matches(_ other: Name) -> Bool { pattern.matches(bytes(of: other)) }

  /// The bytes of a name, which may be held against several patterns.
  func bytes(of name: Name) -> ArraySlice<UInt8> { names.bytes(of: name) }
}

extension NameTable {
  /// A pattern as it is written, from the top of its scope.
  package func spelling(_ pattern: KeyPattern) -> [UInt8] {
    var output: [UInt8] = []
    for (index, part) in pattern.parts.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ".")) }
      if case .name(let name) = part {
        KeySyntax.append(bytes(of: name), to: &output)
      } else {
        output += text(of: part)
      }
    }
    return output
  }

  /// A pattern among words, cut as a key is.
  package func shown(_ pattern: KeyPattern) -> [UInt8] {
    cut(pattern.parts.map(text)) ?? spelling(pattern)
  }

  private func text(of part: KeyPattern.Part) -> ArraySlice<UInt8> {
    switch part {
    case .name(let name): bytes(of: name)
    case .like(let like): bytes(of: like.name)
    case .any: [UInt8(ascii: "*")]
    case .deep: [UInt8(ascii: "*"), UInt8(ascii: "*")]
    }
  }
}
