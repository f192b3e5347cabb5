import Cascade
import JSONSource

/// A file of a scope with what it is to hold.
package struct EditedFile {
  package let name: [UInt8]
  /// The file as it was read; nil for one that is to be made.
  package let former: PropertyFile?
  package let file: PropertyFile
  /// The nodes of the new document that the edit wrote: a value, or an element of a list.
  package let written: [Int]

  /// Where the comments stood that the edit takes out.
  package var lostComments: [SourceRange] {
    guard let former else { return [] }
    return former.document.comments(lostIn: file.document).map { SourceRange(former.file, $0) }
  }
}

extension PropertyFile {
  /// All that the file holds.
  package var bytes: [UInt8] { Array(document.source[ByteRange(0, document.source.count)]) }

  /// Its name in its directory.
  package var name: [UInt8] {
    Array(file.path.suffix(from: (file.path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1))
  }
}
