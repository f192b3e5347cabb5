import SafeText
import SystemCalls

/// The patterns of property files and of ignored directories.
package struct Rules: Sendable, Equatable {
  package let patterns: [FilePattern]
  let ignored: [FilePattern]

  package static let usual = Rules(
    patterns: ["*.json", "*.jsonc"].map { FilePattern(Array($0.utf8)) })

  package init(patterns: [FilePattern], ignored: [FilePattern] = []) {
    self.patterns = patterns
    self.ignored = ignored
  }

  func isPropertyFile(_ name: FileName) -> Bool { patterns.contains { $0.matches(name) } }

  private static let endings = ["json", "jsonc", "json5", "yaml", "yml"].map { Array($0.utf8) }

  /// Whether it would be a property file with a suffix of JSON, as its author may expect.
  func isAlmostPropertyFile(_ name: FileName) -> Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), name.isUTF8,
      Self.endings.contains(name[(dot + 1)...].map(\.lowered))
    else { return false }
    return Self.endings.prefix(2).contains { isPropertyFile(Array(name[...dot]) + $0) }
  }

  package func takes(_ name: FileName) -> Bool {
    name.isComponent && name.isUTF8 && !name.isHidden && isPropertyFile(name)
  }

  package func ignores(_ name: FileName) -> Bool { ignored.contains { $0.matches(name) } }

  /// Whether a file at a path from the root is a property file of a scope, if its directories exist.
  package func takes(fileAt path: [FileName]) -> Bool {
    takes(scopeAt: path.dropLast()) && path.last.map(takes) == true
  }

  package func takes(scopeAt path: [FileName]) -> Bool {
    path.allSatisfy { $0.isComponent && $0.isUTF8 && canBeScope($0) }
  }

  func canBeScope(_ name: FileName) -> Bool { !name.isHidden && !ignores(name) }
}

/// A file name in which each `*` matches any number of bytes.
package typealias FilePattern = StarPattern

extension FilePattern {
  /// Whether it uses syntax of other tools; only a single `*` is special here.
  package var isForeign: Bool {
    let star = UInt8(ascii: "*")
    return text.first == UInt8(ascii: "!") || text.contains { "?[]{}\\".utf8.contains($0) }
      || zip(text, text.dropFirst()).contains { $0 == star && $1 == star }
  }
}
