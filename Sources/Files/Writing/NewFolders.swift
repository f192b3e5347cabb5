import SystemCalls

/// Directories created for a new scope. A killed writer leaves them as empty scopes.
package struct NewFolders {
  package private(set) var folder: Folder
  /// Whether another process created the last directory.
  package private(set) var isForeign = false
  private var made: [(parent: Directory, name: FileName)] = []

  /// Creates the missing directories of a path and syncs each; accepts those created by another process.
  package init(_ names: [FileName], below start: Folder, rules: Rules) throws(FileError) {
    folder = start
    do throws(FileError) {
      for name in names {
        let (directory, place) = (folder.directory, folder.place(of: name))
        guard name.isComponent, name.isUTF8, rules.canBeScope(name) else {
          throw FileError(place, .notAName)
        }
        isForeign = try about(
          place, try !Descriptor.makeDirectory(name, in: directory.descriptor))
        if !isForeign {
          made.append((directory, name))
          try about(place, try directory.descriptor.sync())
          directory.observer?.changed(directory)
        }
        folder = try folder.relisted().folder(named: name, rules: rules)
      }
    } catch {
      removeCreated()
      throw error
    }
  }

  /// Removes the created directories that are still empty, after a failed write.
  package func removeCreated() {
    for (parent, name) in made.reversed() {
      // Fails for a directory that another process uses meanwhile.
      try? Descriptor.removeDirectory(name, in: parent.descriptor)
    }
  }
}
