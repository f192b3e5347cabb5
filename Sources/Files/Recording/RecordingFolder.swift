import SystemCalls

/// An open directory that is read once and recorded, for several readers or the next look of a watch.
package final class RecordingFolder: TreeFolder {
  private let folder: any TreeFolder
  package let found: RecordedFolder
  private let former: RecordedFolder?
  private let look: WatchScan?
  private var listed: Listing?
  // A walk visits the children in turn, for both readers.
  private var lastChild: (name: FileName, folder: any TreeFolder)?

  /// A look shares memory with the previous look, and keeps its record if a directory cannot be opened.
  package init(
    _ folder: any TreeFolder, into found: RecordedFolder = RecordedFolder(),
    in look: WatchScan? = nil, after former: RecordedFolder? = nil
  ) {
    (self.folder, self.found, self.former, self.look) = (folder, found, former, look)
    if look != nil { found.note(folder) }
  }

  package var path: [FileName] { folder.path }

  package var pathWithoutLinks: [FileName] { folder.pathWithoutLinks }
  package var isLinked: Bool { folder.isLinked }

  package func listing(_ rules: Rules) -> Listing {
    if let listed { return listed }
    let listing = folder.listing(rules)
    (listed, found.listing) = (listing, listing)
    let kept = listing.problems.filter(\.isFolder).map(\.name)
      .filter { former?.listing?.folders.contains($0) == true }
    if !kept.isEmpty {
      found.listing?.problems.removeAll { $0.isFolder && kept.contains($0.name) }
      found.listing?.folders = (listing.folders + kept).sorted { $0.lexicographicallyPrecedes($1) }
    }
    return listing
  }

  package func child(named name: FileName, rules: Rules) throws(FileError) -> any TreeFolder {
    if let lastChild, lastChild.name == name { return lastChild.folder }
    let child = try open(name, rules)
    lastChild = (name, child)
    return child
  }

  private func open(_ name: FileName, _ rules: Rules) throws(FileError) -> any TreeFolder {
    guard let look else { return RecordingFolder(try folder.child(named: name, rules: rules)) }
    let before = try? former?.children[name]?.get()
    if let before, let former, look.hasSameNames(former), look.holds(before) {
      return reused(before, name, look)
    }
    do throws(FileError) {
      let child = try folder.child(named: name, rules: rules)
      if let before, let opened = child as? Folder,
        opened.directory.identity == before.identity, look.holds(before)
      {
        return reused(before, name, look)
      }
      let known = try? found.children[name]?.get()
      let inner = known ?? RecordedFolder(path: child.path)
      found.children[name] = .success(inner)
      return RecordingFolder(child, into: inner, in: look, after: before)
    } catch {
      found.children[name] =
        error.kind.isOfNothing ? .failure(error) : before.map { .success($0) } ?? .failure(error)
      throw error
    }
  }

  /// Reuses the previous record for an unchanged child.
  private func reused(_ child: RecordedFolder, _ name: FileName, _ look: WatchScan)
    -> RecordedFolder
  {
    look.hasReused = true
    found.children[name] = .success(child)
    return child
  }

  package func canCreate(_ names: [FileName], rules: Rules) -> Bool {
    folder.canCreate(names, rules: rules)
  }

  package func read(_ name: FileName) throws(FileError) -> [UInt8] {
    if case .success(let known)? = found.files[name] { return known }
    let bytes = Result { () throws(FileError) in
      Self.shared(try folder.read(name), try? former?.files[name]?.get())
    }
    found.files[name] = bytes
    return try bytes.get()
  }

  package func contents(
    of path: [UInt8]
  ) throws(FileError) -> (bytes: [UInt8], path: [FileName]) {
    if case .success(let known)? = found.texts[path] { return known }
    let text = Result { () throws(FileError) in
      let (bytes, end) = try folder.contents(of: path)
      return (bytes: Self.shared(bytes, (try? former?.texts[path]?.get())?.bytes), path: end)
    }
    found.texts[path] = text
    return try text.get()
  }

  private static func shared(_ bytes: [UInt8], _ former: [UInt8]?) -> [UInt8] {
    if let former, former == bytes { return former }
    return bytes
  }
}
