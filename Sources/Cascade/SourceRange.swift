import JSONSource
import Legible

/// A range of bytes in a file; line and column are worked out only when printed.
package struct SourceRange: Sendable {
  package let file: SourceFile
  package let range: ByteRange

  package init(_ file: SourceFile, _ range: ByteRange) {
    self.file = file
    self.range = range
  }

  /// What tells the statement that begins here from others, however often its file is read: a fragment says
  /// something for each that includes it. Objects are no identities, for a walk lets go of what is behind.
  package struct ID: Hashable, Sendable {
    private let file: SourceFile.ID
    private let start: Int

    fileprivate init(_ file: SourceFile.ID, _ start: Int) {
      self.file = file
      self.start = start
    }

    package func hash(into hasher: inout Hasher) {
      hasher.combine(file.hash)
      hasher.combine(start)
    }
  }

  package var id: ID { ID(file.id, range.start) }

  /// Whether both are where one statement begins.
  package func isSame(as other: SourceRange) -> Bool {
    range.start == other.range.start && file.id == other.file.id
  }
}

extension SourceFile {
  /// What tells a file of one scope from others, included from where it was: one object for each file, since all
  /// statements in it are told apart by it.
  package final class ID: Hashable, Sendable {
    private let home: Home
    private let path: [UInt8]
    private let scope: Scope
    private let includedFrom: SourceRange.ID?
    // Made once, for tables ask for it again as they grow.
    fileprivate let hash: Int

    init(_ home: Home, _ path: [UInt8], _ scope: Scope, includedFrom: SourceRange.ID?) {
      (self.home, self.path, self.scope, self.includedFrom) = (home, path, scope, includedFrom)
      // Where nothing is included the path tells the scope, and else the path of what includes it.
      var hasher = Hasher()
      hasher.combine(text: path)
      if let includedFrom { hasher.combine(includedFrom) }
      hash = hasher.finalize()
    }

    package static func == (one: ID, other: ID) -> Bool {
      one === other
        || one.hash == other.hash && one.home == other.home && one.path == other.path
          && one.scope == other.scope && one.includedFrom == other.includedFrom
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
  }
}
