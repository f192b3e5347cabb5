import JSONSource
import SystemCalls

/// A directory of a tree, on disk, in a revision or in memory.
package protocol TreeFolder: AnyObject {
  /// The path from the root as spelled, with links.
  var path: [FileName] { get }
  var pathWithoutLinks: [FileName] { get }
  /// Whether the path leads through a link.
  var isLinked: Bool { get }

  /// Sets the rules of the files that a revision reads in advance.
  func expect(_ rules: Rules)

  /// The entries that belong to the hierarchy, including errors.
  func listing(_ rules: Rules) -> Listing

  /// Opens a child scope by its exact name.
  func child(named name: FileName, rules: Rules) throws(FileError) -> any TreeFolder

  /// Whether nested directories with these names could be created here as scopes.
  func canCreate(_ names: [FileName], rules: Rules) -> Bool

  /// The bytes of a file in this directory, following links inside the tree.
  func read(_ name: FileName) throws(FileError) -> [UInt8]

  /// The bytes of the file at a relative path inside the tree, and its path from the root without links and `..`.
  func contents(of path: [UInt8]) throws(FileError) -> (bytes: [UInt8], path: [FileName])
}

extension TreeFolder {
  package func expect(_ rules: Rules) {}

  package func read(_ name: FileName) throws(FileError) -> [UInt8] {
    guard name.isComponent else { throw FileError(.inTree(path + [name]), .notAName) }
    return try contents(of: name).bytes
  }

  package func settingsFile() throws(FileError) -> [UInt8]? {
    try existing(read(.settings))
  }
}

/// A directory with known entries in which links are followed.
protocol EntryFolder: TreeFolder {
  associatedtype Entry: NamedEntry
  associatedtype Location: LinkedDirectory

  var directory: Location { get }
  var parent: Self? { get }
  /// In byte order of the names.
  var entries: [Entry] { get }

  init(_ directory: Location, path: [FileName], parent: Self?) throws(FileError)
}

protocol NamedEntry {
  var name: FileName { get }
  /// Without following links; nil if unknown.
  var listedKind: FileKind? { get }
}

extension DirectoryEntry: NamedEntry {
  var listedKind: FileKind? { kind }
}

extension Array where Element: NamedEntry {
  /// The array must be in byte order of the names.
  func named(_ name: FileName) -> Element? {
    let index = indices.bisected { !self[$0].name.lexicographicallyPrecedes(name) }
    return index < count && self[index].name == name ? self[index] : nil
  }
}

extension EntryFolder {
  package var pathWithoutLinks: [FileName] { directory.path }

  package var isLinked: Bool {
    parent.map { $0.isLinked || directory.parent?.identity != $0.directory.identity } ?? false
  }

  package func child(named name: FileName, rules: Rules) throws(FileError) -> any TreeFolder {
    try scope(named: name, rules: rules)
  }

  func scope(named name: FileName, rules: Rules) throws(FileError) -> Self {
    guard name.isComponent else { throw FileError(place(of: name), .notAName) }
    guard rules.canBeScope(name), let entry = entries.named(name) else {
      throw FileError(place(of: name), .notFound)
    }
    guard name.isUTF8 else { throw FileError(place(of: name), .notUTF8) }
    guard path.count < Directory.depthLimit else {
      throw FileError(place(of: name), .tooDeep(limit: Directory.depthLimit))
    }
    guard entry.listedKind != .directory else {
      return try Self(directory.directory(named: name), path: path + [name], parent: self)
    }
    let end = try directory.end(of: name)
    guard let directory = try end.directory() else {
      throw FileError(place(of: name), end.kind == .submodule ? .submodule : .notADirectory)
    }
    try refuseCycle(to: directory.identity, by: name)
    return try Self(directory, path: path + [name], parent: self)
  }

  /// The kind of an entry, following links; nil if it was removed.
  private func found(_ entry: Entry) throws(FileError) -> FileKind? {
    if let kind = entry.listedKind, kind != .link { return kind }
    guard let end = try existing(directory.end(of: entry.name)) else { return nil }
    if end.kind == .directory { try refuseCycle(to: end.identity, by: entry.name) }
    return end.kind
  }

