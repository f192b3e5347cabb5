import JSONSource

/// A file as messages name it: where it lies in its tree, and its bytes.
package final class SourceFile: Sendable {
  /// What a text belongs to: the root's tree is 0, the overlays count from 1, and so does what the command
  /// line sets; of another time of the root's tree there is one.
  package enum Home: Hashable, Sendable {
    case tree(Int)
    case former
    /// A `--set`.
    case commandLine(Int)
    /// A file of values, of which the caller's settings count alike.
    case values(Int)
    /// What the caller says of the machine (V3).
    case facts
  }

  package let home: Home
  /// From its tree's root, without a leading slash.
  package let path: [UInt8]
  /// The scope for which it speaks: a fragment speaks for the file that includes it.
  package let scope: Scope
  package let source: Source
  /// For a fragment: where the path to it is written.
  package let includedFrom: SourceRange?
  package let id: ID

  package init(
    _ home: Home = .tree(0), path: [UInt8], scope: Scope, source: Source,
    includedFrom: SourceRange? = nil
  ) {
    self.home = home
    self.path = path
    self.scope = scope
    self.source = source
    self.includedFrom = includedFrom
    id = ID(home, path, scope, includedFrom: includedFrom?.id)
  }

  /// The path of its directory, from its tree's root.
  package var directory: ArraySlice<UInt8> {
    path[..<(path.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex)]
  }
}

extension SourceFile {
  /// Whether comments and trailing commas may stand in it (F7).
  private var allowsComments: Bool {
    // Most end otherwise.
    guard path.last == UInt8(ascii: "c") || path.last == UInt8(ascii: "r") else { return false }
    let name = path[directory.endIndex...].drop { $0 == UInt8(ascii: "/") }
    return name.elementsEqual(".heir".utf8) || name.suffix(6).elementsEqual(".jsonc".utf8)
  }

  /// Reads it as JSON of the kind that its name tells.
  package func document(_ names: NameTable) throws(Diagnostic) -> Document {
    do throws(SyntaxError) {
      return try Document(source, allowsComments: allowsComments, names: names)
    } catch {
      throw Diagnostic(error, in: self)
    }
  }
}
