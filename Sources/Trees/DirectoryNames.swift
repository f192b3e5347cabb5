import SystemCalls

/// The names in a directory of the user, for completing paths.
package struct DirectoryNames {
  /// A name, and whether it is a directory or a link to one.
  package struct Entry {
    package let name: FileName
    package let isDirectory: Bool
  }

  package let entries: [Entry]

  package init(
    of path: [UInt8], from base: WorkingDirectory = .current
  ) throws(FileError) {
    let directory = try base.open(path, .traversal)
    let listed = try about(.given(path), try directory.reopened().entries())
    entries = listed.map { entry in
      let isDirectory =
        switch entry.kind {
        case .directory: true
        case .link, nil: (try? Descriptor.open(entry.name, at: directory, .traversal)) != nil
        default: false
        }
      return Entry(name: entry.name, isDirectory: isDirectory)
    }.sorted { $0.name.lexicographicallyPrecedes($1.name) }
  }
}
