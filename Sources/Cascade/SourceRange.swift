import JSONSource
import SafeText

/// A range of bytes in a file; line and column are computed only for output.
package struct SourceRange: Sendable {
  package let file: SourceFile
  package let range: ByteRange

  package init(_ file: SourceFile, _ range: ByteRange) {
    self.file = file
    self.range = range
  }

  /// The identity of a statement. It survives rereading the file, because a walk releases files.
  /// A fragment has separate statements for each including file.
  package struct ID: Hashable, Sendable {
    fileprivate let file: SourceFile.ID
    fileprivate let start: Int

    package func hash(into hasher: inout Hasher) {
      hasher.combine(file.hash)
      hasher.combine(start)
    }
  }

  package var id: ID { ID(file: file.id, start: range.start) }
}

extension SourceFile {
  /// The identity of a file in a scope and at a place of inclusion.
  package final class ID: Hashable, Sendable {
    private let home: TextOrigin
    private let path: [UInt8]
    private let scope: Scope
    private let includedFrom: SourceRange.ID?
    // Computed once, because growing tables ask for it repeatedly.
    fileprivate let hash: Int

    init(_ home: TextOrigin, _ path: [UInt8], _ scope: Scope, includedFrom: SourceRange.ID?) {
      (self.home, self.path, self.scope, self.includedFrom) = (home, path, scope, includedFrom)
      // The path or the inclusion determines the scope, so other fields are not hashed.
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
