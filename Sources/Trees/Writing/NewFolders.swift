import SystemCalls

/// Directories created for a new scope. A killed writer leaves them as empty scopes.
package struct NewFolders {
  package let folder: Folder
  package let isForeign: Bool
  private let made: [(parent: Directory, name: FileName)]

  /// Creates the missing directories of a path and syncs each; accepts those created by another process.
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

  /// Removes the created directories that are still empty, after a failed write.
  package func removeCreated() { Self.remove(made) }

  private static func make(_ name: FileName, in folder: Folder) throws(FileError) -> Bool {
    let directory = folder.directory
    let isMade = try about(
      folder.place(of: name), try Descriptor.makeDirectory(name, in: directory.descriptor))
    guard isMade else { return false }
    do throws(Errno) { try directory.descriptor.sync() } catch {
      remove([(directory, name)])
      throw FileError(folder.place(of: name), error.kind)
    }
    directory.observer?.changed(directory)
    return true
  }

  private static func remove(_ made: [(parent: Directory, name: FileName)]) {
    for (parent, name) in made.reversed() {
      // Fails for a directory that another process uses meanwhile.
      try? Descriptor.removeDirectory(name, in: parent.descriptor)
    }
  }
}
