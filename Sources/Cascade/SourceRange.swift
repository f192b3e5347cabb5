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
  package struct ID: Hashable {
    // Made once, for tables ask for it again as they grow.
    private let hash: Int
    private let file: SourceFile.ID
    private let start: Int

    fileprivate init(_ file: SourceFile.ID, _ start: Int) {
      var hasher = Hasher()
      hasher.combine(file)
      hasher.combine(start)
      (self.file, self.start, hash) = (file, start, hasher.finalize())
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(hash) }
  }

  package var id: ID { ID(file.id, range.start) }

  /// Whether both are where one statement begins.
  package func isSame(as other: SourceRange) -> Bool {
    range.start == other.range.start && (file === other.file || file.id == other.file.id)
  }
}

extension SourceFile {
  /// What tells a file of one scope from others, included from where it was.
  package struct ID: Hashable {
    let home: Home
    let path: [UInt8]
    let scope: Scope
    /// The places of inclusion, the nearest first.
    let inclusions: [Inclusion]

    struct Inclusion: Hashable {
      let path: [UInt8]
      let start: Int
    }

    // Where nothing is included the path tells the scope, and else the path of what includes it.
    package func hash(into hasher: inout Hasher) {
      hasher.combine(text: path)
      if !inclusions.isEmpty { hasher.combine(inclusions) }
    }
  }

  package var id: ID {
    var inclusions: [ID.Inclusion] = []
    var next = includedFrom
    while let place = next {
      inclusions.append(ID.Inclusion(path: place.file.path, start: place.range.start))
      next = place.file.includedFrom
    }
    return ID(home: home, path: path, scope: scope, inclusions: inclusions)
  }
}
