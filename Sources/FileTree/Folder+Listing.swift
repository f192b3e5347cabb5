extension Folder {
  /// What of this directory is part of the hierarchy; what is wrong is listed, not thrown.
  package func listing(_ rules: Rules) -> Listing {
    var listing = Listing()
    for entry in entries {
      if entry.name == .settings { listing.holdsSettings = true }
      if entry.name.isHidden { continue }
      add(entry, to: &listing, rules)
    }
    return listing
  }

  private func add(_ entry: DirectoryEntry, to listing: inout Listing, _ rules: Rules) {
    let name = entry.name
    let isFile = rules.isPropertyFile(name)
    let canBeScope = rules.canBeScope(name)
    do throws(FileError) {
      switch try found(entry) {
      case .directory?:
        guard canBeScope else {
          listing.ignored.append(name)
          return
        }
        guard name.isUTF8 else { return listing.add(name, .folder, at: self, .notUTF8) }
        listing.folders.append(name)
      case .regular?:
        guard isFile else { return }
        guard name.isUTF8 else { return listing.add(name, .file, at: self, .notUTF8) }
        listing.files.append(name)
      case let other?:
        if isFile { listing.add(name, .file, at: self, .notARegularFile(other)) }
      case nil: return
      }
    } catch {
      guard isFile || canBeScope else { return }
      // A link that leads nowhere is no scope, so it is only missed where a file was expected.
      if case .danglingLink = error.kind, !isFile { return }
      listing.problems.append(
        Listing.Problem(name: name, concern: isFile ? .file : .folder, error: error))
    }
  }

  /// What an entry is, behind its links; nil if it is gone by now.
  private func found(_ entry: DirectoryEntry) throws(FileError) -> FileKind? {
    if let kind = entry.kind, kind != .link { return kind }
    let end: Walk.End
    do throws(FileError) {
      end = try self.end(of: entry.name)
    } catch {
      if error.kind == .notFound { return nil }
      throw error
    }
    let identity: FileIdentity
    switch end {
    case .directory(let directory): identity = directory.identity
    case .entry(_, _, let status):
      guard status.kind == .directory else { return status.kind }
      identity = status.identity
    }
    if let ancestor = ancestor(identity) {
      throw FileError(place(of: entry.name), .directoryCycle(ancestor: ancestor.path))
    }
    return .directory
  }
}

extension Listing {
  fileprivate mutating func add(
    _ name: FileName, _ concern: Problem.Concern, at folder: Folder, _ kind: FileError.Kind
  ) {
    let error = FileError(folder.place(of: name), kind)
    problems.append(Problem(name: name, concern: concern, error: error))
  }
}
