import JSONSource
import SafeText

/// A key in a directive, relative to the enclosing object; its parts may match many names (K4).
package struct KeyPattern {
  package enum Part: Hashable {
    case name(Name)
    /// Any name that matches a bare name with `*`.
    case like(NamePattern)
    /// Any single name: `*`.
    case any
    /// Any number of names, including none: `**`.
    case deep

    package var name: Name? { if case .name(let name) = self { name } else { nil } }

    package var isExact: Bool { name != nil }
  }

  package var parts: [Part]

  /// No parts name the top object.
  package init(parts: [Part]) { self.parts = parts }

  package init(_ key: Key) { parts = key.names.map(Part.name) }

  package var key: Key? {
    let names = parts.compactMap(\.name)
    return names.count == parts.count ? Key(names) : nil
  }

  var isDeep: Bool { parts.contains(.deep) }

  package func fits(_ key: Key) -> Bool {
    key.names.reduce(PatternState(self)) { $0.descending($1) }.isAtEnd
  }

  /// Whether the pattern matches the key or an object around it.
  package func leadsTo(_ key: Key) -> Bool {
    var way = PatternState(self)
    for name in key.names where !way.isAtEnd && !way.isEmpty { way = way.descending(name) }
    return way.isAtEnd
  }
}

/// A bare name in which `*` matches any bytes.
package struct NamePattern: Hashable {
  package let name: Name
  let pattern: StarPattern
  private let names: NameTable

  init(_ text: [UInt8], _ names: NameTable) {
    (name, pattern, self.names) = (names.intern(text), StarPattern(text), names)
  }

  package static func == (one: NamePattern, other: NamePattern) -> Bool { one.name == other.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }

  package func matches(_ other: Name) -> Bool { pattern.matches(bytes(of: other)) }

  func bytes(of name: Name) -> ArraySlice<UInt8> { names.bytes(of: name) }
}

extension NameTable {
  package func spelling(_ pattern: KeyPattern) -> [UInt8] {
    var output: [UInt8] = []
    for (index, part) in pattern.parts.enumerated() {
      if index > 0 { output.append(UInt8(ascii: ".")) }
      if let name = part.name {
        KeySyntax.append(bytes(of: name), to: &output)
      } else {
        output += text(of: part)
      }
    }
    return output
  }

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
