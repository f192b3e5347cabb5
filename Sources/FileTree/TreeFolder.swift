import SystemCalls

/// One directory of one tree, of a disk or of another time, as far as a scope needs it.
package protocol TreeFolder: AnyObject {
  /// The scope's path from the root, as the way to it is spelled.
  var path: [FileName] { get }

  /// The path from the root without links.
  var pathWithoutLinks: [FileName] { get }

  /// Which names will count, and whether scope after scope will be read: then a revision fetches ahead.
  func expect(_ rules: Rules, isWalk: Bool)

  /// What of this directory is part of the hierarchy; what is wrong is listed, not thrown.
  func listing(_ rules: Rules) -> Listing

  /// Opens a child scope by the very name that the listing spells.
  func child(named name: FileName, rules: Rules) throws(FileError) -> any TreeFolder

  /// Whether directories of these names, each below the one before, could be made here as scopes.
  func canGain(_ names: [FileName], rules: Rules) -> Bool

  /// The bytes of a file directly in this directory, also through a link that stays in the tree.
  func read(_ name: FileName) throws(FileError) -> [UInt8]

  /// The bytes of the file that a relative path leads to from here, as long as it stays in the tree, and
  /// its path from the root without links and `..`.
  func contents(of path: [UInt8]) throws(FileError) -> (bytes: [UInt8], path: [FileName])
}

extension TreeFolder {
  package func expect(_ rules: Rules, isWalk: Bool) {}

  /// The bytes of a `.heir` that stands here, or nil if there is none.
  package func settingsFile() throws(FileError) -> [UInt8]? {
    try existing(read(.settings))
  }
}

/// A directory that knows the names in it: what follows from those is the same for every kind.
protocol EntryFolder: TreeFolder {
  associatedtype Entry: NamedEntry

  /// In byte order of the names.
  var entries: [Entry] { get }

  /// What an entry is, behind its links; nil if it is gone by now.
  func found(_ entry: Entry) throws(FileError) -> FileKind?
}

/// One name that a directory holds.
protocol NamedEntry {
  var name: FileName { get }
}

extension Array where Element: NamedEntry {
  /// The entry of a name, where all are in byte order of theirs.
  func named(_ name: FileName) -> Element? {
    // Of few each is looked at: mostly the very name is asked for that stands there.
    if count <= 16 { return first { $0.name == name } }
    var low = 0
    var high = count
    while low < high {
      let middle = low + (high - low) / 2
      if self[middle].name.lexicographicallyPrecedes(name) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    return low < count && self[low].name == name ? self[low] : nil
  }
}

extension EntryFolder {
  func place(of name: FileName) -> FilePlace { .inTree(path + [name]) }

  /// The place of what a path names from here, if it is one that a file may write.
  func place(ofRelative path: [UInt8]) throws(FileError) -> FilePlace {
    guard !path.isEmpty else { throw FileError(.inTree(self.path), .emptyPath) }
    guard !path.contains(0) else { throw FileError(.inTree(self.path), .nulInPath) }
    guard path.first != UInt8(ascii: "/") else {
      throw FileError(.inTree(self.path), .absolutePath)
    }
    return .inTree(self.path + path.components.filter { !$0.isDot })
  }

  /// The entry of a name that a child scope may have.
  func scopeEntry(named name: FileName, rules: Rules) throws(FileError) -> Entry {
    guard name.isComponent else { throw FileError(place(of: name), .notAName) }
    guard rules.canBeScope(name), let entry = entries.named(name) else {
      throw FileError(place(of: name), .notFound)
    }
    guard name.isUTF8 else { throw FileError(place(of: name), .notUTF8) }
    guard path.count < Directory.depthLimit else {
      throw FileError(place(of: name), .tooDeep(limit: Directory.depthLimit))
    }
    return entry
  }

  package func canGain(_ names: [FileName], rules: Rules) -> Bool {
    guard let first = names.first, entries.named(first) == nil else { return false }
    return path.count + names.count <= Directory.depthLimit
      && names.allSatisfy {
        $0.isComponent && $0.isUTF8 && $0.count <= 255 && rules.canBeScope($0)
      }
  }

  package func listing(_ rules: Rules) -> Listing {
    var listing = Listing()
    for entry in entries {
      if entry.name == .settings { listing.holdsSettings = true }
      if !entry.name.isHidden { add(entry, to: &listing, rules) }
    }
    listing.otherCount = entries.count - listing.folders.count
    return listing
  }

  private func add(_ entry: Entry, to listing: inout Listing, _ rules: Rules) {
    let name = entry.name
    var isFile: Bool { rules.isPropertyFile(name) }
    var canBeScope: Bool { rules.canBeScope(name) }
    func add(_ concern: Listing.Problem.Concern, _ error: FileError) {
      listing.problems.append(Listing.Problem(name: name, concern: concern, error: error))
    }
    do throws(FileError) {
      switch try found(entry) {
      case .directory?:
        guard canBeScope else {
          listing.ignored.append(name)
          return
        }
        guard name.isUTF8 else { return add(.folder, FileError(place(of: name), .notUTF8)) }
        listing.folders.append(name)
      case .regular?:
        guard isFile else {
          if rules.isAlmostPropertyFile(name) { listing.lookalikes.append(name) }
          return
        }
        guard name.isUTF8 else { return add(.file, FileError(place(of: name), .notUTF8)) }
        listing.files.append(name)
      case .submodule?:
        if canBeScope { add(.folder, FileError(place(of: name), .submodule)) }
      case let other?:
        if isFile { add(.file, FileError(place(of: name), .notARegularFile(other))) }
      case nil: return
      }
    } catch {
      guard isFile || canBeScope else { return }
      // A link that leads nowhere is no scope, so it is only missed where a file was expected.
      if case .danglingLink = error.kind, !isFile { return }
      add(isFile ? .file : .folder, error)
    }
  }
}
