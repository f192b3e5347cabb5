import Legible
import SystemCalls

/// Which names in a scope's directory count: the patterns of property files, and the directories
/// that are no scopes.
package struct Rules: Sendable, Equatable {
  /// Those of property files.
  package let patterns: [FilePattern]
  let ignored: [FilePattern]

  /// Those of a tree that says nothing of them.
  package static let usual = Rules(
    patterns: ["*.json", "*.jsonc"].map { FilePattern(Array($0.utf8)) })

  /// Takes the patterns of files, and those of directories to leave out.
  package init(patterns: [FilePattern], ignored: [FilePattern] = []) {
    self.patterns = patterns
    self.ignored = ignored
  }

  func isPropertyFile(_ name: FileName) -> Bool { patterns.contains { $0.matches(name) } }

  /// The endings of files that others read as configuration.
  private static let endings = ["json", "jsonc", "json5", "yaml", "yml"].map { Array($0.utf8) }

  /// Whether it would be a property file if it ended as one: whoever wrote it may think that it is one.
  func isAlmostPropertyFile(_ name: FileName) -> Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), name.isUTF8,
      Self.endings.contains(name[(dot + 1)...].map(\.lowered))
    else { return false }
    return Self.endings.prefix(2).contains { isPropertyFile(Array(name[...dot]) + $0) }
  }

  /// Whether a file of this name would be a property file.
  package func takes(_ name: FileName) -> Bool {
    name.isComponent && name.isUTF8 && !name.isHidden && isPropertyFile(name)
  }

  /// Whether directories of this name are left out on purpose.
  package func ignores(_ name: FileName) -> Bool { ignored.contains { $0.matches(name) } }

  /// Whether a file at a path from the root is a property file of a scope, if the directories on its way are there.
  package func takes(fileAt path: [FileName]) -> Bool {
    takes(scopeAt: path.dropLast()) && path.last.map(takes) == true
  }

  /// Whether a directory at a path from the root is a scope.
  package func takes(scopeAt path: [FileName]) -> Bool {
    path.allSatisfy { $0.isComponent && $0.isUTF8 && canBeScope($0) }
  }

  func canBeScope(_ name: FileName) -> Bool { !name.isHidden && !ignores(name) }
}

/// A file name in which each `*` stands for any bytes, also for none.
package typealias FilePattern = StarPattern

extension FilePattern {
  /// Whether it means more to other tools than to this one, in which `*` alone has a meaning.
  package var isForeign: Bool {
    let star = UInt8(ascii: "*")
    return text.first == UInt8(ascii: "!") || text.contains { "?[]{}\\".utf8.contains($0) }
      || zip(text, text.dropFirst()).contains { $0 == star && $1 == star }
  }
}
