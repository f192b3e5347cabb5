import SystemCalls

/// Directories that were made for a scope which did not exist. Who is killed after that leaves them,
/// empty: scopes that say nothing.
package struct NewFolders {
  /// The innermost one, to write in.
  package let folder: Folder
  /// Whether somebody else made it meanwhile.
  package let isForeign: Bool
  private let made: [(parent: Directory, name: FileName)]

  /// Makes what is missing of a path below a folder, each directory on the disk before the next. What
  /// somebody else makes meanwhile is as good.
  package init(_ names: [FileName], below start: Folder, rules: Rules) throws(FileError) {
    var folder = start
    var made: [(parent: Directory, name: FileName)] = []
    var isForeign = false
    do throws(FileError) {
      for name in names {
        guard name.isComponent, name.isUTF8, rules.canBeScope(name) else {
          throw FileError(folder.place(of: name), .notAName)
        }
        isForeign = try !Self.make(name, in: folder)
        if !isForeign { made.append((folder.directory, name)) }
        folder = try folder.relisted().folder(named: name, rules: rules)
      }
    } catch {
      Self.remove(made)
      throw error
    }
    self.folder = folder
    self.isForeign = isForeign
    self.made = made
  }

  /// Takes away those that were made, unless somebody uses them by now: for when what was to be written
  /// in them could not be.
  package func takeBack() { Self.remove(made) }

  private static func make(_ name: FileName, in folder: Folder) throws(FileError) -> Bool {
    let directory = folder.directory
    let made: Void? = try about(
      folder.place(of: name),
      try present(
        Descriptor.makeDirectory(name, in: directory.descriptor), unless: { $0 == .exists }))
    guard made != nil else { return false }
    do throws(Errno) { try directory.descriptor.sync() } catch {
      remove([(directory, name)])
      throw FileError(folder.place(of: name), error.kind)
    }
    directory.observer?.changed(directory)
    return true
  }

  private static func remove(_ made: [(parent: Directory, name: FileName)]) {
    for (parent, name) in made.reversed() {
      // One that is not empty is somebody else's scope by now.
      try? Descriptor.removeDirectory(name, in: parent.descriptor)
    }
  }
}
