import System

/// A directory as a record has it: it answers what was asked when it was read.
package final class RecordedFolder: TreeFolder {
  package let path: [FileName]
  private let record: FolderRecord

  /// Takes the record of a root, unless another path is given.
  package init(_ record: FolderRecord, path: [FileName] = []) {
    (self.record, self.path) = (record, path)
  }

  package func listing(_ rules: Rules) -> Listing { record.listing ?? Listing() }

  package func child(named name: FileName, rules: Rules) throws(FileError) -> any TreeFolder {
    guard let child = record.children[name] else { throw missing(name) }
    return RecordedFolder(try child.get(), path: path + [name])
  }

  /// Says yes: whoever asks had asked the disk.
  package func canGain(_ names: [FileName], rules: Rules) -> Bool { true }

  package func read(_ name: FileName) throws(FileError) -> [UInt8] {
    guard let file = record.files[name] else { throw missing(name) }
    return try file.get()
  }

  package func contents(
    of path: [UInt8]
  ) throws(FileError) -> (bytes: [UInt8], path: [FileName]) {
    guard let text = record.texts[path] else { throw missing(path) }
    return try text.get()
  }

  private func missing(_ name: FileName) -> FileError {
    FileError(.inTree(path + [name]), .notFound)
  }
}
