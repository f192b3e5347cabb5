import Cascade
import JSONSource

/// A file of a scope after an edit.
package struct EditedFile {
  package let name: [UInt8]
  /// The file before the edit; nil if it is new.
  package let former: PropertyFile?
  package let file: PropertyFile
  /// Nodes of the new document that the edit wrote: values or list elements.
  package let written: [Int]

  package var lostComments: [SourceRange] {
    guard let former else { return [] }
    return former.document.comments(lostIn: file.document).map { SourceRange(former.file, $0) }
  }
}

extension PropertyFile {
  package var bytes: [UInt8] { Array(document.source[ByteRange(0, document.source.count)]) }

  package var name: [UInt8] {
    Array(file.path.suffix(from: (file.path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1))
  }
}