  /// Only a link can lead back to an ancestor.
  private func refuseCycle(
    to identity: Location.Entry.Identity, by link: FileName
  ) throws(FileError) {
    let ancestor = sequence(first: self) { $0.parent }.first { $0.directory.identity == identity }
    if let ancestor {
      throw FileError(place(of: link), .directoryCycle(ancestor: ancestor.path))
    }
  }

  package func contents(of path: [UInt8]) throws(FileError) -> (bytes: [UInt8], path: [FileName]) {
    let place = FilePlace.inTree(self.path + path.components.filter { !$0.isDot })
    let (directory, name, entry) = try self.directory.end(of: path).file(place)
    return (try directory.bytes(of: name, entry, place), directory.path + [name])
  }

  func place(of name: FileName) -> FilePlace { .inTree(path + [name]) }

  package func canCreate(_ names: [FileName], rules: Rules) -> Bool {
    guard let first = names.first, entries.named(first) == nil else { return false }
    return path.count + names.count <= Directory.depthLimit
      && names.allSatisfy {
        $0.isComponent && $0.isUTF8 && $0.count <= 255 && rules.canBeScope($0)
      }
  }

  package func listing(_ rules: Rules) -> Listing {
    var listing = Listing()
    for entry in entries {
      if entry.name == .settings { listing.containsSettings = true }
      if !entry.name.isHidden { add(entry, to: &listing, rules) }
    }
    listing.otherCount += entries.count - listing.folders.count
    return listing
  }

  private func add(_ entry: Entry, to listing: inout Listing, _ rules: Rules) {
    let name = entry.name
    var isFile: Bool { rules.isPropertyFile(name) }
    var canBeScope: Bool { rules.canBeScope(name) }
    func fail(_ error: FileError, isFolder: Bool) {
      listing.problems.append(Listing.Problem(name: name, isFolder: isFolder, error: error))
    }
    var here: FilePlace { place(of: name) }
    do throws(FileError) {
      switch try found(entry) {
      case .directory?:
        guard canBeScope else {
          listing.ignored.append(name)
          return
        }
        guard name.isUTF8 else { return fail(FileError(here, .notUTF8), isFolder: true) }
        listing.folders.append(name)
        // A link is an entry even if its directory is empty, and following all links may never end.
        if entry.listedKind == .link { listing.otherCount += 1 }
      case .regular?:
        guard isFile else {
          if rules.isAlmostPropertyFile(name) { listing.lookalikes.append(name) }
          return
        }
        guard name.isUTF8 else { return fail(FileError(here, .notUTF8), isFolder: false) }
        listing.files.append(name)
      case .submodule?:
        if canBeScope { fail(FileError(here, .submodule), isFolder: true) }
      case let other?:
        if isFile { fail(FileError(here, .notARegularFile(other)), isFolder: false) }
      case nil: return
      }
    } catch {
      guard isFile || canBeScope else { return }
      // A dangling link is not a scope, and only an error if a file is expected.
      if case .danglingLink = error.kind, !isFile { return }
      fail(error, isFolder: !isFile)
    }
  }
}

/// The entries of a scope's directory that belong to the hierarchy.
package struct Listing: Sendable {
  /// An entry that cannot be read as a file or scope.
  package struct Problem: Sendable {
    package let name: FileName
    /// Whether it may be a child scope, so that only that scope and those below fail.
    package let isFolder: Bool
    /// The error; with several links, at the broken link.
    package let error: FileError
  }

  /// In byte order, as are `folders` and `problems`.
  package internal(set) var files: [FileName] = []
  package internal(set) var folders: [FileName] = []
  package internal(set) var ignored: [FileName] = []
  /// Files with another configuration suffix, such as `.yaml`, in byte order.
  package internal(set) var lookalikes: [FileName] = []
  package internal(set) var containsSettings = false
  /// The number of entries that are not directories.
  var otherCount = 0
  package internal(set) var problems: [Problem] = []

  package var hasOtherEntries: Bool { otherCount > 0 }
}
