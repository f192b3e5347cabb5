import SystemCalls

extension Folder {
  package func walked(by rules: Rules, ahead: ReadAhead) -> any TreeFolder {
    // Who wants to know what is opened has to open it.
    if ahead == .nothing || directory.observer != nil { return self }
    return WalkedFolder(self, ReadingAhead(self, rules, ahead))
  }
}

/// A directory of the disk as a walk comes to it: mostly another process has read it by then, and it is not even opened.
final class WalkedFolder: EntryFolder {
  let path: [FileName]
  let entries: [FoundDirectory.Entry]
  private let ahead: ReadingAhead
  private let parent: WalkedFolder?
  private var opened: Folder?

  init(_ folder: Folder, _ ahead: ReadingAhead, in parent: WalkedFolder? = nil) {
    (path, opened, self.ahead, self.parent) = (folder.path, folder, ahead, parent)
    entries = folder.entries.map(FoundDirectory.Entry.init)
  }

  private init(_ found: FoundDirectory, at path: [FileName], in parent: WalkedFolder) {
    (self.path, entries, ahead, self.parent) = (path, found.entries, parent.ahead, parent)
  }

  /// The directory itself, where it is needed after all.
  private func folder() throws(FileError) -> Folder {
    if let opened { return opened }
    guard let parent, let name = path.last else { throw FileError(.inTree(path), .notFound) }
    let folder = try parent.folder().folder(named: name, rules: ahead.rules)
    opened = folder
    return folder
  }

  var pathWithoutLinks: [FileName] {
    opened?.pathWithoutLinks ?? (parent?.pathWithoutLinks ?? []) + path.suffix(1)
  }

  func child(named name: FileName, rules: Rules) throws(FileError) -> any TreeFolder {
    let entry = try scopeEntry(named: name, rules: rules)
    if entry.kind == .directory {
      let path = path + [name]
      if let found = ahead.found(at: path) { return WalkedFolder(found, at: path, in: self) }
    }
    return WalkedFolder(try folder().folder(named: name, rules: rules), ahead, in: self)
  }

  func found(_ entry: FoundDirectory.Entry) throws(FileError) -> FileKind? {
    if let kind = entry.kind { return kind }
    let folder = try folder()
    guard let entry = folder.entries.named(entry.name) else { return nil }
    return try folder.found(entry)
  }

  func read(_ name: FileName) throws(FileError) -> [UInt8] {
    if let bytes = entries.named(name)?.bytes { return bytes }
    return try folder().read(name)
  }

  func contents(of path: [UInt8]) throws(FileError) -> (bytes: [UInt8], path: [FileName]) {
    try folder().contents(of: path)
  }
}
