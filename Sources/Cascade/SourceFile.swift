import JSONSource

/// A file with its path, scope and bytes.
package final class SourceFile: Sendable {
  /// The origin of a text. Overlays count from 1, and so do the settings of the command line.
  package enum TextOrigin: Hashable, Sendable {
    case tree(Int)
    case former
    case commandLine(Int)
    /// A `--values` option, numbered together with `--set`.
    case values(Int)
    /// The file of facts (V3).
    case facts

    var holder: String {
      switch self {
      case .values, .facts: "a file of values or facts"
      case .tree, .former, .commandLine: "a property file"
      }
    }
  }

  package let home: TextOrigin
  /// From the tree's root, without a leading slash.
  package let path: [UInt8]
  /// The scope that the file sets; for a fragment the scope of the including file.
  package let scope: Scope
  package let source: Source
  /// For a fragment: the place of the path in the including file.
  package let includedFrom: SourceRange?
  package let id: ID

  package init(
    _ home: TextOrigin = .tree(0), path: [UInt8], scope: Scope, source: Source,
    includedFrom: SourceRange? = nil
  ) {
    self.home = home
    self.path = path
    self.scope = scope
    self.source = source
    self.includedFrom = includedFrom
    id = ID(home, path, scope, includedFrom: includedFrom?.id)
  }

  package var directory: ArraySlice<UInt8> {
    path[..<(path.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)]
  }

  /// Whether the file may contain comments and trailing commas (F7).
  private var allowsComments: Bool {
    // Fast exit: most file names end differently.
    guard path.last == UInt8(ascii: "c") || path.last == UInt8(ascii: "r") else { return false }
    let name = path[directory.endIndex...].drop { $0 == UInt8(ascii: "/") }
    return name.elementsEqual(".heir".utf8) || name.suffix(6).elementsEqual(".jsonc".utf8)
  }

  package func document(_ names: NameTable) throws(Diagnostic) -> Document {
    do throws(SyntaxError) {
      return try Document(source, allowsComments: allowsComments, names: names)
    } catch {
      throw Diagnostic(error, in: self)
    }
  }
}
