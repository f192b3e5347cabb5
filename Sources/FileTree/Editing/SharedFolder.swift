import System

/// A directory of the disk that several times of one tree look into in turn: what one has opened or read,
/// the others need not.
package final class SharedFolder {
  package let folder: Folder
  /// The directory's path from the root without links.
  private(set) lazy var directory = folder.directory.path
  private var listed: Listing?
  private var contents: [FileName: FileContents] = [:]
  // A walk comes to one child after the other, in both times.
  private var lastChild: (name: FileName, folder: SharedFolder)?

  /// Takes a directory as it was listed.
  package init(_ folder: Folder) { self.folder = folder }

  /// What the directory holds by the rules, which are the same in both times.
  func listing(_ rules: Rules) -> Listing {
    if let listed { return listed }
    let listing = folder.listing(rules)
    listed = listing
    return listing
  }

  func child(named name: FileName, rules: Rules) throws(FileError) -> SharedFolder {
    if let lastChild, lastChild.name == name { return lastChild.folder }
    let child = SharedFolder(try folder.folder(named: name, rules: rules))
    lastChild = (name, child)
    return child
  }

  func read(_ name: FileName) throws(FileError) -> FileContents {
    if let known = contents[name] { return known }
    let read = try folder.read(path: name)
    contents[name] = read
    return read
  }
}
